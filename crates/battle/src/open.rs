//! From files to a battle, or to everything that is wrong with them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use field::ground::{Ground, Point};
use serde_json::Value as Json;

use crate::check::Site;
use crate::check::rulebooks::Known;
use crate::fault::Fault;
use crate::place;
use crate::plan::{Arrival, Formation, Objective, Plan, Unit, point};
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

// COST: making a schema takes longer than checking a small battle by it.
static PLAN_SHAPE: LazyLock<Shape> = LazyLock::new(Shape::of::<Plan>);
static TERRAIN_SHAPE: LazyLock<Shape> = LazyLock::new(Shape::of::<Terrain>);

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

impl Battle {
    /// Where a named thing of the ground is: a spot itself, the middle of a line's points, and for an area the middle of the box
    /// around it, or its first corner if that lies outside.
    pub fn locate(&self, place: &str) -> Option<Point> {
        place::middle(&self.ground, place)
    }

    /// Where reinforcements come on: at their point, or where their place meets the edge of the map.
    pub fn entrance(&self, arrival: &Arrival) -> Option<Point> {
        arrival.at.map(point).or_else(|| place::on_edge(&self.ground, arrival.place.as_deref()?))
    }

    /// The same battle begun in another way, if it has such a variant.
    pub fn variant(&self, id: &str) -> Option<Battle> {
        let variant = self.plan.variants.iter().find(|variant| variant.id.as_str() == id)?;
        let mut battle = self.clone();
        let plan = &mut battle.plan;
        plan.clock.start = variant.start.unwrap_or(plan.clock.start);
        for formation in &mut plan.formations {
            formation.units.retain(|unit| !variant.absent.contains(&unit.id));
            for unit in &mut formation.units {
                if let Some(placed) = variant.placed.iter().find(|placed| placed.unit == unit.id) {
                    (unit.at, unit.facing) = (Some(placed.at), Some(placed.facing));
                    (unit.posture, unit.arrives) = (Some(placed.posture), None);
                }
            }
        }
        for leader in &mut plan.leaders {
            leader.with = leader.with.take().filter(|unit| !variant.absent.contains(unit));
        }
        Some(battle)
    }

    /// Where an objective is.
    pub fn objective_at(&self, objective: &Objective) -> Option<Point> {
        objective.at.map(point).or_else(|| self.locate(objective.place.as_deref()?))
    }

    /// When and where a unit comes on: as it says itself, or as its formation says; nothing if it stands on the map.
    pub fn arrival<'a>(&self, formation: &'a Formation, unit: &'a Unit) -> Option<&'a Arrival> {
        unit.arrives.as_ref().or(formation.arrives.as_ref().filter(|_| unit.at.is_none()))
    }
}

/// Every mistake in a battle folder, in the order of files, lines and columns.
pub fn check(files: &Files) -> Vec<Fault> {
    open(files).err().unwrap_or_default()
}

/// The same, with what it says to rulebooks that there are not, or that do not have the scale it asks for.
pub fn check_with(files: &Files, rulebooks: &[Known<'_>]) -> Vec<Fault> {
    read(files, Some(rulebooks)).err().unwrap_or_default()
}

/// The line and column in `battle.toml` of what a rulebook finds fault with: it begins with the path of a section, like
/// `for.elephant.panic.0: `, or with the name of a unit and a colon.
pub fn place_of(files: &Files, reason: &str) -> Option<(usize, usize)> {
    let mut sheet = Sheet::new(PLAN, text(files, PLAN, &mut Vec::new())?);
    (sheet.tree, _) = tree::read_toml(sheet.text);
    crate::check::rulebooks::place_of(reason, &sheet)
}

/// The battle in a folder, or every mistake in it.
///
/// # Errors
///
/// All that is wrong with the files, in the order of files, lines and columns.
pub fn open(files: &Files) -> Result<Battle, Vec<Fault>> {
    read(files, None)
}

/// The battle in a folder for one rulebook, or every mistake in it, with those in what it says to that rulebook.
///
/// # Errors
///
/// All that is wrong with the files, in the order of files, lines and columns.
pub fn open_for(files: &Files, slug: &str) -> Result<Battle, Vec<Fault>> {
    let battle = open(files)?;
    let Some(text) = text(files, PLAN, &mut Vec::new()) else { return Ok(battle) };
    let mut sheet = Sheet::new(PLAN, text);
    (sheet.tree, _) = tree::read_toml(text);
    crate::check::rulebooks::check_one(slug, &mut sheet);
    sheet.faults.sort();
    if sheet.faults.is_empty() { Ok(battle) } else { Err(sheet.faults) }
}

fn read(files: &Files, rulebooks: Option<&[Known<'_>]>) -> Result<Battle, Vec<Fault>> {
    let mut faults = Vec::new();
    let plan_text = text(files, PLAN, &mut faults);
    let ground_text = text(files, GROUND, &mut faults);
    let history = files.get(HISTORY).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let site = ground_text.and_then(|text| read_ground(text, &mut faults));
    let plan = plan_text.and_then(|text| read_plan(text, site.as_ref(), rulebooks, &mut faults));
    faults.sort();
    faults.dedup();
    match (plan, site) {
        (Some(plan), Some(site)) if faults.is_empty() => Ok(Battle { plan, ground: site.ground, history }),
        _ => Err(faults),
    }
}

fn text<'a>(files: &'a Files, name: &str, faults: &mut Vec<Fault>) -> Option<&'a str> {
    let mut fail = |line: Option<usize>, column: Option<usize>, reason: &str, hint: &str| {
        let (file, reason, hint) = (name.to_owned(), reason.to_owned(), hint.to_owned());
        faults.push(Fault { file, line, column, reason, hint });
    };
    let Some(bytes) = files.get(name) else {
        fail(None, None, "the folder has no such file", "a battle folder holds battle.toml and ground.geojson");
        return None;
    };
    match std::str::from_utf8(bytes) {
        // Some editors put a mark of the encoding in front.
        Ok(text) => Some(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let (line, column) = tree::line_and_column(good, good.len());
            fail(Some(line), Some(column), "here is something that is not text", "save the file as UTF-8");
            None
        }
    }
}

fn read_plan(
    text: &str,
    site: Option<&Site>,
    rulebooks: Option<&[Known<'_>]>,
    faults: &mut Vec<Fault>,
) -> Option<Plan> {
    let mut sheet = Sheet::new(PLAN, text);
    let (tree, slips) = tree::read_toml(text);
    sheet.tree = tree;
    report_slips(&mut sheet, &slips);
    let shape = &*PLAN_SHAPE;
    let plan = if slips.is_empty() {
        shape.mend(&mut sheet);
        typed::<Plan>(&mut sheet)
    } else {
        // How the tables are meant to stand together is not sure any more, but a value is what it is.
        shape.mend_values(&mut sheet);
        None
    };
    if let Some(plan) = &plan {
        crate::check::plan(plan, site, &mut sheet);
        if let Some(rulebooks) = rulebooks {
            crate::check::rulebooks::check(rulebooks, &mut sheet);
        }
    }
    faults.append(&mut sheet.faults);
    plan
}

fn read_ground(text: &str, faults: &mut Vec<Fault>) -> Option<Site> {
    let mut sheet = Sheet::new(GROUND, text);
    let (tree, slips) = tree::read_json(text);
    report_slips(&mut sheet, &slips);
    let mut site = None;
    if let Some(tree) = tree {
        sheet.tree = tree;
        TERRAIN_SHAPE.mend(&mut sheet);
        site = typed::<Terrain>(&mut sheet).map(|terrain| crate::check::terrain(&terrain, &mut sheet));
    }
    faults.append(&mut sheet.faults);
    site
}

fn report_slips(sheet: &mut Sheet<'_>, slips: &[Slip]) {
    for slip in slips {
        sheet.wrong_at(slip.at, slip.reason.clone(), slip.hint);
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
