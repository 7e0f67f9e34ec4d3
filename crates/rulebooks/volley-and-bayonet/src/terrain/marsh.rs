//! Marsh: one die for each stand that enters (S63, S84).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Looked, Modifiers, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::movement_rule;
use crate::charts::{Column, Going, Gun, MARSH_MOST, Marsh, MarshMod, Special, Terrain, Weapon};
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Event, Referee};

/// A stand at the edge of a marsh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarshSituation {
    /// The stand.
    pub stand: Stand,
    /// Stands that already went through the same spot this player turn.
    #[serde(default)]
    pub earlier: u8,
}

/// How it finds the marsh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MarshOutcome {
    /// The result.
    pub marsh: Marsh,
    /// What an inch costs inside.
    pub factor: u8,
    /// Whether it is disordered inside.
    pub disordered: bool,
}

/// The marsh roll as a procedure.
pub struct MarshRoll;

impl Procedure for MarshRoll {
    type Book = Book;
    type Situation = MarshSituation;
    type Outcome = MarshOutcome;

    const NAME: &'static str = "marsh";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "A stand enters a marsh: firm enough, double distance, or mired.";

    fn examples() -> Vec<(&'static str, MarshSituation)> {
        let guns = Stand { limbered: true, ..Stand::guns(Gun::RifledField, 2, 4) };
        vec![
            ("a brigade", MarshSituation { stand: Stand::brigade(Weapon::RifledMusket, 4, 4), earlier: 0 }),
            ("guns in its tracks", MarshSituation { stand: guns, earlier: 1 }),
        ]
    }

    fn check(book: &Book, situation: &MarshSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        check_traffic(book, &mut refusal, "earlier", situation.earlier);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MarshSituation, umpire: &mut U) -> Ruling<MarshOutcome, U> {
        let column = situation.stand.column();
        let cell = book.tables.going.at(Terrain::Marsh, column);
        if cell.is_some_and(|cell| umpire.read(cell).special != Special::Roll) {
            umpire.cite(movement_rule(Terrain::Marsh, column));
            return Ok(MarshOutcome { marsh: Marsh::None, factor: 1, disordered: false });
        }
        let (marsh, going) = marsh_roll(book, column, situation.earlier, umpire)?;
        Ok(MarshOutcome { marsh, factor: going.factor.unwrap_or(1), disordered: going.di })
    }

    fn line(outcome: &MarshOutcome) -> String {
        let disordered = if outcome.disordered { ", disordered" } else { "" };
        format!("{}: an inch costs {}{disordered}", outcome.marsh, outcome.factor)
    }
}

/// LIMIT: so many stands before it that the chart still has a row.
pub(crate) fn check_traffic(book: &Book, refusal: &mut Refusal, field: &str, earlier: u8) {
    let each = book.tables.marsh_modifiers.at(MarshMod::Traffic).value;
    let guns = book.tables.marsh_modifiers.at(MarshMod::Artillery).value;
    let (least, most) = (
        1 + guns.min(0) + each.min(0) * i16::from(earlier),
        6 + guns.max(0) + each.max(0).saturating_mul(earlier.into()),
    );
    refusal.unless(least >= 1 && most <= MARSH_MOST, field, VB_TER_MARSH_M_PLUS, || {
        "more stands than the spot can have seen".to_owned()
    });
}

/// The die, its modifiers and the row of the chart.
pub(crate) fn marsh_roll<U: Referee>(
    book: &Book,
    column: Column,
    earlier: u8,
    umpire: &mut U,
) -> Ruling<(Marsh, Going), U> {
    let chart = &book.tables.marsh_modifiers;
    let mut modifiers = Modifiers::new();
    modifiers.add_if(column == Column::Artillery, VB_TER_MARSH_M_PLUS, || chart.at(MarshMod::Artillery));
    if earlier > 0 {
        modifiers.add_times(VB_TER_MARSH_M_PLUS, chart.at(MarshMod::Traffic), earlier.into());
    }
    let modified = umpire.d6(VB_TER_MARSH_M_ROLL)? + umpire.apply(&modifiers);
    let row = umpire.read(book.tables.marsh_rows.row(modified)?);
    let marsh = Marsh::ALL.get(row).copied().unwrap_or(Marsh::None);
    let Looked { value, cell } = book.tables.marsh_going.at(marsh);
    umpire.look(cell);
    umpire.tell(|| Event::EnteredMarsh { modified, marsh });
    Ok((marsh, value))
}
