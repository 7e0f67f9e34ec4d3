//! From files to a battle, or to everything that is wrong with them.

use std::collections::BTreeMap;

use field::ground::Ground;
use serde_json::Value as Json;

use crate::fault::Fault;
use crate::plan::Plan;
use crate::shape::Shape;
use crate::sheet::Sheet;
use crate::terrain::Terrain;
use crate::tree::{self, Slip};

/// The battle plan's file.
pub(crate) const PLAN: &str = "battle.toml";
/// The ground's file.
pub(crate) const GROUND: &str = "ground.geojson";
/// What happened.
const HISTORY: &str = "history.md";

/// The files of a folder, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A battle that can be fought.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Who, when and for what.
    pub plan: Plan,
    /// Where.
    pub ground: Ground,
    /// What happened, losses and sources, as Markdown.
    pub history: Option<String>,
}

/// Every mistake in a battle folder, in the order of files, lines and columns.
pub fn check(files: &Files) -> Vec<Fault> {
    open(files).err().unwrap_or_default()
}

/// The battle in a folder, or every mistake in it.
///
/// # Errors
///
/// All that is wrong with the files, in the order of files, lines and columns.
pub fn open(files: &Files) -> Result<Battle, Vec<Fault>> {
    let mut faults = Vec::new();
    let plan_text = text(files, PLAN, &mut faults);
    let ground_text = text(files, GROUND, &mut faults);
    let history = files.get(HISTORY).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let ground = ground_text.and_then(|text| read_ground(text, &mut faults));
    let plan = plan_text.and_then(|text| read_plan(text, ground.as_ref(), &mut faults));
    faults.sort();
    faults.dedup();
    match (plan, ground) {
        (Some(plan), Some(ground)) if faults.is_empty() => Ok(Battle { plan, ground, history }),
        _ => Err(faults),
    }
}

fn text<'a>(files: &'a Files, name: &str, faults: &mut Vec<Fault>) -> Option<&'a str> {
    let mut fail = |line: usize, column: usize, reason: &str, hint: &str| {
        let (file, reason, hint) = (name.to_owned(), reason.to_owned(), hint.to_owned());
        faults.push(Fault { file, line, column, reason, hint });
    };
    let Some(bytes) = files.get(name) else {
        fail(0, 0, "the folder has no such file", "a battle folder holds battle.toml and ground.geojson");
        return None;
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let (line, column) = tree::line_and_column(good, good.len());
            fail(line, column, "here is something that is not text", "save the file as UTF-8");
            None
        }
    }
}

fn read_plan(text: &str, ground: Option<&Ground>, faults: &mut Vec<Fault>) -> Option<Plan> {
    let mut sheet = Sheet::new(PLAN, text);
    let (tree, slips) = tree::read_toml(text);
    sheet.tree = tree;
    report_slips(&mut sheet, &slips, "look at the line in a TOML guide: toml.io");
    let plan = if slips.is_empty() && Shape::of::<Plan>().prune(&mut sheet) { typed::<Plan>(&mut sheet) } else { None };
    if let Some(plan) = &plan {
        crate::check::plan(plan, ground, &mut sheet);
    }
    faults.append(&mut sheet.faults);
    plan
}

fn read_ground(text: &str, faults: &mut Vec<Fault>) -> Option<Ground> {
    let mut sheet = Sheet::new(GROUND, text);
    let mut slips = Vec::new();
    match tree::read_json(text) {
        Ok(tree) => sheet.tree = tree,
        Err(slip) => slips.push(slip),
    }
    report_slips(&mut sheet, &slips, "look at what stands just before, too");
    let fits = slips.is_empty() && Shape::of::<Terrain>().prune(&mut sheet);
    let terrain = if fits { typed::<Terrain>(&mut sheet) } else { None };
    let ground = terrain.map(|terrain| Ground::from(crate::check::terrain(&terrain, &mut sheet)));
    faults.append(&mut sheet.faults);
    ground
}

fn report_slips(sheet: &mut Sheet<'_>, slips: &[Slip], hint: &str) {
    for slip in slips {
        sheet.wrong_at(slip.at, slip.reason.clone(), hint);
    }
}

/// The typed form of a tree of the right shape.
fn typed<T: serde::de::DeserializeOwned>(sheet: &mut Sheet<'_>) -> Option<T> {
    match serde_json::from_value(sheet.tree.to_json()) {
        Ok(value) => Some(value),
        Err(error) => {
            sheet.wrong(&[], format!("the file cannot be read: {error}"), "compare it with the schema");
            None
        }
    }
}

/// The JSON Schema of `battle.toml`.
pub fn plan_schema() -> Json {
    schemars::schema_for!(Plan).to_value()
}

/// The JSON Schema of `ground.geojson`.
pub fn terrain_schema() -> Json {
    schemars::schema_for!(Terrain).to_value()
}
