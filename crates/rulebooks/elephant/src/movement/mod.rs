//! The Movement Phase for people with a ruler: how far a unit may go, and what happens on the way (P4, P12).
//!
//! [`march`] is the move itself, [`pass_through`] the fire it may draw, [`opportunity`] the cavalry it may tempt, [`passage`]
//! what happens when it passes through friends, [`prone`] how a unit that lies down gets up, [`skirmish`] how skirmishers fall
//! back, [`withdrawal`] how far a beaten unit runs.
//! Not here: where anybody is; that needs a map.

mod deploy;
mod march;
mod mount;
mod opportunity;
mod pass_through;
mod passage;
mod prone;
mod skirmish;
mod storm;
mod withdrawal;

pub use deploy::{
    DeployOutcome, DeploySituation, DeploySkirmishers, KeepDistance, KeepDistanceOutcome, KeepDistanceSituation,
};
use engine::chart::Key;
use engine::{Asks, Decimal, Rule};
use march::dice_count;
pub use march::{Move, MoveOutcome, MoveSituation};
pub(crate) use march::{inches_allowed, roll_dice};
pub use mount::{Mount, MountOutcome, MountSituation};
pub use opportunity::{OpportunityCharge, OpportunityOutcome, OpportunitySituation};
pub use pass_through::{PassThrough, PassThroughOutcome, PassThroughSituation};
pub use passage::{PassThroughFriends, PassageOutcome, PassageSituation, PassageTables, Passer};
pub use prone::{StandUp, StandUpOutcome, StandUpSituation};
pub use skirmish::{FallBack, FallBackOutcome, FallBackSituation};
pub use storm::{Must, Storm, StormOutcome, StormSituation};
pub use withdrawal::{
    BreakOff, BreakOffSituation, FRIENDS_MAX, Meeting, Withdraw, WithdrawalOutcome, WithdrawalSituation,
};

use crate::charts::{Limit, Mover, Penalty, PenaltyEffect};
use crate::rules::*;
use crate::{Book, Referee};

/// P4. Deductions per die first, then halving; one inch a die always remains (R 6). Each kind of penalty counts once however
/// often it is met (S 8).
pub(crate) fn allowance<U: Referee>(
    book: &Book,
    dice: u8,
    rolled: i16,
    penalties: [&[Penalty]; 2],
    umpire: &mut U,
) -> Decimal {
    let (mut per_die, mut halvings, mut met) = (0, 0, 0);
    // COST: a bit for each kind that is met; a move is measured far more often than it is made.
    let listed = penalties.iter().flat_map(|list| list.iter()).fold(0_u32, |bits, penalty| bits | 1 << *penalty as u32);
    for penalty in Penalty::ALL.iter().filter(|penalty| listed & (1 << **penalty as u32) != 0) {
        met += 1;
        umpire.cite(penalty_rule(*penalty));
        match umpire.read(book.tables.penalties.at(*penalty)) {
            PenaltyEffect::PerDie(inches) => per_die += inches,
            PenaltyEffect::Half => halvings += 1,
            PenaltyEffect::FarSideOnly | PenaltyEffect::HalfAverage => {}
        }
    }
    if met > 0 {
        umpire.cite(SE_PEN_TABLE);
    }
    if met > 1 {
        umpire.cite(SE_PEN_CUMULATIVE);
    }
    if per_die != 0 && halvings > 0 {
        umpire.cite(SE_PEN_ORDER);
    }
    let mut inches = Decimal::from_int(i32::from(rolled) + i32::from(per_die) * i32::from(dice));
    for _ in 0..halvings {
        inches = inches.halved();
    }
    let least = Decimal::from_int(dice.into());
    if inches < least {
        umpire.cite(SE_PEN_MINIMUM);
    }
    inches.max(least)
}

/// How many average dice a charge of cavalry has. R 7: the two caps (from rest, in woods) are on the total.
pub(crate) fn cavalry_charge_dice<U: Referee>(book: &Book, moved_last_turn: bool, woods: bool, umpire: &mut U) -> u8 {
    let limit = |limit| book.tables.limits.at(limit);
    let dice = if moved_last_turn {
        umpire.cite(SE_MOVE_CAV);
        umpire.cite(SE_MOVE_CAV_CHARGE);
        umpire.read(book.tables.movement_dice.at(Mover::Cavalry)) + umpire.read(limit(Limit::CavalryChargeExtra))
    } else {
        umpire.cite(SE_MOVE_CAV_FIRST);
        umpire.read(limit(Limit::CavalryFirstTurn))
    };
    if woods {
        umpire.cite(SE_MOVE_CAV_WOODS);
        return dice.min(umpire.read(limit(Limit::CavalryWoods))) as u8;
    }
    dice as u8
}

fn penalty_rule(penalty: Penalty) -> Rule {
    match penalty {
        Penalty::Uphill => SE_PEN_UPHILL,
        Penalty::Woods => SE_PEN_WOODS,
        Penalty::Buildings => SE_PEN_BUILDINGS,
        Penalty::Stream => SE_PEN_STREAM,
        Penalty::PicketFence => SE_PEN_PICKET,
        Penalty::Wall => SE_PEN_WALL,
        Penalty::Face => SE_PEN_FACE,
        Penalty::Mount => SE_PEN_MOUNT,
        Penalty::Interpenetration => SE_PEN_INTERPEN,
        Penalty::GoProne => SE_PEN_GOPRONE,
        Penalty::RecoverProne => SE_PEN_RECOVER,
        Penalty::LineToColumn => SE_PEN_LINE_COLUMN,
        Penalty::ColumnToLine => SE_PEN_COLUMN_LINE,
        Penalty::Limber => SE_PEN_LIMBER,
        Penalty::Rejoin => SE_PEN_REJOIN,
        Penalty::Backstep => SE_PEN_BACKSTEP,
        Penalty::Fired => SE_FIRE_OPT_REDUCED,
        Penalty::Obstacle => SE_OBST_MOVE,
        Penalty::Prolong => SE_PROLONG_RATE,
    }
}
