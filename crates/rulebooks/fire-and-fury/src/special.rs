//! Special rules (section 11, with 6.2 and `house-formations`): which formations troops may take, and what they do in them.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Refusal, Ruling, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::FormationRow;
use crate::fire::stands_that_fire;
use crate::legality::{forbidden_to, may_dismount};
use crate::pieces::{Class, Faction, Formation, STANDS_MAX};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: formations there are.
const FORMATIONS: usize = 8;

/// A unit of troops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drilled {
    /// What kind of troops it is.
    pub class: Class,
    /// Whose troops it is; decides whether cavalry may dismount.
    pub faction: Faction,
    /// Whether it is a detachment of one stand.
    pub detachment: bool,
    /// Its stands.
    pub stands: u8,
}

impl Default for Drilled {
    fn default() -> Self {
        Drilled { class: Class::default(), faction: Faction::default(), detachment: false, stands: 8 }
    }
}

/// A formation that the unit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct OpenFormation {
    /// Which.
    pub formation: Formation,
    /// How many of its stands fire in it; of mounted troops only in line and extended line.
    pub stands_that_fire: u8,
    /// Whether their fire points are halved by it.
    pub halved: bool,
    /// Whether it may charge in it.
    pub charges: bool,
    /// Whether it has flanks in it.
    pub flanks: bool,
}

/// Every formation that the unit may take.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FormationsOutcome {
    /// In the order of the chart.
    pub formations: ArrayVec<OpenFormation, FORMATIONS>,
}

/// The formations of troops.
pub struct Formations;

impl Procedure for Formations {
    type Book = Book;
    type Situation = Drilled;
    type Outcome = FormationsOutcome;

    const NAME: &'static str = "formations";
    const CHAPTER: &'static str = "Special rules";
    const SUMMARY: &'static str =
        "Which formations a unit may take, how many stands fire in each, and whether it may charge.";

    fn examples() -> Vec<(&'static str, Drilled)> {
        let regulars = Drilled::default();
        let of = |class, faction| Drilled { class, faction, stands: 5, detachment: false };
        vec![
            ("regular infantry", regulars),
            ("militia", Drilled { class: Class::Militia, ..regulars }),
            ("guerrillas", of(Class::Guerrilla, Faction::Other)),
            ("US cavalry", of(Class::Cavalry, Faction::Us)),
            ("French cavalry", of(Class::Cavalry, Faction::French)),
            ("a detachment", Drilled { detachment: true, stands: 1, ..regulars }),
        ]
    }

    fn check(_: &Book, situation: &Drilled) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let stands = situation.stands;
        refusal.unless((1..=STANDS_MAX).contains(&stands), "stands", FF_SCALE_STAND, || {
            format!("a unit has 1 to {STANDS_MAX} stands")
        });
        refusal.unless(!situation.detachment || stands == 1, "stands", FF_SPEC_DET_ONE_STAND, || {
            "a detachment has exactly one stand".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Drilled, umpire: &mut U) -> Ruling<FormationsOutcome, U> {
        cite_special_rules(book, situation, umpire);
        let mut formations = ArrayVec::new();
        for formation in Formation::ALL.iter().copied() {
            if forbidden_to(book, situation.class, situation.faction, formation).is_none() {
                formations.push(open_formation(book, situation, formation, umpire));
            }
        }
        Ok(FormationsOutcome { formations })
    }

    fn line(outcome: &FormationsOutcome) -> String {
        let words = |open: &OpenFormation| {
            let charges = if open.charges { ", charges" } else { "" };
            format!("{} ({} fire{charges})", open.formation, open.stands_that_fire)
        };
        outcome.formations.iter().map(words).collect::<Vec<_>>().join("; ")
    }
}

/// Guerrillas, militia, regulars, cavalry and detachments.
fn cite_special_rules<U: Umpire>(book: &Book, unit: &Drilled, umpire: &mut U) {
    if unit.detachment {
        umpire.cite(FF_SPEC_DET_ONE_STAND);
        umpire.cite(FF_SPEC_DET_NO_CHARGE);
    }
    match unit.class {
        Class::Guerrilla | Class::MountedGuerrilla => umpire.cite(FF_SPEC_GUERRILLA_FORMATIONS),
        Class::Regular | Class::Militia => {
            umpire.cite(FF_SPEC_REGULAR_NO_MASS);
            if unit.class == Class::Militia {
                umpire.cite(FF_SPEC_MILITIA_REGULARS);
            }
            if unit.class == Class::Regular || book.switches.militia_may_square {
                umpire.cite(FF_SPEC_REGULAR_SQUARE);
            }
        }
        Class::Cavalry | Class::Lancer | Class::MountedInfantry => {
            let dismounts = may_dismount(unit.class, unit.faction);
            umpire.cite(if dismounts { FF_SPEC_CAV_DISMOUNT } else { FF_SPEC_CAV_HORSEBACK });
        }
    }
}

/// S34, S35: the stands that fire; a mounted unit fires only in line or extended line.
fn open_formation<U: Umpire>(book: &Book, unit: &Drilled, formation: Formation, umpire: &mut U) -> OpenFormation {
    let row = FormationRow(formation);
    let rides = unit.class.is_mounted_in(formation) && !matches!(formation, Formation::Line | Formation::Extended);
    let fire = if rides { 0 } else { stands_that_fire(book, formation, unit.stands, umpire) };
    let charges = umpire.read(book.tables.field.may_charge.at(row));
    let halved = formation == Formation::Mass;
    if halved {
        umpire.cite(FF_FIRE_PT_MASS);
    }
    OpenFormation {
        formation,
        stands_that_fire: fire,
        halved,
        charges: charges && !unit.detachment,
        flanks: umpire.read(book.tables.field.flanks.at(row)).0,
    }
}
