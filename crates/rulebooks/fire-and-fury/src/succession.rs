//! Leaders who come and go (4, 9): attaching, detaching, replacing, returning; and how one who is ridden down gets away.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Umpire, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Value;
use crate::leaders::{FallenOutcome, LeaderFate, Officer, OfficerInDanger, fallen_leader};
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// What a side does with a leader at the start of its turn.
    pub enum LeaderAction {
        /// He joins a unit.
        Attach = "attach",
        /// He leaves his unit.
        Detach = "detach",
        /// Somebody takes his place.
        Replace = "replace",
        /// He comes back after he was knocked down.
        Return = "return",
    }
}

/// A leader at the start of his side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderChange {
    /// What is to be done.
    pub action: LeaderAction,
    /// How far the unit is that he joins, in inches.
    #[serde(default)]
    pub distance: Decimal,
    /// Whether he is a scout or another personality; they are leaders too.
    #[serde(default)]
    pub scout: bool,
    /// What made him leave the table, for those who are replaced or return.
    #[serde(default)]
    pub fate: Option<LeaderFate>,
    /// Whether he left it in this very player turn.
    #[serde(default)]
    pub lost_this_turn: bool,
    /// Whether his side has already played the turn that he misses.
    #[serde(default)]
    pub missed_his_turn: bool,
}

impl LeaderChange {
    /// Plainly this.
    pub fn new(action: LeaderAction) -> Self {
        LeaderChange {
            action,
            distance: Decimal::ZERO,
            scout: false,
            fate: None,
            lost_this_turn: false,
            missed_his_turn: false,
        }
    }
}

/// Where he is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct LeaderChangeOutcome {
    /// Whether he is attached to a unit.
    pub attached: bool,
    /// Within how many inches of a unit of his command he is placed; nothing if he is with one.
    pub placed_within: Option<Decimal>,
    /// Whether the leader has the old one's letters.
    pub keeps_letters: bool,
}

/// Attaching, detaching and replacing leaders.
pub struct ChangeLeader;

impl Procedure for ChangeLeader {
    type Book = Book;
    type Situation = LeaderChange;
    type Outcome = LeaderChangeOutcome;

    const NAME: &'static str = "change-leader";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Whether a leader may attach, detach, return or be replaced, and where he is placed.";

    fn examples() -> Vec<(&'static str, LeaderChange)> {
        let plain = LeaderChange::new;
        vec![
            (
                "a leader joins a regiment",
                LeaderChange { distance: Decimal::from_int(3), ..plain(LeaderAction::Attach) },
            ),
            ("he rides off again", plain(LeaderAction::Detach)),
            (
                "a dead leader is replaced",
                LeaderChange { fate: Some(LeaderFate::Dead), ..plain(LeaderAction::Replace) },
            ),
            (
                "a leader who was knocked down comes back",
                LeaderChange {
                    fate: Some(LeaderFate::KnockedDown),
                    missed_his_turn: true,
                    ..plain(LeaderAction::Return)
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &LeaderChange) -> Result<(), Refusal> {
        check(book, situation)
    }

    fn run<U: Referee>(book: &Book, situation: &LeaderChange, umpire: &mut U) -> Ruling<LeaderChangeOutcome, U> {
        Ok(change(book, situation, umpire))
    }

    fn line(outcome: &LeaderChangeOutcome) -> String {
        let place = match (outcome.attached, outcome.placed_within) {
            (true, _) => "attached".to_owned(),
            (false, Some(inches)) => {
                format!("placed within {} of a unit of his command", counted(inches, "inch", "inches"))
            }
            (false, None) => "placed touching the unit".to_owned(),
        };
        if outcome.keeps_letters { place } else { format!("{place}, no letters") }
    }
}

/// S59: he attaches himself to a unit near him. S60: the lost are replaced in a later turn; the knocked down come back.
fn check(book: &Book, situation: &LeaderChange) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    let reach = book.tables.value(Value::LeaderAttach).value;
    let near = situation.distance >= Decimal::ZERO && situation.distance <= reach;
    refusal.unless(situation.action != LeaderAction::Attach || near, "distance", FF_TURN_MNV_1, || {
        format!("a leader joins a unit within {reach} inches")
    });
    let lost = matches!(situation.fate, Some(LeaderFate::Dead | LeaderFate::OutOfBattle | LeaderFate::Captured));
    let replaces = situation.action == LeaderAction::Replace;
    refusal.unless(!replaces || lost, "fate", FF_TURN_MNV_1, || {
        "only the dead, the captured and those out of the battle are replaced".to_owned()
    });
    refusal.unless(!(replaces && situation.lost_this_turn), "lost_this_turn", FF_TURN_MNV_1, || {
        "he is replaced at the start of a later player turn".to_owned()
    });
    let returns = situation.action == LeaderAction::Return;
    let back = situation.fate == Some(LeaderFate::KnockedDown) && situation.missed_his_turn;
    refusal.unless(!returns || back, "fate", FF_FALL_8, || {
        "only a leader who was knocked down comes back, after he missed a player turn of his side".to_owned()
    });
    let here = !replaces && !returns;
    refusal.unless(!here || !lost, "fate", FF_TURN_MNV_1, || "he is not on the table".to_owned());
    refusal.verdict()
}

fn change<U: Umpire>(book: &Book, situation: &LeaderChange, umpire: &mut U) -> LeaderChangeOutcome {
    umpire.cite(FF_TURN_MNV_1);
    if situation.scout {
        umpire.cite(FF_SPEC_SCOUTS);
    }
    let mut placed = || Some(umpire.read(book.tables.value(Value::LeaderPlace)));
    match situation.action {
        LeaderAction::Attach => LeaderChangeOutcome { attached: true, placed_within: None, keeps_letters: true },
        LeaderAction::Detach => LeaderChangeOutcome { attached: false, placed_within: None, keeps_letters: true },
        LeaderAction::Replace => LeaderChangeOutcome { attached: false, placed_within: placed(), keeps_letters: false },
        LeaderAction::Return => LeaderChangeOutcome { attached: false, placed_within: placed(), keeps_letters: true },
    }
}

/// A leader whom an enemy charge or a retreat goes over, or whose unit is destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LeaderRiddenDown {
    /// Whether he was attached to a unit that has just been destroyed; he then rolls first.
    pub unit_destroyed: bool,
    /// Whether that unit was swept from the field or repulsed in a charge.
    pub swept_or_repulsed: bool,
    /// How far the nearest friendly unit is, in inches; nothing if there is none.
    pub nearest_friend: Option<Decimal>,
}

/// What becomes of him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct EscapeOutcome {
    /// What becomes of him in the end.
    pub fate: LeaderFate,
    /// Whether he is moved to the nearest friendly unit.
    pub escapes: bool,
}

/// How a leader gets away.
pub struct LeaderEscape;

impl Procedure for LeaderEscape {
    type Book = Book;
    type Situation = LeaderRiddenDown;
    type Outcome = EscapeOutcome;

    const NAME: &'static str = "leader-escape";
    const CHAPTER: &'static str = "Leaders";
    const SUMMARY: &'static str = "What becomes of a leader who is ridden down, or whose unit is destroyed.";

    fn examples() -> Vec<(&'static str, LeaderRiddenDown)> {
        let near = LeaderRiddenDown { nearest_friend: Some(Decimal::from_int(9)), ..LeaderRiddenDown::default() };
        vec![
            ("a charge goes over a leader with friends near", near),
            ("nobody is near", LeaderRiddenDown::default()),
            ("his regiment is destroyed", LeaderRiddenDown { unit_destroyed: true, ..near }),
        ]
    }

    fn check(_: &Book, situation: &LeaderRiddenDown) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let measured = situation.nearest_friend.is_none_or(|inches| inches >= Decimal::ZERO);
        refusal.unless(measured, "nearest_friend", FF_FALL_CAPTURE, || "a distance is not negative".to_owned());
        let fits = situation.unit_destroyed || !situation.swept_or_repulsed;
        refusal.unless(fits, "swept_or_repulsed", FF_FALL_CAPTURE, || "he was with no unit that fought".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &LeaderRiddenDown, umpire: &mut U) -> Ruling<EscapeOutcome, U> {
        escape(book, situation, umpire)
    }

    fn line(outcome: &EscapeOutcome) -> String {
        let fate = outcome.fate.to_string();
        if outcome.escapes { format!("{fate}, moved to the nearest friends") } else { fate }
    }
}

/// S59: he is moved to the nearest friendly unit if it is near enough, else captured. With his unit destroyed he first rolls
/// on the fallen leader table.
fn escape<U: Referee>(book: &Book, leader: &LeaderRiddenDown, umpire: &mut U) -> Ruling<EscapeOutcome, U> {
    let mut fate = LeaderFate::Unhurt;
    if leader.unit_destroyed {
        let danger = OfficerInDanger { officer: Officer::Leader, swept_or_repulsed: leader.swept_or_repulsed };
        let FallenOutcome { fate: rolled, .. } = fallen_leader(book, danger, umpire)?;
        fate = rolled;
    }
    let gone =
        matches!(fate, LeaderFate::Dead | LeaderFate::OutOfBattle | LeaderFate::Captured | LeaderFate::KnockedDown);
    if gone {
        return Ok(EscapeOutcome { fate, escapes: false });
    }
    let reach = umpire.read(book.tables.value(Value::LeaderEscape));
    let escapes = leader.nearest_friend.is_some_and(|inches| inches <= reach);
    Ok(EscapeOutcome { fate: if escapes { fate } else { LeaderFate::Captured }, escapes })
}
