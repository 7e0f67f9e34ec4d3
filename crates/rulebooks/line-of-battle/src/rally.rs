//! The Rally Phase: rally (P13), Loss Recovery (P14), and ammunition.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, MoraleState};
use crate::morale::town_effect;
use crate::rules::*;
use crate::unit::{Arm, Formation, SP_MAX, VALUE_MAX, check_formation, check_sp, is_wrecked};
use crate::{Book, Event, Referee, Roll};

/// A unit of the active side in its Rally Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RallySituation {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Its printed Strength Points.
    pub printed: u8,
    /// The Strength Points it has left.
    pub sp: u8,
    /// Its morale state.
    pub state: MoraleState,
    /// The Morale Value of a leader of its chain in the hex.
    #[serde(default)]
    pub leader: u8,
    /// Whether it is in a Town hex.
    #[serde(default)]
    pub in_town: bool,
    /// Whether it is a sharpshooter unit.
    #[serde(default)]
    pub sharpshooter: bool,
    /// Whether its formation has an order in force.
    #[serde(default)]
    pub under_orders: bool,
    /// Whether it is the turn of 12 midnight.
    #[serde(default)]
    pub midnight: bool,
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

/// A unit after the Rally Phase; counter-battery fire on it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RallyOutcome {
    /// Its morale state.
    pub state: MoraleState,
    /// Its Strength Points.
    pub sp: u8,
    /// Whether it is Wrecked.
    pub wrecked: bool,
}

/// The Rally Phase of one unit as a procedure.
pub struct RallyPhase;

impl Procedure for RallyPhase {
    type Book = Book;
    type Situation = RallySituation;
    type Outcome = RallyOutcome;

    const NAME: &'static str = "rally-phase";
    const CHAPTER: &'static str = "Rally";
    const SUMMARY: &'static str =
        "A unit in the Rally Phase of its side: rally, Towns, and losses that return at midnight.";

    fn examples() -> Vec<(&'static str, RallySituation)> {
        let plain = RallySituation {
            arm: Arm::Infantry,
            formation: Formation::Line,
            printed: 8,
            sp: 6,
            state: MoraleState::Routed,
            leader: 1,
            in_town: false,
            sharpshooter: false,
            under_orders: false,
            midnight: false,
        };
        vec![
            ("a routed regiment with a leader", plain.clone()),
            ("a routed wreck alone", RallySituation { sp: 3, leader: 0, ..plain.clone() }),
            ("a disorganized regiment", RallySituation { state: MoraleState::Disorganized, ..plain.clone() }),
            (
                "a shaken regiment in a Town",
                RallySituation { state: MoraleState::Shaken, in_town: true, ..plain.clone() },
            ),
            (
                "a battered regiment at midnight",
                RallySituation { state: MoraleState::Normal, sp: 3, midnight: true, ..plain },
            ),
        ]
    }

    fn check(_: &Book, situation: &RallySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_formation(&mut refusal, "formation", situation.arm, situation.formation);
        check_sp(&mut refusal, "", situation.printed, situation.sp, 1);
        refusal.unless(situation.leader <= VALUE_MAX, "leader", LB_MOR_MOD_LEADER, || format!("0 to {VALUE_MAX}"));
        let lusting = situation.state == MoraleState::BloodLust && situation.formation == Formation::OpenOrder;
        refusal.unless(!lusting, "state", LB_OO_NOBL, || "Open Order units never become Blood Lusted".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RallySituation, umpire: &mut U) -> Ruling<RallyOutcome, U> {
        umpire.cite(LB_SEQ_RALLY);
        let mut state = rally(book, situation, umpire)?;
        let formed = matches!(situation.formation, Formation::Line | Formation::Unlimbered);
        if situation.in_town && formed {
            state = town_effect(book, state, umpire)?;
        }
        let mut sp = situation.sp;
        if situation.midnight {
            umpire.cite(LB_SEQ_RALLY_LOSSREC);
            let exempt = situation.under_orders && book.switches.recovery_no_orders;
            sp += recovered(book, situation.printed, sp, situation.sharpshooter || exempt, umpire);
            if situation.sharpshooter {
                umpire.cite(LB_OO_7);
            }
        }
        Ok(RallyOutcome { state, sp, wrecked: is_wrecked(book, situation.printed, sp) })
    }

    fn line(outcome: &RallyOutcome) -> String {
        let wrecked = if outcome.wrecked { ", Wrecked" } else { "" };
        format!("{}, {}{wrecked}", outcome.state.name(), counted(outcome.sp, "SP", "SPs"))
    }
}

/// P13 (S 22): Blood Lust and Shaken become Normal, DG becomes Shaken, Routed units roll.
fn rally<U: Referee>(book: &Book, situation: &RallySituation, umpire: &mut U) -> Ruling<MoraleState, U> {
    match situation.state {
        MoraleState::BloodLust | MoraleState::Normal | MoraleState::Shaken => return Ok(MoraleState::Normal),
        MoraleState::Disorganized => return Ok(MoraleState::Shaken),
        MoraleState::Routed => {}
    }
    let die = umpire.d6(LB_SEQ_RALLY)?;
    let limits = &book.tables.limits;
    let wrecked = is_wrecked(book, situation.printed, situation.sp);
    let less = if wrecked { umpire.read(limits.at(Limit::RallyWrecked)) as i16 } else { 0 };
    let total = die + i16::from(situation.leader) - less;
    let needed = umpire.read(limits.at(Limit::RallyOn)) as i16;
    umpire.tell(|| Event::Tried { roll: Roll::Rally, total, needed, passed: total >= needed });
    Ok(if total >= needed { MoraleState::Disorganized } else { MoraleState::Routed })
}

/// P14 (R 27): the larger of one SP and a quarter of the losses, never above the printed ones.
fn recovered<U: Referee>(book: &Book, printed: u8, sp: u8, exempt: bool, umpire: &mut U) -> u8 {
    umpire.cite(LB_LOSSREC_WHEN);
    let losses = u16::from(printed.saturating_sub(sp));
    if exempt {
        umpire.cite(LB_LOSSREC_SS);
        return 0;
    }
    if losses == 0 {
        return 0;
    }
    umpire.cite(LB_LOSSREC_AMOUNT);
    let limits = &book.tables.limits;
    let share = losses / umpire.read(limits.at(Limit::RecoveryDivisor)).max(1);
    share.max(umpire.read(limits.at(Limit::RecoveryLeast))).min(losses) as u8
}

/// A unit at midnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoverySituation {
    /// Its printed Strength Points, or more men than one unit has.
    pub printed: u8,
    /// The Strength Points it has left; none: it was destroyed and stays so.
    pub sp: u8,
    /// Whether it is a sharpshooter unit.
    #[serde(default)]
    pub sharpshooter: bool,
    /// Whether its formation has an order in force.
    #[serde(default)]
    pub under_orders: bool,
}

/// A unit after Loss Recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RecoveryOutcome {
    /// SPs that return.
    pub recovered: u8,
    /// Its Strength Points.
    pub sp: u8,
    /// Whether it is Wrecked.
    pub wrecked: bool,
}

/// P14 as a procedure.
pub struct LossRecovery;

impl Procedure for LossRecovery {
    type Book = Book;
    type Situation = RecoverySituation;
    type Outcome = RecoveryOutcome;

    const NAME: &'static str = "loss-recovery";
    const CHAPTER: &'static str = "Rally";
    const SUMMARY: &'static str = "How many SPs return to a unit at midnight?";

    fn examples() -> Vec<(&'static str, RecoverySituation)> {
        let plain = RecoverySituation { printed: 8, sp: 3, sharpshooter: false, under_orders: false };
        vec![
            ("a regiment that lost five of eight", plain.clone()),
            ("sharpshooters", RecoverySituation { sharpshooter: true, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &RecoverySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_sp(&mut refusal, "", situation.printed, situation.sp, 0);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RecoverySituation, umpire: &mut U) -> Ruling<RecoveryOutcome, U> {
        let ordered = situation.under_orders && book.switches.recovery_no_orders;
        let returns = if situation.sp == 0 || ordered {
            umpire.cite(LB_LOSSREC_WHEN);
            0
        } else {
            recovered(book, situation.printed, situation.sp, situation.sharpshooter, umpire)
        };
        let sp = situation.sp + returns;
        Ok(RecoveryOutcome { recovered: returns, sp, wrecked: is_wrecked(book, situation.printed, sp) })
    }

    fn line(outcome: &RecoveryOutcome) -> String {
        let wrecked = if outcome.wrecked { ", still Wrecked" } else { "" };
        let returns = if outcome.recovered == 1 { "returns" } else { "return" };
        format!("{} {returns}: {}{wrecked}", counted(outcome.recovered, "SP", "SPs"), outcome.sp)
    }
}

/// A depleted battery near a wagon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplenishmentSituation {
    /// Its Strength Points, one a gun.
    pub sp: u8,
    /// Whether its shell is depleted.
    #[serde(default)]
    pub shell_depleted: bool,
    /// Whether its canister is depleted.
    #[serde(default)]
    pub canister_depleted: bool,
    /// Whether it is in an EZOC.
    #[serde(default)]
    pub in_ezoc: bool,
    /// MPs to a wagon of its corps or army, at the costs of limbered guns.
    pub mps_to_wagon: u16,
    /// Shell points in the wagon.
    #[serde(default)]
    pub shell_points: u16,
    /// Canister points in the wagon.
    #[serde(default)]
    pub canister_points: u16,
}

/// The battery and the wagon afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ReplenishmentOutcome {
    /// Whether its shell is depleted.
    pub shell_depleted: bool,
    /// Whether its canister is depleted.
    pub canister_depleted: bool,
    /// Shell points left in the wagon.
    pub shell_points: u16,
    /// Canister points left in the wagon.
    pub canister_points: u16,
}

/// S 28 as a procedure.
pub struct Replenishment;

impl Procedure for Replenishment {
    type Book = Book;
    type Situation = ReplenishmentSituation;
    type Outcome = ReplenishmentOutcome;

    const NAME: &'static str = "replenishment";
    const CHAPTER: &'static str = "Rally";
    const SUMMARY: &'static str = "Does a depleted battery refill from a wagon?";

    fn examples() -> Vec<(&'static str, ReplenishmentSituation)> {
        let plain = ReplenishmentSituation {
            sp: 4,
            shell_depleted: true,
            canister_depleted: false,
            in_ezoc: false,
            mps_to_wagon: 6,
            shell_points: 10,
            canister_points: 2,
        };
        vec![
            ("shell from a wagon nearby", plain.clone()),
            ("not enough canister left", ReplenishmentSituation { canister_depleted: true, ..plain.clone() }),
            ("under the enemy's muskets", ReplenishmentSituation { in_ezoc: true, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &ReplenishmentSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless((1..=SP_MAX).contains(&situation.sp), "sp", LB_HOUSE_STRENGTH, || {
            format!("give 1 to {SP_MAX} SPs")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &ReplenishmentSituation,
        umpire: &mut U,
    ) -> Ruling<ReplenishmentOutcome, U> {
        umpire.cite(LB_SEQ_RALLY);
        umpire.cite(LB_HOUSE_WAGON);
        let reach = umpire.read(book.tables.limits.at(Limit::ReplenishMps));
        let may = book.switches.replenishment && !situation.in_ezoc && situation.mps_to_wagon <= reach;
        let price = u16::from(situation.sp);
        let refill = |depleted: bool, points: u16| match points.checked_sub(price) {
            Some(left) if may && depleted => (false, left),
            _ => (depleted, points),
        };
        let (shell_depleted, shell_points) = refill(situation.shell_depleted, situation.shell_points);
        let (canister_depleted, canister_points) = refill(situation.canister_depleted, situation.canister_points);
        Ok(ReplenishmentOutcome { shell_depleted, canister_depleted, shell_points, canister_points })
    }

    fn line(outcome: &ReplenishmentOutcome) -> String {
        let say = |depleted: bool| if depleted { "depleted" } else { "there" };
        format!(
            "shell {}, canister {}; the wagon has {} and {} points",
            say(outcome.shell_depleted),
            say(outcome.canister_depleted),
            outcome.shell_points,
            outcome.canister_points
        )
    }
}
