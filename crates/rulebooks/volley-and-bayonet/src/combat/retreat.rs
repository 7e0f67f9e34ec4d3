//! Retreats: of the losers of a melee, and of horse that falls back to save itself (P14, S36, S37, S55).
//!
//! Not here: the direction, and who stands in the way; those need a map.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Level, Limit, Terrain, Weapon};
use crate::rules::*;
use crate::terrain::movement_rule;
use crate::unit::{Stand, check_stand};
use crate::{Book, Event, Referee};

keys! {
    /// Why a stand retreats.
    #[derive(Default)]
    pub enum RetreatCause {
        /// It lost a melee.
        #[default]
        Melee = "melee",
        /// It is horse that threw to save itself from fire.
        Saves = "saves",
    }
}

keys! {
    /// What a retreat finds behind it.
    #[derive(Default)]
    pub enum RetreatPath {
        /// Room, straight back or within 45 degrees of it.
        #[default]
        Clear = "clear",
        /// Something in the way: it stops an inch short.
        Blocked = "blocked",
        /// No room at all.
        NoRoom = "no_room",
        /// The table's edge.
        OffTable = "off_table",
    }
}

/// A stand that retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatSituation {
    /// The stand.
    pub stand: Stand,
    /// Why it goes.
    #[serde(default)]
    pub cause: RetreatCause,
    /// Saving throws it took (horse under fire).
    #[serde(default)]
    pub throws: u8,
    /// What it finds behind it.
    #[serde(default)]
    pub path: RetreatPath,
    /// The terrain it goes into.
    #[serde(default)]
    pub into: Terrain,
}

/// The stand afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RetreatOutcome {
    /// Its level.
    pub level: Level,
    /// Its strength points.
    pub sp: u8,
    /// Inches it has to go, with room for all of them.
    pub inches: Decimal,
    /// Whether its stationary or gone-to-ground marker comes off.
    pub marker_lost: bool,
    /// Whether guns limber for it.
    pub limbers: bool,
}

/// LIMIT: throws that horse can have taken.
const THROWS_MAX: u8 = 24;

/// P14 as a procedure of its own.
pub struct Retreat;

impl Procedure for Retreat {
    type Book = Book;
    type Situation = RetreatSituation;
    type Outcome = RetreatOutcome;

    const NAME: &'static str = "retreat";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str = "How far a beaten stand goes back, and what it loses where there is no room.";

    fn examples() -> Vec<(&'static str, RetreatSituation)> {
        let plain = RetreatSituation {
            stand: Stand { stationary: true, ..Stand::brigade(Weapon::RifledMusket, 4, 4) },
            cause: RetreatCause::Melee,
            throws: 0,
            path: RetreatPath::Clear,
            into: Terrain::Clear,
        };
        let horse = RetreatSituation { stand: Stand::cavalry(4, 4), cause: RetreatCause::Saves, throws: 2, ..plain };
        vec![
            ("a beaten brigade", plain),
            ("a beaten brigade with its back to a river", RetreatSituation { path: RetreatPath::Blocked, ..plain }),
            ("surrounded", RetreatSituation { path: RetreatPath::NoRoom, ..plain }),
            ("cavalry that saved itself twice", horse),
        ]
    }

    fn check(book: &Book, situation: &RetreatSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        let saves = situation.cause == RetreatCause::Saves;
        refusal.unless(!saves || situation.stand.is_mounted(), "cause", VB_SAVE_CAVALRY, || {
            "only mounted troops retreat to save themselves".to_owned()
        });
        let thrown = if saves { 1..=THROWS_MAX } else { 0..=0 };
        refusal.unless(thrown.contains(&situation.throws), "throws", VB_SAVE_CAVALRY, || {
            format!("horse under fire throws 1 to {THROWS_MAX} times, others do not")
        });
        let going = book.tables.going.at(situation.into, situation.stand.column());
        let closed = going.is_some_and(|going| going.value.xx) && situation.path == RetreatPath::Clear;
        let rule = movement_rule(situation.into, situation.stand.column());
        refusal.unless(!closed, "into", rule, || "it may not go in there: its path is blocked".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RetreatSituation, umpire: &mut U) -> Ruling<RetreatOutcome, U> {
        let stand = &situation.stand;
        let saves = situation.cause == RetreatCause::Saves;
        umpire.cite(if saves { VB_SAVE_CAVALRY } else { VB_COM_LOSER });
        let inches = if saves {
            umpire.read(book.tables.limits.at(Limit::SaveRetreat)).times(situation.throws.into())
        } else {
            stand.full_move(book).scaled(umpire.read(book.tables.limits.at(Limit::RetreatPart)))
        };
        let mut outcome = RetreatOutcome {
            level: stand.level,
            sp: stand.sp,
            inches,
            marker_lost: stand.stationary || stand.gone_to_ground,
            limbers: stand.is_artillery() && !stand.limbered,
        };
        // S37: where there is no way at all, or only the table's edge, the stand is lost.
        let lost = match situation.path {
            RetreatPath::Clear => 0,
            RetreatPath::Blocked => umpire.read(book.tables.limits.at(Limit::BlockedCasualties)).thousandths() / 1_000,
            RetreatPath::NoRoom | RetreatPath::OffTable => i32::from(stand.sp),
        };
        let lost = u8::try_from(lost).unwrap_or(stand.sp).min(stand.sp);
        outcome.sp -= lost;
        if lost > 0 {
            umpire.tell(|| Event::Lost { stand: 1, casualties: lost });
        }
        let going = book.tables.going.at(situation.into, stand.column());
        let rough = !saves && going.is_some_and(|going| going.value.de || going.value.di);
        if rough {
            umpire.cite(movement_rule(situation.into, stand.column()));
        }
        outcome.level = match stand.level {
            _ if outcome.sp == 0 => Level::Eliminated,
            // A melee lost disorders; so does the ground, but never twice (S66).
            Level::Good if !saves || rough => Level::TempDisorder,
            level => level,
        };
        Ok(outcome)
    }

    fn line(outcome: &RetreatOutcome) -> String {
        match outcome.level {
            Level::Eliminated => "no way back: it is lost".to_owned(),
            level => format!("{} back, {level}, {} SP", counted(outcome.inches, "inch", "inches"), outcome.sp),
        }
    }
}
