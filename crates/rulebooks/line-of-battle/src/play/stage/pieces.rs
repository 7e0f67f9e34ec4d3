//! The numbers of pieces: units by their own, as questions name them; leaders and HQs after them.

use engine::stage::PieceId;

use crate::play::state::{FormationId, LeaderId, UnitId};

/// LIMIT: units of a battle; leaders are counted from here.
const LEADERS_FROM: u16 = 20_000;
/// LIMIT: leaders of a battle; HQs are counted from here.
const HEADQUARTERS_FROM: u16 = 40_000;

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Unit(UnitId),
    Leader(LeaderId),
    Headquarters(FormationId),
}

pub(super) const fn unit(id: UnitId) -> PieceId {
    PieceId(id.0)
}

pub(super) const fn leader(id: LeaderId) -> PieceId {
    PieceId(LEADERS_FROM + id.0)
}

pub(super) const fn headquarters(id: FormationId) -> PieceId {
    PieceId(HEADQUARTERS_FROM + id.0)
}

pub(super) const fn named(piece: PieceId) -> Named {
    match piece.0 {
        number @ ..LEADERS_FROM => Named::Unit(UnitId(number)),
        number @ LEADERS_FROM..HEADQUARTERS_FROM => Named::Leader(LeaderId(number - LEADERS_FROM)),
        number => Named::Headquarters(FormationId(number - HEADQUARTERS_FROM)),
    }
}
