//! One lesson's state on its way from parameters to pose, world transforms, palette and vertices.

use super::{LESSONS, Lesson, ParamError, Settings};
use crate::blend::linear;
use crate::mesh::Mesh;
use crate::mistake::{self, ELSEWHERE_DEGREES, Mistake, Mistakes};
use crate::palette::Palette;
use crate::pose::forward_kinematics;
use crate::rigs::arm::{self, HALF_THICKNESS, L1, L2, VERTICES};
use crate::skeleton::Skeleton;
use crate::tables::{self, Table};
use crate::weights::Influence;
use glam::{DAffine3, DVec3};

/// Rest position of the vertex at the joint that lesson 4 measures: (L₁, d).
pub(super) const PROBE: DVec3 = DVec3::new(L1, HALF_THICKNESS, 0.0);

/// The state of one lesson's figure, and everything that follows from it.
#[derive(Clone, Debug)]
pub struct Scene {
    lesson: &'static Lesson,
    settings: Settings,
    skeleton: Skeleton,
    pub(super) world: Vec<DAffine3>,
    pub(super) bind_world: Vec<DAffine3>,
    taken_world: Vec<DAffine3>,
    pub(super) inverse_bind: [DAffine3; 2],
    pub(super) joints: [DAffine3; 2],
    palette: Palette,
    shares: Mesh,
    pub(super) mesh: Mesh,
    mesh_revision: u64,
    mesh_key: MeshKey,
    pub(super) reference: Vec<DVec3>,
    pub(super) right: Vec<DVec3>,
}

/// What the mesh depends on; a new mesh is made only when this changes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MeshKey {
    bind: [f64; 2],
    band: Option<f64>,
    mistakes: Mistakes,
}

impl Scene {
    /// The scene of lesson `lesson` (0 to 3) at its initial values; `None` past the last lesson.
    #[must_use]
    pub fn new(lesson: usize) -> Option<Self> {
        let lesson = LESSONS.get(lesson)?;
        let mesh = arm::mesh(arm::straight_positions(), None, &[], Mistakes::NONE).ok()?;
        let mut scene = Self {
            lesson,
            settings: Settings::new(lesson.params, lesson.switches),
            skeleton: arm::skeleton().ok()?,
            world: Vec::with_capacity(2),
            bind_world: Vec::with_capacity(2),
            taken_world: Vec::with_capacity(2),
            inverse_bind: [DAffine3::IDENTITY; 2],
            joints: [DAffine3::IDENTITY; 2],
            palette: Palette::default(),
            shares: mesh.clone(),
            mesh,
            mesh_revision: 0,
            mesh_key: MeshKey {
                bind: [f64::NAN; 2],
                band: None,
                mistakes: Mistakes::NONE,
            },
            reference: Vec::with_capacity(VERTICES),
            right: Vec::with_capacity(VERTICES),
        };
        scene.refresh();
        Some(scene)
    }

    /// Sets parameter `index` of the lesson's list.
    ///
    /// # Errors
    ///
    /// Refuses an unknown index, a number that is not finite, and a value outside the range.
    pub fn set(&mut self, index: usize, value: f64) -> Result<(), ParamError> {
        self.settings.set(index, value)
    }

    /// Switches mistake `index` of the lesson's list on or off.
    ///
    /// # Errors
    ///
    /// Refuses an unknown index.
    pub fn set_switch(&mut self, index: usize, on: bool) -> Result<(), ParamError> {
        self.settings.set_switch(index, on)
    }

    /// Recomputes everything that follows from the parameters and fills `out` with the lesson's
    /// [`Lesson::fields`], in order. Allocates only when the mesh itself changes.
    ///
    /// # Errors
    ///
    /// Refuses an `out` of another length than the fields.
    pub fn view(&mut self, out: &mut [f64]) -> Result<(), ParamError> {
        if out.len() != self.lesson.fields.len() {
            return Err(ParamError::FieldCount {
                given: out.len(),
                fields: self.lesson.fields.len(),
            });
        }
        self.refresh();
        (self.lesson.view)(self, out);
        Ok(())
    }

    /// The lesson's tables for this state: the fixed rows, and the live row where a table has one.
    #[must_use]
    pub fn tables(&self) -> Vec<Table> {
        self.lesson
            .tables
            .iter()
            .filter_map(|id| {
                let mut table = tables::table(id, self.mistakes())?;
                table.rows.extend((self.lesson.now)(self, id));
                Some(table)
            })
            .collect()
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    /// The palette of the present pose, as of the last [`Scene::view`].
    #[must_use]
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The mesh of the present state, as of the last [`Scene::view`].
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// A counter that moves on whenever the mesh is made anew.
    #[must_use]
    pub fn mesh_revision(&self) -> u64 {
        self.mesh_revision
    }

    /// The child's share of every vertex of the arm as painted, whatever the mistakes do with it.
    pub fn child_weights(&self) -> impl Iterator<Item = f64> + '_ {
        let band = self.band();
        (0..VERTICES).map(move |vertex| arm::influences(vertex, band)[1].weight)
    }

    /// The posed positions by the reference (`V`), as of the last [`Scene::view`].
    #[must_use]
    pub fn reference(&self) -> &[DVec3] {
        &self.reference
    }

    pub(super) fn mistakes(&self) -> Mistakes {
        self.settings.mistakes()
    }

    /// The value of a parameter of this lesson, or 0 where it has none of that name.
    pub(super) fn value(&self, name: &str) -> f64 {
        self.settings.value(name)
    }

    pub(super) fn degrees(&self) -> [f64; 2] {
        [self.value("theta0"), self.value("theta1")]
    }

    pub(super) fn pose(&self) -> [f64; 2] {
        self.degrees().map(f64::to_radians)
    }

    pub(super) fn bind(&self) -> [f64; 2] {
        [self.value("bind0"), self.value("bind1")].map(f64::to_radians)
    }

    /// Half-width of the band in metres; `None` where every vertex has one bone.
    pub(super) fn band(&self) -> Option<f64> {
        if self.settings.find("binding") == Some(0.0) {
            None
        } else {
            self.settings.find("band")
        }
    }

    pub(super) fn vertex(&self) -> usize {
        self.value("vertex") as usize
    }

    /// Elbow and tip of the present pose.
    pub(super) fn bones(&self) -> [DVec3; 2] {
        bones(&self.world)
    }

    /// Elbow and tip of the bind pose.
    pub(super) fn bind_bones(&self) -> [DVec3; 2] {
        bones(&self.bind_world)
    }

    pub(super) fn inverse_bind(&self) -> &[DAffine3] {
        &self.inverse_bind
    }

    /// The two joint matrices, also where a mistake gives every vertex one of its own.
    pub(super) fn joint_matrices(&self) -> [DAffine3; 2] {
        self.joints
    }

    /// Where the vertex (L₁, d) goes when the child holds `w` of it.
    pub(super) fn blend_probe(&self, w: f64) -> DVec3 {
        let influences = [Influence::new(0, 1.0 - w), Influence::new(1, w)];
        if self.mistakes().has(Mistake::Apart) {
            mistake::apart_transform(&self.joints, &influences).transform_point3(PROBE)
        } else {
            linear::position(&self.joints, &influences, PROBE)
        }
    }

    fn refresh(&mut self) {
        let bind = self.bind();
        let local = arm::local(self.pose());
        // Two local transforms for two joints: the lengths agree, so neither call can refuse.
        let _ = mistake::world(&self.skeleton, &local, self.mistakes(), &mut self.world);
        let _ = forward_kinematics(&self.skeleton, &arm::local(bind), &mut self.bind_world);
        let right_inverse = [0, 1].map(|joint: usize| self.bind_world[joint].inverse());
        self.take_inverse_bind(bind);

        self.joints = [0, 1].map(|joint| {
            mistake::joint_matrix(self.world[joint], self.inverse_bind[joint], self.mistakes())
        });
        let key = MeshKey {
            bind,
            band: self.band(),
            mistakes: self.mistakes(),
        };
        if self.mesh_key != key {
            self.mesh_key = key;
            self.model_mesh(key);
        }
        let right = [0, 1].map(|joint| self.world[joint] * right_inverse[joint]);
        self.place_right(&right);
        if self.mistakes().has(Mistake::Apart) {
            self.palette.set(mistake::apart(&self.joints, &self.shares));
        } else {
            self.palette.set(self.joints.into_iter());
        }
        linear::positions(self.palette.joints(), &self.mesh, &mut self.reference);
    }

    /// Takes `B⁻¹` where the mesh was modelled, or with the mistake 30° away from there.
    fn take_inverse_bind(&mut self, [bind0, bind1]: [f64; 2]) {
        let away = if self.mistakes().has(Mistake::BindElsewhere) {
            ELSEWHERE_DEGREES.to_radians()
        } else {
            0.0
        };
        let taken = arm::local([bind0, bind1 + away]);
        let _ = forward_kinematics(&self.skeleton, &taken, &mut self.taken_world);
        self.inverse_bind = [0, 1].map(|joint: usize| self.taken_world[joint].inverse());
    }

    /// Models the mesh in the bind pose: the straight arm, bent hard at the elbow by the bind angles.
    fn model_mesh(&mut self, key: MeshKey) {
        let straight_elbow = DAffine3::from_translation(DVec3::new(-L1, 0.0, 0.0));
        let carry = [self.bind_world[0], self.bind_world[1] * straight_elbow];
        let positions: Vec<DVec3> = (0..VERTICES)
            .map(|vertex| {
                let child = arm::influences(vertex, None)[1].weight == 1.0;
                carry[usize::from(child)].transform_point3(arm::straight(vertex))
            })
            .collect();
        // Unspoiled shares are valid, and spoiled ones go through the door that does not ask for a sum.
        let Ok(shares) = arm::mesh(positions, key.band, &[], key.mistakes) else {
            return;
        };
        let bound = if key.mistakes.has(Mistake::Apart) {
            mistake::bound_to_own(&shares)
        } else {
            Ok(shares.clone())
        };
        if let Ok(mesh) = bound {
            self.shares = shares;
            self.mesh = mesh;
            self.mesh_revision += 1;
        }
    }

    /// Where every vertex belongs: unspoiled weights and joint matrices.
    fn place_right(&mut self, joints: &[DAffine3; 2]) {
        let band = self.band();
        self.right.clear();
        self.right.extend((0..VERTICES).map(|vertex| {
            linear::position(
                joints,
                &arm::influences(vertex, band),
                self.mesh.positions()[vertex],
            )
        }));
    }
}

fn bones(world: &[DAffine3]) -> [DVec3; 2] {
    [
        world[1].translation,
        world[1].transform_point3(DVec3::new(L2, 0.0, 0.0)),
    ]
}
