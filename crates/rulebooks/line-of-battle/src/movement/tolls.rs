//! Prices of a way, worked out beforehand for everyone who may go it: for ground that stays as it is.
//!
//! COST: a battle asks for the price of a hex some hundred thousand times a second.

use engine::{Decimal, Fault};

use super::situation::{ExitLicence, Hex, MovementSituation, Piece};
use super::{column_of, cost};
use crate::charts::{Activity, MoraleState, MoveColumn, ZeroMa};
use crate::unit::{Arm, Formation};
use crate::{Book, Referee};

/// Who goes: every movement column, with and without the road, and those in Open Order who need none in a Town.
const GOERS: [(Piece, Formation, bool); 10] = [
    (Piece::Unit, Formation::Line, false),
    (Piece::Unit, Formation::Column, false),
    (Piece::Unit, Formation::Column, true),
    (Piece::Unit, Formation::OpenOrder, false),
    (Piece::Unit, Formation::Mounted, false),
    (Piece::Unit, Formation::Mounted, true),
    (Piece::Unit, Formation::Limbered, false),
    (Piece::Unit, Formation::Limbered, true),
    (Piece::Wagon, Formation::Line, false),
    (Piece::Leader, Formation::Line, false),
];

/// What is prohibited.
const CLOSED: u16 = u16::MAX;

/// The prices of one way, in thousandths of an MP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tolls([u16; GOERS.len()]);

impl Default for Tolls {
    fn default() -> Self {
        Tolls([CLOSED; GOERS.len()])
    }
}

/// A way whose prices are known, and what waits at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownWay<'a> {
    pub tolls: &'a Tolls,
    pub ezoc: bool,
    pub next_to_enemy: bool,
    pub town: bool,
    /// Whether it follows a road.
    pub road: bool,
}

impl Tolls {
    /// The prices of a way into a hex.
    pub fn new<U: Referee>(book: &Book, hex: &Hex, umpire: &mut U) -> Result<Tolls, Fault> {
        let mut tolls = Tolls::default();
        for (toll, (piece, formation, stacked)) in tolls.0.iter_mut().zip(GOERS) {
            let situation = MovementSituation {
                piece,
                arm: Arm::Infantry,
                formation,
                stacked,
                artillery_leader: false,
                state: MoraleState::Normal,
                activity: Activity::Move,
                zero: ZeroMa::Full,
                in_ezoc: false,
                exit: ExitLicence::None,
                in_town: false,
                sp: 1,
                manoeuvres: Vec::new(),
            };
            let price = cost::enter(book, &situation, formation, hex, umpire)?;
            // LIMIT: nothing on the chart costs sixty-five MPs; what did would be closed to everyone.
            *toll = price.and_then(|price| u16::try_from(price.thousandths()).ok()).unwrap_or(CLOSED);
        }
        Ok(tolls)
    }

    /// The price for leaders and HQs.
    pub fn for_leaders(&self) -> Option<Decimal> {
        self.known(9)
    }

    /// The price for limbered guns that use the road.
    pub fn for_limbered(&self) -> Option<Decimal> {
        self.known(6)
    }

    /// The price for a piece in a formation; nothing if it is prohibited.
    #[inline]
    pub fn of(&self, situation: &MovementSituation, formation: Formation) -> Option<Decimal> {
        match situation.piece {
            Piece::Leader | Piece::Headquarters => self.known(9),
            Piece::Wagon => self.known(8),
            Piece::Unit => self.for_unit(formation, situation.stacked),
        }
    }

    /// The price for a combat unit in a formation, in company or not; nothing if it is prohibited.
    #[inline]
    pub fn for_unit(&self, formation: Formation, stacked: bool) -> Option<Decimal> {
        let in_company = usize::from(stacked);
        self.known(match (column_of(formation, !stacked), formation) {
            (_, Formation::OpenOrder) if !stacked => 3,
            (MoveColumn::Line, _) => 0,
            (MoveColumn::ColumnOoc, _) => 1 + in_company,
            (MoveColumn::Mounted, _) => 4 + in_company,
            _ => 6 + in_company,
        })
    }

    #[inline]
    fn known(&self, goer: usize) -> Option<Decimal> {
        let toll = self.0[goer];
        (toll != CLOSED).then(|| Decimal::from_thousandths(toll.into()))
    }
}
