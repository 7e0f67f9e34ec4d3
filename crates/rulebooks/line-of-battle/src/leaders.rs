//! Leader Loss (9.1a): P11; and who takes over.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Die, Modifiers, Refusal, Ruling, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{LeaderFate, Level, Limit, LossCase, LossModifier};
use crate::questions::SUCCESSOR;
use crate::rules::*;
use crate::unit::{StackAfter, VALUE_MAX};
use crate::{Book, Event, Referee};

/// A leader in danger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderSituation {
    /// The occasion.
    pub case: LossCase,
    /// Whether the fire came from a Sharpshooter-Capable unit.
    #[serde(default)]
    pub sharpshooters: bool,
}

/// P11 as a procedure.
pub struct LeaderLoss;

impl Procedure for LeaderLoss {
    type Book = Book;
    type Situation = LeaderSituation;
    type Outcome = LeaderFate;

    const NAME: &'static str = "leader-loss";
    const CHAPTER: &'static str = "Leaders";
    const SUMMARY: &'static str = "A leader's side lost SPs in his hex, or an enemy entered it: what becomes of him?";

    fn examples() -> Vec<(&'static str, LeaderSituation)> {
        let plain = LeaderSituation { case: LossCase::Other, sharpshooters: false };
        vec![
            ("under fire", plain.clone()),
            ("under the fire of sharpshooters", LeaderSituation { sharpshooters: true, ..plain.clone() }),
            ("caught alone by the enemy", LeaderSituation { case: LossCase::Capture, ..plain.clone() }),
            ("in a charged hex", LeaderSituation { case: LossCase::ChargeDefender, ..plain.clone() }),
            ("at the head of a charge", LeaderSituation { case: LossCase::ChargeAttacker, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &LeaderSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(
            !situation.sharpshooters || situation.case == LossCase::Other,
            "sharpshooters",
            LB_LDR_MOD_SS,
            || "sharpshooters matter where the leader is under fire".to_owned(),
        );
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &LeaderSituation, umpire: &mut U) -> Ruling<LeaderFate, U> {
        leader_loss(book, situation.case, situation.sharpshooters, umpire)
    }

    fn line(outcome: &LeaderFate) -> String {
        match outcome {
            LeaderFate::Unhurt => "unhurt".to_owned(),
            LeaderFate::Captured => "captured".to_owned(),
            LeaderFate::Wounded => "wounded: he leaves play".to_owned(),
            LeaderFate::Killed => "killed".to_owned(),
        }
    }
}

/// P11: two dice for one leader.
pub(crate) fn leader_loss<U: Referee>(
    book: &Book,
    case: LossCase,
    sharpshooters: bool,
    umpire: &mut U,
) -> Ruling<LeaderFate, U> {
    let mut modifiers = Modifiers::new();
    modifiers.add_if(sharpshooters, LB_LDR_MOD_SS, || book.tables.leader_loss_modifiers.at(LossModifier::Sharpshooter));
    if matches!(case, LossCase::ChargeDefender | LossCase::ChargeAttacker) {
        umpire.cite(LB_LDR_CHARGE);
    }
    let dice = umpire.sum(2, Die::D6, LB_LDR_TABLE)?;
    let total = (dice + umpire.apply(&modifiers)).min(book.limit(Limit::LeaderLossHighest) as i16);
    let row = umpire.read(book.tables.leader_loss[case.index()].row(total)?);
    let fate = LeaderFate::ALL.get(row).copied().unwrap_or(LeaderFate::Unhurt);
    umpire.cite(match fate {
        LeaderFate::Unhurt => LB_LDR_NONE,
        LeaderFate::Captured => LB_LDR_CAPTURED,
        LeaderFate::Wounded => LB_LDR_WOUNDED,
        LeaderFate::Killed => LB_LDR_KILLED,
    });
    Ok(fate)
}

/// P11 for every leader of a stack who is still unhurt.
pub(crate) fn leaders_at_risk<U: Referee>(
    book: &Book,
    case: LossCase,
    sharpshooters: bool,
    after: &mut StackAfter,
    umpire: &mut U,
) -> Ruling<(), U> {
    for (index, leader) in after.leaders.iter_mut().enumerate() {
        if *leader == LeaderFate::Unhurt {
            let fate = leader_loss(book, case, sharpshooters, umpire)?;
            *leader = fate;
            umpire.tell(|| Event::LeaderRolled { leader: index as u16 + 1, case, fate });
        }
    }
    Ok(())
}

/// A leader who has fallen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplacementSituation {
    /// His side.
    pub side: Side,
    /// The level he commanded.
    pub level: Level,
    /// Command Values of the leaders of the next level down; nobody takes over a brigade.
    #[serde(default)]
    pub candidates: Vec<u8>,
}

/// Who takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ReplacementOutcome {
    /// Which candidate moves up, his own post falling to a Replacement; none: a Replacement (0, 0) takes over at once.
    pub successor: Option<u8>,
}

/// LIMIT: leaders of the next level down.
pub const CANDIDATES_MAX: usize = 12;

/// S 39 as a procedure.
pub struct Replacement;

impl Procedure for Replacement {
    type Book = Book;
    type Situation = ReplacementSituation;
    type Outcome = ReplacementOutcome;

    const NAME: &'static str = "replacement";
    const CHAPTER: &'static str = "Leaders";
    const SUMMARY: &'static str = "Who takes over from a leader who is wounded, killed or captured?";

    fn examples() -> Vec<(&'static str, ReplacementSituation)> {
        let plain = ReplacementSituation { side: Side::Union, level: Level::Division, candidates: vec![1, 3, 2] };
        vec![
            ("a division leader falls", plain.clone()),
            ("two brigadiers of the same value", ReplacementSituation { candidates: vec![2, 1, 2], ..plain.clone() }),
            ("a brigadier falls", ReplacementSituation { level: Level::Brigade, candidates: vec![], ..plain }),
        ]
    }

    fn check(_: &Book, situation: &ReplacementSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.candidates.len() <= CANDIDATES_MAX, "candidates", LB_HOUSE_REPLACEMENT, || {
            format!("at most {CANDIDATES_MAX} candidates")
        });
        let valued = situation.candidates.iter().all(|value| *value <= VALUE_MAX);
        refusal.unless(valued, "candidates", LB_CMDROLL_MOD_LEADER, || format!("a Command Value is 0 to {VALUE_MAX}"));
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &ReplacementSituation, umpire: &mut U) -> Ruling<ReplacementOutcome, U> {
        umpire.cite(LB_HOUSE_REPLACEMENT);
        let promotes = matches!(situation.level, Level::Army | Level::Corps | Level::Division);
        let best = situation.candidates.iter().max().filter(|_| promotes);
        let mut equals: ArrayVec<u8, CANDIDATES_MAX> = ArrayVec::new();
        for (index, value) in situation.candidates.iter().enumerate() {
            if Some(value) == best {
                equals.push(index as u8);
            }
        }
        let most = equals.len().saturating_sub(1) as u16;
        let chosen = umpire.number(situation.side, &SUCCESSOR, None, 0, most)?;
        Ok(ReplacementOutcome { successor: equals.get(usize::from(chosen)).copied() })
    }

    fn line(outcome: &ReplacementOutcome) -> String {
        match outcome.successor {
            Some(candidate) => format!("candidate {} takes over; a Replacement gets his post", candidate + 1),
            None => "a Replacement (0, 0) takes over".to_owned(),
        }
    }
}
