//! The numbers of pieces: units by their own, as questions name them; leaders, HQs and wagons after them.

use engine::stage::PieceId;

use crate::play::state::{FormationId, LeaderId, UnitId, WagonId};

/// LIMIT: units of a battle; leaders are counted from here.
const LEADERS_FROM: u16 = 20_000;
/// LIMIT: leaders of a battle; HQs are counted from here.
const HEADQUARTERS_FROM: u16 = 40_000;

/// LIMIT: formations of a battle; wagons are counted from here.
const WAGONS_FROM: u16 = 60_000;

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Unit(UnitId),
    Leader(LeaderId),
    Headquarters(FormationId),
    Wagon(WagonId),
}

pub(super) const fn unit(id: UnitId) -> PieceId {
    PieceId(id.0)
}

pub(in super::super) const fn leader(id: LeaderId) -> PieceId {
    PieceId(LEADERS_FROM + id.0)
}

pub(super) const fn headquarters(id: FormationId) -> PieceId {
    PieceId(HEADQUARTERS_FROM + id.0)
}

pub(super) const fn wagon(id: WagonId) -> PieceId {
    PieceId(WAGONS_FROM + id.0)
}

pub(super) const fn named(piece: PieceId) -> Named {
    match piece.0 {
        number @ ..LEADERS_FROM => Named::Unit(UnitId(number)),
        number @ LEADERS_FROM..HEADQUARTERS_FROM => Named::Leader(LeaderId(number - LEADERS_FROM)),
        number @ HEADQUARTERS_FROM..WAGONS_FROM => Named::Headquarters(FormationId(number - HEADQUARTERS_FROM)),
        number => Named::Wagon(WagonId(number - WAGONS_FROM)),
    }
}
