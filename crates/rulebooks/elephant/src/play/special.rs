//! What a battle folder says to this rulebook alone: its sections `for.elephant`.

use battle::plan::{ForRulebook, Plan};
use engine::Fault;
use engine::book::Rulebook;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Theatre;
use super::muster::wrong;
use super::state::UnitId;
use super::theatre::Fright;
use crate::Book;
use crate::charts::{Grade, Limit, Weapon};

/// For the whole battle.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ForBattle {
    /// The scale its muster roll is made at; at which it is played the table says.
    pub scale: Option<String>,
    /// How many turns it has, whatever the clock says.
    pub turns: Option<u8>,
    /// How far one sees at most.
    pub visibility_yards: Option<u16>,
    /// Panic Markers that the scenario hands out, where this is played.
    pub panic: Vec<ForPanic>,
}

/// Panic Markers for one unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ForPanic {
    /// At the start of which turn.
    pub turn: u8,
    /// The unit.
    pub unit: String,
    /// How many.
    #[serde(default = "one")]
    pub markers: u8,
}

fn one() -> u8 {
    1
}

/// For a formation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ForFormation {
    /// Whether it has a supply wagon where ammunition is counted.
    pub wagon: Option<bool>,
}

/// For a unit.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ForUnit {
    /// Its stands, whatever its men come to; the muster has counted them.
    #[serde(rename = "pieces")]
    _pieces: Option<u16>,
    /// Its Morale Grade.
    pub grade: Option<Grade>,
    /// Its weapon; for a battery that of all its guns.
    pub weapon: Option<Weapon>,
    /// Whether it has the Marksmen skill.
    pub marksmen: Option<bool>,
    /// Whether it carries lances.
    pub lance: Option<bool>,
    /// How many ranks deep its line stands.
    pub ranks: Option<u8>,
}

/// For a leader.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ForLeader {
    /// His rating in morale tests.
    pub morale: Option<u8>,
    /// His rating in Combat.
    pub combat: Option<u8>,
}

/// The Panic Markers of the scenario, or all that is wrong with them. That a unit is not there is nobody's mistake if not
/// all could be raised.
pub(super) fn frights(theatre: &Theatre, plan: &Plan, all_raised: bool) -> Result<Vec<Fright>, Vec<Fault>> {
    let given: ForBattle = special(&plan.rulebooks, "the battle").map_err(|fault| vec![fault])?;
    let most = theatre.book.limit(Limit::PanicMax) as u8;
    let (mut frights, mut faults) = (Vec::new(), Vec::new());
    for (number, one) in given.panic.iter().enumerate() {
        let path = format!("for.{}.panic.{number}", Book::ABOUT.slug);
        if one.markers == 0 || one.markers > most {
            let reason = format!("{path}.markers: {} gets 1 to {most} Panic Markers", one.unit);
            faults.push(wrong(reason).hint(format!("write a whole number from 1 to {most}")));
        }
        match theatre.regiments.iter().position(|regiment| regiment.id == one.unit) {
            Some(place) => frights.push(Fright { turn: one.turn, unit: UnitId::at(place), markers: one.markers }),
            None if all_raised => {
                faults.push(wrong(format!("{path}.unit: {} is no unit of its own at this scale", one.unit)));
            }
            None => {}
        }
    }
    if faults.is_empty() { Ok(frights) } else { Err(faults) }
}

/// The section of this rulebook, or nothing special; `whom` says whose it is.
pub(super) fn special<T: DeserializeOwned + Default>(sections: &ForRulebook, whom: &str) -> Result<T, Fault> {
    let Some(section) = sections.get(Book::ABOUT.slug) else { return Ok(T::default()) };
    T::deserialize(serde_json::Value::Object(section.clone()))
        .map_err(|error| Fault::of_file("battle.toml", format!("for.{} of {whom}: {error}", Book::ABOUT.slug)))
}
