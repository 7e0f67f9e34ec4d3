//! What a battle of the right shape can still have wrong with it. Everything is reported.

mod chain;
mod clock;
mod contours;
mod objectives;
mod outlines;
mod places;
mod repeats;
mod roll;
pub(crate) mod rulebooks;
mod sections;
mod site;
mod terrain;
mod units;
mod variants;

use crate::plan::{Formation, Id, Plan, Unit};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

use self::roll::Rolls;
pub(crate) use self::site::Site;
pub(crate) use self::terrain::terrain;

/// Checks a plan on its ground, if that could be read.
pub(crate) fn plan(plan: &Plan, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    let rolls = Rolls::of(plan, sheet);
    names(plan, sheet);
    repeats::check(sheet);
    chain::check(plan, &rolls, sheet);
    units::check(plan, sheet);
    clock::check(plan, sheet);
    objectives::check(plan, &rolls, site, sheet);
    places::check(plan, site, sheet);
    variants::check(plan, &rolls, site, sheet);
}

/// A unit with its place in the plan: the number of its formation and its own number in it.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub(crate) formation: usize,
    pub(crate) number: usize,
    pub(crate) unit: &'a Unit,
}

impl Listed<'_> {
    /// The path to one of its fields.
    pub(crate) fn field<'a>(&self, name: &'a str) -> [Step<'a>; 5] {
        [
            Step::Key("formation"),
            Step::Index(self.formation),
            Step::Key("units"),
            Step::Index(self.number),
            Step::Key(name),
        ]
    }

    /// The path to something in one of its fields.
    pub(crate) fn within<'a>(&self, name: &'a str, rest: &[Step<'a>]) -> Vec<Step<'a>> {
        [&self.field(name)[..], rest].concat()
    }

    /// Whether all these fields are as somebody wrote them, or really not there.
    pub(crate) fn sure(&self, fields: &[&str], sheet: &Sheet<'_>) -> bool {
        fields.iter().all(|name| sheet.sure(&self.field(name)))
    }
}

/// All units, in the order they are listed.
pub(crate) fn units(plan: &Plan) -> impl Iterator<Item = Listed<'_>> {
    plan.formations.iter().enumerate().flat_map(|(formation, of)| {
        of.units.iter().enumerate().map(move |(number, unit)| Listed { formation, number, unit })
    })
}

/// The formation of that id.
pub(crate) fn formation<'a>(plan: &'a Plan, id: &Id) -> Option<&'a Formation> {
    plan.formations.iter().find(|formation| formation.id == *id)
}

/// Ids and names that are used twice.
fn names(plan: &Plan, sheet: &mut Sheet<'_>) {
    let mut seen: Vec<(&str, &str, usize)> = Vec::new();
    let mut all: Vec<(&'static str, &str, Vec<Step<'_>>)> = Vec::new();
    let listed = |list: &'static str, number: usize| way![list, number, "id"].to_vec();
    all.extend(plan.sides.iter().enumerate().map(|(n, side)| ("side", side.id.as_str(), listed("side", n))));
    all.extend(plan.formations.iter().enumerate().map(|(n, of)| ("formation", of.id.as_str(), listed("formation", n))));
    all.extend(units(plan).map(|unit| ("unit", unit.unit.id.as_str(), unit.field("id").to_vec())));
    all.extend(plan.leaders.iter().enumerate().map(|(n, of)| ("leader", of.id.as_str(), listed("leader", n))));
    all.extend(plan.objectives.iter().enumerate().map(|(n, of)| ("objective", of.id.as_str(), listed("objective", n))));
    all.extend(plan.variants.iter().enumerate().map(|(n, of)| ("variant", of.id.as_str(), listed("variant", n))));
    for (list, name, path) in &all {
        if !sheet.sure(path) {
            continue;
        }
        let line = sheet.line_of(path);
        if let Some((_, _, first)) = seen.iter().find(|(other, known, _)| other == list && known == name) {
            sheet.wrong(
                path,
                format!("{list} id {name} is used twice"),
                format!("the first one stands in line {first}"),
            );
        } else {
            seen.push((list, name, line));
        }
    }
}
