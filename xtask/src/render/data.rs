//! What the templates and the page's scripts are told: the lessons and tables of
//! skinlab-core, as JSON. Nothing is computed here.

use serde_json::{Map, Value, json};
use skinlab_core::labs::{LABS, Lab, LabScene};
use skinlab_core::lessons::{LESSONS, Lesson, Param, Scene, Switch};
use skinlab_core::tables::Table;

/// The data of the whole page.
pub(super) struct Site {
    /// Map from a lesson's id to the lesson.
    pub(super) lessons: Map<String, Value>,
    /// Map from a table's id to its rows at the figures' initial state.
    pub(super) tables: Map<String, Value>,
    scripts: Vec<Value>,
}

/// Collects the data.
pub(super) fn site() -> Site {
    let mut site = Site {
        lessons: Map::new(),
        tables: Map::new(),
        scripts: Vec::new(),
    };
    for (index, lesson) in LESSONS.iter().enumerate() {
        let tables = Scene::new(index)
            .map(|scene| scene.tables())
            .unwrap_or_default();
        let mut script = lesson_json(lesson);
        script.insert("checks".into(), checks(&tables).into());
        site.scripts.push(script.into());

        let mut page = lesson_json(lesson);
        page.insert("tables".into(), lesson.tables.into());
        site.lessons.insert(lesson.id.into(), page.into());
        for table in &tables {
            site.tables.insert(table.id.into(), table_json(table));
        }
    }
    site
}

impl Site {
    /// The JSON for `<script type="application/json">`, safe inside HTML.
    pub(super) fn script(&self) -> String {
        in_html(&json!({ "version": env!("CARGO_PKG_VERSION"), "lessons": self.scripts }))
    }
}

/// One lab: what its page is filled with.
pub(super) struct LabPage {
    /// The lab, as a lesson is shown to templates.
    pub(super) lab: Value,
    /// Map from a table's id to its rows at the lab's initial state.
    pub(super) tables: Map<String, Value>,
    script: Value,
}

impl LabPage {
    /// The JSON for the lab's own data element, safe inside HTML.
    pub(super) fn script(&self) -> String {
        in_html(&self.script)
    }
}

/// Collects the data of the lab whose id ends with `name`.
pub(super) fn lab(name: &str) -> Option<LabPage> {
    let index = LABS
        .iter()
        .position(|lab| lab.id.rsplit('/').next() == Some(name))?;
    let mut scene = LabScene::new(index)?;
    let lab = scene.lab();
    // What a lab's tables show may follow from its fields.
    let _ = scene.view(&mut vec![0.0; lab.fields.len()]);
    let tables = scene.tables();
    let mut script = lab_json(lab);
    script.insert("checks".into(), checks(&tables).into());
    Some(LabPage {
        lab: lab_json(lab).into(),
        tables: tables
            .iter()
            .map(|table| (table.id.into(), table_json(table)))
            .collect(),
        script: script.into(),
    })
}

fn in_html(json: &Value) -> String {
    json.to_string().replace('<', "\\u003c")
}

fn lesson_json(lesson: &Lesson) -> Map<String, Value> {
    json_of(lesson.id, lesson.params, lesson.switches, lesson.fields)
}

fn lab_json(lab: &Lab) -> Map<String, Value> {
    json_of(lab.id, lab.params, lab.switches, lab.fields)
}

fn json_of(id: &str, params: &[Param], switches: &[Switch], fields: &[&str]) -> Map<String, Value> {
    let switches = switches
        .iter()
        .map(|s| json!({ "id": s.id, "breaks": s.breaks }));
    let mut map = Map::new();
    map.insert("id".into(), id.into());
    map.insert("params".into(), params.iter().map(param_json).collect());
    map.insert("switches".into(), switches.collect());
    map.insert("fields".into(), fields.into());
    map
}

fn param_json(param: &Param) -> Value {
    let mut json = json!({
        "name": param.name,
        "unit": param.unit.as_str(),
        "min": param.min,
        "max": param.max,
        "step": param.step,
        "grain": param.grain,
        "initial": param.initial,
    });
    if !param.options.is_empty() {
        json["options"] = param.options.into();
    }
    json
}

fn table_json(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let quantities = row
            .quantities
            .iter()
            .map(|q| json!({ "name": q.name, "formula": q.formula }));
        json!({ "id": row.id, "quantities": quantities.collect::<Vec<_>>() })
    });
    json!({ "id": table.id, "rows": rows.collect::<Vec<_>>() })
}

/// "table/row/quantity" of each check, in the order in which they are measured.
fn checks(tables: &[Table]) -> Vec<String> {
    let mut checks = Vec::new();
    for table in tables {
        for row in &table.rows {
            for quantity in &row.quantities {
                checks.push(format!("{}/{}/{}", table.id, row.id, quantity.name));
            }
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_every_lesson_is_there_with_its_live_row() {
        let site = site();
        for lesson in &LESSONS {
            for id in lesson.tables {
                assert!(site.tables.contains_key(*id), "{id}");
            }
        }
        let rows = site.tables["fk"]["rows"].as_array().unwrap();
        assert_eq!(rows.last().unwrap()["id"], "now");
    }

    #[test]
    fn checks_are_named_by_table_row_and_quantity() {
        let site = site();
        assert_eq!(site.scripts[0]["checks"][0], "fk/0,0/x");
        let all = site
            .scripts
            .iter()
            .map(|lesson| lesson["checks"].as_array().unwrap().len());
        assert!(all.min() > Some(0));
    }

    #[test]
    fn every_lab_has_its_data_under_its_own_name() {
        for one in LABS {
            let name = one.id.rsplit('/').next().unwrap();
            let page = lab(name).unwrap();
            assert_eq!(page.lab["id"], one.id);
            assert!(!page.tables.is_empty(), "{name}");
        }
        assert!(lab("no-such-lab").is_none());
    }

    #[test]
    fn choices_carry_their_options() {
        let site = site();
        let params = site.lessons["weights"]["params"].as_array().unwrap();
        let binding = params
            .iter()
            .find(|param| param["name"] == "binding")
            .unwrap();
        assert_eq!(binding["options"], json!(["hard", "soft"]));
        assert!(params[0].get("options").is_none());
    }

    #[test]
    fn the_script_cannot_close_its_element() {
        let mut site = site();
        site.scripts.push("</script>".into());
        assert!(!site.script().contains('<'));
    }
}
