//! The self-test tested: it passes, it skips, and it finds out engines that lie.

use super::*;
use glam::DVec3;

#[test]
fn the_cpu_engines_pass_everything_and_every_control_is_caught() {
    let plan = Plan::new();
    let report = plan.run_on_cpu("no adapter in this test");
    let failures: Vec<_> = report
        .checks
        .iter()
        .filter(|c| c.status == Status::Failed)
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
    let missed: Vec<_> = report.controls.iter().filter(|c| !c.caught).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    let labs = LABS.iter().flat_map(|lab| lab.tables).map(|table| table.id);
    let measures: Vec<Measure> = tables::IDS
        .into_iter()
        .chain(labs)
        .flat_map(|id| table(id, Mistakes::NONE).expect("listed").rows)
        .flat_map(|row| row.quantities)
        .map(|quantity| quantity.measure)
        .collect();
    assert!(measures.len() >= 105);
    let on_engines = measures.iter().filter(|m| m.needs_engine()).count();
    assert_eq!(plan.check_count(Engine::CpuF64), measures.len());
    assert_eq!(
        plan.check_count(Engine::CpuF32),
        on_engines + parity::cases().len()
    );
    assert_eq!(
        report.passed(),
        plan.check_count(Engine::CpuF64) + plan.check_count(Engine::CpuF32)
    );
    assert_eq!(report.skipped(), plan.check_count(Engine::GpuF32));
    assert_eq!(report.failed(), 0);
}

#[test]
fn an_engine_that_returns_nothing_fails_everything() {
    let plan = Plan::new();
    let mut report = Report::default();
    plan.grade(Engine::GpuF32, &[], &mut report);
    assert_eq!(report.passed(), 0);
    assert_eq!(report.checks.len(), plan.check_count(Engine::GpuF32));
}

/// A case's vertices as if nothing had moved them.
fn at_rest(case: &Case) -> Vec<Posed> {
    let normals = case.mesh.normals().iter().copied();
    let normals = normals.chain(std::iter::repeat(DVec3::ZERO));
    let positions = case.mesh.positions().iter().copied();
    positions
        .zip(normals)
        .map(|(position, normal)| Posed { position, normal })
        .collect()
}

#[test]
fn an_engine_that_returns_the_rest_pose_is_found_out() {
    let plan = Plan::new();
    let mut report = Report::default();
    let rest: Vec<_> = plan.cases().iter().map(at_rest).collect();
    plan.grade(Engine::CpuF32, &rest, &mut report);
    let parities = report
        .checks
        .iter()
        .filter(|check| check.table == parity::TABLE);
    assert!(parities.clone().count() >= 5);
    assert!(
        parities
            .into_iter()
            .all(|check| check.status == Status::Failed)
    );
}

#[test]
fn ids_are_unique() {
    let report = Plan::new().run_on_cpu("none");
    let mut ids: Vec<_> = report.checks.iter().map(|check| &check.id).collect();
    ids.sort_unstable();
    let before = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), before);
}

#[test]
fn an_engine_that_leaves_normals_alone_is_found_out() {
    let plan = Plan::new();
    let mut report = Report::default();
    let mut skinned = plan.run_f32();
    for (case, skinned) in plan.cases().iter().zip(&mut skinned) {
        for (vertex, &normal) in skinned.iter_mut().zip(case.mesh.normals()) {
            vertex.normal = normal;
        }
    }
    plan.grade(Engine::CpuF32, &skinned, &mut report);
    let failed = |id: &str| {
        report
            .checks
            .iter()
            .any(|check| check.id.starts_with(id) && check.status == Status::Failed)
    };
    assert!(failed("parity/tube-twists") && failed("parity/random-8"));
    // The arm turns about its normals, so that leaving them alone is right there.
    assert!(!failed("parity/arm-band-0.25"));
}

/// Where the signs of dual quaternions are undecided there is no bound, and a comparison would say nothing.
#[test]
fn every_vertex_of_every_parity_has_a_bound() {
    let mut dual = 0;
    for (id, case) in parity::cases() {
        assert!(case.bound().iter().all(|bound| bound.is_finite()), "{id}");
        dual += usize::from(case.blend == tables::Blend::DualQuat);
    }
    assert_eq!(dual, 6);
}
