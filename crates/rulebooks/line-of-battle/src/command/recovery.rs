//! Attack Recovery (10.8c): P4.

use engine::book::Procedure;
use engine::{Asks, Die, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{check_value, value_row};
use crate::charts::{CommandValue, DivisionStatus};
use crate::rules::*;
use crate::unit::{Arm, check_sp, is_wrecked};
use crate::{Book, Event, Referee, Roll};

/// One unit of a division, as it stands now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DivisionUnit {
    /// Its arm.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// Its printed Strength Points.
    pub printed: u8,
    /// The Strength Points it has left; none if it was destroyed.
    pub sp: u8,
    /// Whether it is an Open Order or sharpshooter unit.
    #[serde(default)]
    pub open_order: bool,
}

fn infantry() -> Arm {
    Arm::Infantry
}

/// A division that has stopped attacking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoverySituation {
    /// The Command Value of the division leader.
    pub command_value: u8,
    /// Its units.
    pub units: Vec<DivisionUnit>,
    /// Whether it is the first Twilight turn of the day.
    #[serde(default)]
    pub first_twilight: bool,
}

keys! {
    /// Whether a division may attack again.
    pub enum RecoveryOutcome {
        /// It may accept an Attack order again.
        Recovered = "recovered",
        /// It may not; it tries again next turn.
        NotRecovered = "not-recovered",
    }
}

/// LIMIT: units of one division.
const UNITS: usize = 64;

/// P4 as a procedure.
pub struct AttackRecovery;

impl Procedure for AttackRecovery {
    type Book = Book;
    type Situation = RecoverySituation;
    type Outcome = RecoveryOutcome;

    const NAME: &'static str = "attack-recovery";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Is a division that has stopped attacking ready to attack again?";

    fn examples() -> Vec<(&'static str, RecoverySituation)> {
        let unit = |sp| DivisionUnit { arm: Arm::Infantry, printed: 6, sp, open_order: false };
        let plain =
            RecoverySituation { command_value: 3, units: vec![unit(6), unit(4), unit(2)], first_twilight: false };
        vec![
            ("a division with a wrecked regiment", plain.clone()),
            (
                "a fresh division under a good leader",
                RecoverySituation { command_value: 4, units: vec![unit(6)], ..plain.clone() },
            ),
            (
                "a division that lost a regiment",
                RecoverySituation { command_value: 2, units: vec![unit(0)], ..plain.clone() },
            ),
            (
                "a poor leader whose sharpshooters are gone",
                RecoverySituation {
                    command_value: 1,
                    units: vec![unit(5), DivisionUnit { open_order: true, ..unit(0) }],
                    ..plain.clone()
                },
            ),
            ("the first Twilight turn of a day", RecoverySituation { first_twilight: true, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &RecoverySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_value(&mut refusal, situation.command_value);
        refusal.unless((1..=UNITS).contains(&situation.units.len()), "units", LB_RECOV_BASE, || {
            format!("a division has 1 to {UNITS} units")
        });
        for (index, unit) in situation.units.iter().enumerate() {
            check_sp(&mut refusal, &format!("units[{index}]"), unit.printed, unit.sp, 0);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RecoverySituation, umpire: &mut U) -> Ruling<RecoveryOutcome, U> {
        if situation.first_twilight {
            umpire.cite(LB_RECOV_DAWN);
            return Ok(RecoveryOutcome::Recovered);
        }
        umpire.cite(LB_RECOV_WHEN);
        let status = division_status(book, &situation.units, umpire);
        umpire.cite(status_rule(status));
        let needed = umpire.read(book.tables.recovery_base.at(status));
        let base = umpire.sum(2, Die::D6, LB_RECOV_BASE)?;
        umpire.tell(|| Event::Tried { roll: Roll::Recovery, total: base, needed, passed: base >= needed });
        if base < needed {
            umpire.cite(LB_RECOV_FAIL);
            return Ok(RecoveryOutcome::NotRecovered);
        }
        let row = value_row(situation.command_value);
        umpire.cite(value_rule(row));
        let needed = umpire.read(book.tables.recovery_leader.at(row));
        let second = umpire.sum(2, Die::D6, LB_RECOV_LEADER)?;
        umpire.tell(|| Event::Tried { roll: Roll::RecoveryLeader, total: second, needed, passed: second >= needed });
        Ok(if second >= needed { RecoveryOutcome::Recovered } else { RecoveryOutcome::NotRecovered })
    }

    fn line(outcome: &RecoveryOutcome) -> String {
        match outcome {
            RecoveryOutcome::Recovered => "recovered: it may accept an Attack order again".to_owned(),
            RecoveryOutcome::NotRecovered => "no recovery: it tries again next turn".to_owned(),
        }
    }
}

/// P4: dead if any unit is destroyed, else wrecked if any is Wrecked; Open Order and sharpshooter units do not count.
fn division_status<U: Referee>(book: &Book, units: &[DivisionUnit], umpire: &mut U) -> DivisionStatus {
    if units.iter().any(|unit| unit.open_order) {
        umpire.cite(LB_RECOV_IGNORE);
    }
    let ignore_guns = book.switches.recovery_ignore_artillery;
    let counted = || units.iter().filter(|unit| !(unit.open_order || ignore_guns && unit.arm == Arm::Artillery));
    if counted().any(|unit| unit.sp == 0) {
        DivisionStatus::Dead
    } else if counted().any(|unit| is_wrecked(book, unit.printed, unit.sp)) {
        DivisionStatus::Wrecked
    } else {
        DivisionStatus::Clean
    }
}

fn status_rule(status: DivisionStatus) -> Rule {
    match status {
        DivisionStatus::Clean => LB_RECOV_BASE_CLEAN,
        DivisionStatus::Wrecked => LB_RECOV_BASE_WRECKED,
        DivisionStatus::Dead => LB_RECOV_BASE_DEAD,
    }
}

fn value_rule(value: CommandValue) -> Rule {
    match value {
        CommandValue::Four => LB_RECOV_LEADER_4,
        CommandValue::Three => LB_RECOV_LEADER_3,
        CommandValue::Two => LB_RECOV_LEADER_2,
        CommandValue::One | CommandValue::Zero => LB_RECOV_LEADER_1_0,
    }
}
