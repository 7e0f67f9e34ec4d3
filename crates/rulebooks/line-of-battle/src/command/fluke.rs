//! Fluke Stoppage (10.7b) and the Reserves it asks for (10.7c): P5.

use engine::book::Procedure;
use engine::{Asks, Die, Modifiers, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{check_value, value_row};
use crate::charts::{BaseRow, CommandValue, FlukeModifier, Limit, MoraleState};
use crate::rules::*;
use crate::unit::{check_sp, is_wrecked};
use crate::{Book, Event, Referee, Roll};

/// A regiment held in Reserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReserveRegiment {
    /// Whether it is cavalry.
    #[serde(default)]
    pub cavalry: bool,
    /// Its printed Strength Points.
    pub printed: u8,
    /// The Strength Points it has left; none if it was destroyed.
    pub sp: u8,
    /// Its morale state.
    #[serde(default = "normal")]
    pub state: MoraleState,
}

fn normal() -> MoraleState {
    MoraleState::Normal
}

/// What a division holds back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    /// Whether it was set up by order or initiative, as Reserves are.
    #[serde(default = "yes")]
    pub established: bool,
    /// Whether the division is cavalry itself.
    #[serde(default)]
    pub cavalry_division: bool,
    /// How many brigades the division has.
    pub brigades: u8,
    /// Whether a complete brigade is in Reserve.
    #[serde(default)]
    pub complete_brigade: bool,
    /// The regiments in Reserve.
    pub regiments: Vec<ReserveRegiment>,
}

fn yes() -> bool {
    true
}

/// A division that executes an Attack order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlukeSituation {
    /// The Command Value of the leader it has now.
    pub command_value: u8,
    /// The turn of the scenario, counted from one.
    pub turn: u16,
    /// Turns since this division arrived as a reinforcement, if it did.
    #[serde(default)]
    pub turns_since_arrival: Option<u16>,
    /// Whether its original leader was wounded or killed.
    #[serde(default)]
    pub original_leader_lost: bool,
    /// What it holds in Reserve.
    #[serde(default)]
    pub reserve: Option<Reserve>,
    /// Whether it is a night turn.
    #[serde(default)]
    pub night: bool,
}

keys! {
    /// What becomes of the attack.
    pub enum FlukeOutcome {
        /// It is too early to roll.
        NoRoll = "no-roll",
        /// The attack goes on.
        GoesOn = "goes-on",
        /// The attack stops: the division loses its order and Reserve, withdraws and must recover.
        Stoppage = "stoppage",
    }
}

/// LIMIT: regiments in one Reserve.
const REGIMENTS: usize = 32;

/// P5 as a procedure.
pub struct FlukeStoppage;

impl Procedure for FlukeStoppage {
    type Book = Book;
    type Situation = FlukeSituation;
    type Outcome = FlukeOutcome;

    const NAME: &'static str = "fluke-stoppage";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Does a division's attack stop of itself this turn?";

    fn examples() -> Vec<(&'static str, FlukeSituation)> {
        examples()
    }

    fn check(_: &Book, situation: &FlukeSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_value(&mut refusal, situation.command_value);
        if let Some(reserve) = &situation.reserve {
            refusal
                .unless(reserve.brigades > 0, "reserve.brigades", LB_RES_3BDE, || "a division has brigades".to_owned());
            refusal.unless(
                (1..=REGIMENTS).contains(&reserve.regiments.len()),
                "reserve.regiments",
                LB_RES_SMALLDIV,
                || format!("give 1 to {REGIMENTS} regiments, or no Reserve"),
            );
            for (index, regiment) in reserve.regiments.iter().enumerate() {
                let field = format!("reserve.regiments[{index}]");
                check_sp(&mut refusal, &field, regiment.printed, regiment.sp, 0);
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FlukeSituation, umpire: &mut U) -> Ruling<FlukeOutcome, U> {
        umpire.cite(LB_FLUKE_GRACE);
        let grace = umpire.read(book.tables.limits.at(Limit::FlukeGrace));
        // S 13: a reinforcement's own grace is a switch.
        let arrival = situation.turns_since_arrival.filter(|_| book.switches.reinforcement_grace);
        if situation.turn <= grace || arrival.is_some_and(|turns| turns <= grace) {
            return Ok(FlukeOutcome::NoRoll);
        }
        let modifiers = base_modifiers(book, situation, umpire);
        let base = umpire.sum(2, Die::D6, LB_FLUKE_BASE)?;
        let total = base + umpire.apply(&modifiers);
        let needed = umpire.read(book.tables.fluke_base.at(BaseRow::Base));
        umpire.tell(|| Event::Tried { roll: Roll::FlukeStoppage, total, needed, passed: total >= needed });
        if total >= needed {
            umpire.cite(LB_FLUKE_NOSECOND);
            return Ok(FlukeOutcome::GoesOn);
        }
        second_roll(book, situation, umpire)
    }

    fn line(outcome: &FlukeOutcome) -> String {
        match outcome {
            FlukeOutcome::NoRoll => "too early in the scenario: no roll".to_owned(),
            FlukeOutcome::GoesOn => "the attack goes on".to_owned(),
            FlukeOutcome::Stoppage => "Stoppage: the attack ends, the division withdraws and must recover".to_owned(),
        }
    }
}

/// P5 step 1: modifiers of the base check only.
fn base_modifiers<U: Referee>(book: &Book, situation: &FlukeSituation, umpire: &mut U) -> Modifiers {
    let chart = &book.tables.fluke_modifiers;
    umpire.cite(LB_FLUKE_MOD_SCOPE);
    let mut modifiers = Modifiers::new();
    modifiers.add_if(situation.original_leader_lost, LB_FLUKE_MOD_LEADER, || chart.at(FlukeModifier::LeaderLost));
    if let Some(reserve) = &situation.reserve {
        if situation.night {
            umpire.cite(LB_FLUKE_MOD_RESERVE_NIGHT);
        } else if is_reserve(book, reserve, umpire) {
            modifiers.add(LB_FLUKE_MOD_RESERVE, chart.at(FlukeModifier::Reserve));
        }
    }
    modifiers.add_if(situation.night, LB_FLUKE_MOD_NIGHT, || chart.at(FlukeModifier::Night));
    modifiers
}

/// P5 step 2. R 29: night counts again, by less.
fn second_roll<U: Referee>(book: &Book, situation: &FlukeSituation, umpire: &mut U) -> Ruling<FlukeOutcome, U> {
    let chart = &book.tables.fluke_modifiers;
    let mut modifiers = Modifiers::new();
    modifiers.add_if(situation.night, LB_FLUKE_SECOND, || chart.at(FlukeModifier::NightSecond));
    umpire.cite(LB_FLUKE_SECOND);
    let row = value_row(situation.command_value);
    umpire.cite(value_rule(row));
    let needed = umpire.read(book.tables.fluke_leader.at(row));
    let second = umpire.sum(2, Die::D6, LB_FLUKE_LEADER)?;
    let total = second + umpire.apply(&modifiers);
    umpire.tell(|| Event::Tried { roll: Roll::FlukeLeader, total, needed, passed: total >= needed });
    if total >= needed {
        return Ok(FlukeOutcome::GoesOn);
    }
    umpire.cite(LB_FLUKE_RESULT);
    Ok(FlukeOutcome::Stoppage)
}

/// R 10: the one test of the Reserve. Every condition that is looked at is cited.
pub(crate) fn is_reserve<U: Referee>(book: &Book, reserve: &Reserve, umpire: &mut U) -> bool {
    umpire.cite(LB_RES_ESTABLISHED);
    if !reserve.established {
        return false;
    }
    umpire.cite(LB_RES_NOWRECK);
    let ruined = |regiment: &ReserveRegiment| regiment.sp == 0 || is_wrecked(book, regiment.printed, regiment.sp);
    if reserve.regiments.iter().any(ruined) {
        return false;
    }
    let barred = |regiment: &ReserveRegiment| regiment.cavalry && !reserve.cavalry_division;
    if reserve.regiments.iter().any(barred) {
        umpire.cite(LB_RES_CAV);
    }
    if u16::from(reserve.brigades) >= umpire.read(book.tables.limits.at(Limit::ReserveBrigades)) {
        umpire.cite(LB_RES_3BDE);
        return reserve.complete_brigade && !reserve.regiments.iter().any(barred);
    }
    umpire.cite(LB_RES_SMALLDIV);
    let steady = |state| !matches!(state, MoraleState::Disorganized | MoraleState::Routed);
    let fit = |regiment: &&ReserveRegiment| regiment.sp == regiment.printed && steady(regiment.state);
    reserve.regiments.iter().filter(fit).any(|regiment| !barred(regiment))
}

fn value_rule(value: CommandValue) -> Rule {
    match value {
        CommandValue::Four => LB_FLUKE_LEADER_4,
        CommandValue::Three => LB_FLUKE_LEADER_3,
        CommandValue::Two | CommandValue::One | CommandValue::Zero => LB_FLUKE_LEADER_2_LESS,
    }
}

fn examples() -> Vec<(&'static str, FlukeSituation)> {
    let regiment = ReserveRegiment { cavalry: false, printed: 5, sp: 5, state: MoraleState::Normal };
    let brigade = Reserve {
        established: true,
        cavalry_division: false,
        brigades: 3,
        complete_brigade: true,
        regiments: vec![regiment.clone(), regiment.clone()],
    };
    let plain = FlukeSituation {
        command_value: 3,
        turn: 12,
        turns_since_arrival: None,
        original_leader_lost: false,
        reserve: None,
        night: false,
    };
    let cavalry = Reserve {
        brigades: 2,
        complete_brigade: false,
        regiments: vec![ReserveRegiment { cavalry: true, ..regiment.clone() }, regiment],
        ..brigade.clone()
    };
    vec![
        ("an attack without Reserve", plain.clone()),
        (
            "a promoted leader with a brigade in Reserve",
            FlukeSituation { original_leader_lost: true, reserve: Some(brigade.clone()), ..plain.clone() },
        ),
        (
            "at night, the Reserve does not count",
            FlukeSituation { command_value: 2, reserve: Some(brigade), night: true, ..plain.clone() },
        ),
        (
            "two brigades, a regiment of foot and one of horse in Reserve",
            FlukeSituation { command_value: 4, reserve: Some(cavalry), ..plain.clone() },
        ),
        ("in the first two hours", FlukeSituation { turn: 8, ..plain }),
    ]
}
