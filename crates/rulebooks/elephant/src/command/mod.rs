//! Commanders: what they add, and what becomes of them when their units suffer (P10).
//!
//! [`officer`] is how they get about, [`marksman`] the optional fire at one who stands alone. Succession is with the order of
//! play. Not here: the tests of the other units a killed commander leads; each of them is a morale test of its own.

mod marksman;
mod officer;

use engine::book::Procedure;
use engine::chart::Key;
use engine::dice::DICE_MAX;
use engine::{Asks, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use marksman::{FireAtOfficer, FireAtOfficerOutcome, FireAtOfficerSituation};
pub use officer::{
    MoveOfficer, OfficerEscape, OfficerEscapeOutcome, OfficerEscapeSituation, OfficerMoveOutcome, OfficerMoveSituation,
    OfficerWay,
};

use crate::charts::{Casualty, CasualtyCheck, Limit, Rank};
use crate::rules::*;
use crate::unit::{Commander, Condition, check_commander, check_condition};
use crate::{Book, Event, Referee};

/// The commander with a unit, as a procedure goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Command {
    /// Nobody, or nobody any more.
    None,
    /// Unhurt, with his rating.
    Fit(u8),
    /// Lightly wounded, with his rating.
    Wounded(u8),
}

impl Command {
    pub(crate) fn of(commander: Option<&Commander>) -> Self {
        match commander {
            None => Command::None,
            Some(Commander { rating, wounded: false }) => Command::Fit(*rating),
            Some(Commander { rating, wounded: true }) => Command::Wounded(*rating),
        }
    }

    /// His rating, or zero.
    pub(crate) fn rating(self) -> u8 {
        match self {
            Command::None => 0,
            Command::Fit(rating) | Command::Wounded(rating) => rating,
        }
    }
}

/// What a commander's rating helps with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Morale,
    Combat,
}

/// Cites what gives a commander of this rating his effect: the line of his rank, or his own record. Nobody is cited where
/// nobody helps.
#[inline]
pub(crate) fn cite_commander<U: Referee>(book: &Book, effect: Effect, rating: u8, umpire: &mut U) {
    if rating == 0 {
        return;
    }
    umpire.cite_all([SE_CMDR_TABLE, SE_CMDR_SUBORDINATE]);
    let column = match effect {
        Effect::Morale => &book.tables.rank_morale,
        Effect::Combat => &book.tables.rank_combat,
    };
    let rank = Rank::ALL.iter().copied().find(|rank| column.at(*rank).value == u16::from(rating));
    if let Some(rank) = rank {
        umpire.read(column.at(rank));
    }
    match (rank, effect) {
        (Some(Rank::Brigade), Effect::Morale) => umpire.cite(SE_CMDR_BRIGADE_MORALE),
        (Some(Rank::Brigade), Effect::Combat) => umpire.cite(SE_CMDR_BRIGADE_COMBAT),
        (Some(Rank::Division), Effect::Morale) => umpire.cite(SE_CMDR_DIVISION_MORALE),
        (Some(Rank::Division), Effect::Combat) => umpire.cite(SE_CMDR_DIVISION_COMBAT),
        (Some(Rank::Corps | Rank::Army) | None, _) => umpire.cite(SE_CMDR_EXCEPTIONAL),
    }
}

/// P10. So many hits, or stands lost in Combat, endanger the commander with the unit. Any casualty face among all the dice
/// hits him once (R 27); a second light wound is a serious one (R 10).
#[inline(always)]
pub(crate) fn commander_check<U: Referee>(
    book: &Book,
    check: CasualtyCheck,
    count: u16,
    command: &mut Command,
    condition: &mut Condition,
    umpire: &mut U,
) -> Ruling<Casualty, U> {
    if count == 0 || *command == Command::None {
        return Ok(Casualty::None);
    }
    // COST: few units have a commander with them. What he risks is worked out elsewhere, on copies, so that the unit need
    // not stand in memory for his sake.
    let (casualty, after) = endangered(book, check, count, (*command, *condition), umpire)?;
    (*command, *condition) = after;
    Ok(casualty)
}

/// The dice of P10, and what they do to the commander and his unit.
#[inline(never)]
fn endangered<U: Referee>(
    book: &Book,
    check: CasualtyCheck,
    count: u16,
    (command, mut condition): (Command, Condition),
    umpire: &mut U,
) -> Ruling<(Casualty, (Command, Condition)), U> {
    let (casualty, command) = fate(book, check, count, command, umpire)?;
    match casualty {
        Casualty::Killed => {
            umpire.cite_all([SE_CAS_KILLED_TEST, SE_PANIC_CAUSE_COMMANDER]);
            condition.take_markers(book, book.limit(Limit::KilledMarkers) as u8, umpire);
        }
        Casualty::Serious => {
            umpire.cite(SE_PANIC_CAUSE_COMMANDER);
            condition.take_markers(book, book.limit(Limit::SeriousMarkers) as u8, umpire);
        }
        Casualty::Light | Casualty::None => {}
    }
    Ok((casualty, (command, condition)))
}

/// What the dice of P10 do to the man himself.
fn fate<U: Referee>(
    book: &Book,
    check: CasualtyCheck,
    count: u16,
    command: Command,
    umpire: &mut U,
) -> Ruling<(Casualty, Command), U> {
    let tables = &book.tables;
    let rule = match check {
        CasualtyCheck::Fire => SE_CAS_FIRE,
        CasualtyCheck::Combat => SE_CAS_COMBAT,
    };
    let dice = umpire.read(tables.casualty_dice.at(check)).0.saturating_mul(count.min(u8::MAX.into()) as u8);
    let face = umpire.read(tables.casualty_on.at(check)) as u8;
    if umpire.showing(dice, face, rule)? == 0 {
        return Ok((Casualty::None, command));
    }
    let die = umpire.d6(SE_CAS_TABLE)?;
    let row = umpire.read(tables.casualties.row(die)?);
    let casualty = match (tables.casualty(row), command) {
        (Casualty::Light, Command::Wounded(_)) => {
            umpire.cite(SE_CAS_LIGHT);
            Casualty::Serious
        }
        (casualty, _) => casualty,
    };
    umpire.tell(|| Event::CommanderHit { casualty });
    Ok(match casualty {
        Casualty::Killed => {
            umpire.cite(SE_CAS_KILLED);
            (casualty, Command::None)
        }
        Casualty::Serious => {
            umpire.cite(SE_CAS_SERIOUS);
            (casualty, Command::None)
        }
        Casualty::Light => {
            umpire.cite(SE_CAS_LIGHT);
            (casualty, Command::Wounded(command.rating()))
        }
        Casualty::None => {
            umpire.cite(SE_CAS_NONE);
            (casualty, command)
        }
    })
}

/// A commander whose unit has just suffered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CasualtySituation {
    /// What his unit suffered: hits from fire, or stands lost in Combat.
    pub occasion: CasualtyCheck,
    /// How many hits, or how many stands.
    pub count: u16,
    /// The commander.
    pub commander: Commander,
    /// His unit, for the Panic Markers it may take.
    pub condition: Condition,
}

/// What became of a commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CasualtyOutcome {
    /// What became of him.
    pub casualty: Casualty,
    /// Whether his unit, and if he was killed every unit under his command, must test at once.
    pub tests_at_once: bool,
    /// His unit afterwards.
    pub condition: Condition,
}

/// P10 as a procedure of its own.
pub struct OfficerCasualty;

impl Procedure for OfficerCasualty {
    type Book = Book;
    type Situation = CasualtySituation;
    type Outcome = CasualtyOutcome;

    const NAME: &'static str = "officer-casualty";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "A commander's unit took hits or lost stands: is he hurt?";

    fn examples() -> Vec<(&'static str, CasualtySituation)> {
        let plain = CasualtySituation {
            occasion: CasualtyCheck::Fire,
            count: 2,
            commander: Commander { rating: 1, wounded: false },
            condition: Condition { stands: 8, hits: 2, panic: 1, lost: 1 },
        };
        vec![
            ("two hits on a brigadier's regiment", plain.clone()),
            (
                "a wounded general where a stand was lost in Combat",
                CasualtySituation {
                    occasion: CasualtyCheck::Combat,
                    count: 1,
                    commander: Commander { rating: 2, wounded: true },
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &CasualtySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let dice = book.tables.casualty_dice.at(situation.occasion).value.0;
        let most = u16::from(DICE_MAX / dice.max(1));
        refusal.unless((1..=most).contains(&situation.count), "count", SE_CAS_TABLE, || format!("give 1 to {most}"));
        // The kind of unit does not matter here; infantry stands bear the most hits.
        check_condition(book, &mut refusal, "condition", crate::charts::StandKind::Infantry, &situation.condition);
        check_commander(book, &mut refusal, "commander.rating", Some(&situation.commander));
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &CasualtySituation, umpire: &mut U) -> Ruling<CasualtyOutcome, U> {
        let mut command = Command::of(Some(&situation.commander));
        let mut condition = situation.condition;
        let casualty =
            commander_check(book, situation.occasion, situation.count, &mut command, &mut condition, umpire)?;
        let tests_at_once = matches!(casualty, Casualty::Killed | Casualty::Serious);
        Ok(CasualtyOutcome { casualty, tests_at_once, condition })
    }

    fn line(outcome: &CasualtyOutcome) -> String {
        match outcome.casualty {
            Casualty::Killed => "killed: his unit takes markers, and all he commands test at once".to_owned(),
            Casualty::Serious => "seriously wounded: he leaves the field, and his unit tests at once".to_owned(),
            Casualty::Light => "lightly wounded: slower from now on".to_owned(),
            Casualty::None => "unhurt".to_owned(),
        }
    }
}
