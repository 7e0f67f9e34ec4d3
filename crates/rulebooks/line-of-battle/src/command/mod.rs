//! The Command Phase: orders, Attack Recovery and Fluke Stoppage (P1 to P5).
//!
//! In the order of the chart: [`delivery`] (10.6a), [`roll`] (10.6), [`radius`], [`zero`] (9.1e), [`recovery`] (10.8c), [`fluke`]
//! (10.7b), [`orders`] what an order permits and how it ends. Not here: where a formation goes under its order.

mod delivery;
mod fluke;
mod orders;
mod radius;
mod recovery;
mod roll;
mod zero;

pub use delivery::{Delivery, DeliveryOutcome, DeliverySituation, Hour, OrderDelivery, Sender};
use engine::Refusal;
pub(crate) use fluke::is_reserve;
pub use fluke::{FlukeOutcome, FlukeSituation, FlukeStoppage, Reserve, ReserveRegiment};
pub use orders::{
    Cause, Order, OrderEnd, OrderEndOutcome, OrderEndSituation, Permission, PermissionOutcome, PermissionSituation,
    Skedaddle, SkedaddleOutcome, SkedaddleSituation, Verdict, Wish,
};
pub use radius::{CommandRadius, RadiusOutcome, RadiusSituation};
pub use recovery::{AttackRecovery, DivisionUnit, RecoveryOutcome, RecoverySituation};
pub use roll::{CommandOutcome, CommandRoll, CommandSituation, Headquarters};
pub use zero::{ZeroOutcome, ZeroRule, ZeroSituation};

use crate::charts::CommandValue;
use crate::rules::LB_CMDROLL_MOD_LEADER;
use crate::unit::VALUE_MAX;

/// Refuses a Command Value no leader has.
fn check_value(refusal: &mut Refusal, value: u8) {
    refusal.unless(value <= VALUE_MAX, "command_value", LB_CMDROLL_MOD_LEADER, || {
        format!("a Command Value is 0 to {VALUE_MAX}")
    });
}

/// The row of a Command Value.
fn value_row(value: u8) -> CommandValue {
    match value {
        0 => CommandValue::Zero,
        1 => CommandValue::One,
        2 => CommandValue::Two,
        3 => CommandValue::Three,
        _ => CommandValue::Four,
    }
}
