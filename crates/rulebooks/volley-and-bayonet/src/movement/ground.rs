//! What terrain does to a stand on its way.

use engine::{Asks, Decimal, Ruling, Side};

use super::situation::Act;
use super::walk::{Stop, Walk};
use crate::charts::{Column, Going, Special, Terrain};
use crate::questions::BRIDGE;
use crate::rules::*;
use crate::terrain::{marsh_roll, movement_rule};
use crate::unit::is_works;
use crate::{Book, Referee};

impl Walk {
    /// The column of the terrain chart; the switch swaps the skirmishers at works (R27).
    fn works_column(&self, book: &Book, terrain: Terrain) -> Column {
        let column = self.column();
        if !book.switches.works_disorder_cav_skirm || !is_works(terrain) {
            return column;
        }
        match column {
            Column::InfSkirmisher => Column::CavSkirmisher,
            Column::CavSkirmisher => Column::InfSkirmisher,
            other => other,
        }
    }

    /// A road makes columns, and guns on the move, ignore the terrain.
    fn ignores_terrain<U: Referee>(&self, on_road: bool, umpire: &mut U) -> bool {
        let follows = self.stand.is_some_and(|stand| stand.march_column || stand.limbered);
        if on_road && follows {
            umpire.cite(VB_TER_ROAD_M);
        }
        on_road && follows
    }

    /// The terrain of a leg: what entering it does, and what an inch costs in it.
    pub(super) fn enter<U: Referee>(&mut self, book: &Book, act: &Act, umpire: &mut U) -> Ruling<u8, U> {
        let Act::Move { terrain, new_block, earlier, .. } = *act else { return Ok(1) };
        let on_road = act.is_on_road();
        umpire.cite(VB_TER_POINT);
        let enters = terrain != self.terrain || new_block;
        if enters {
            self.leave(book, on_road, umpire);
        }
        let column = self.works_column(book, terrain);
        let Some(cell) = book.tables.going.at(terrain, column) else {
            self.terrain = terrain;
            return Ok(1);
        };
        umpire.cite(VB_TER_TABLE);
        umpire.cite(movement_rule(terrain, column));
        let going = umpire.read(cell);
        if self.ignores_terrain(on_road, umpire) {
            self.terrain = terrain;
            return Ok(1);
        }
        if terrain == Terrain::Marsh && going.special == Special::Roll {
            return self.wade(book, column, earlier, enters, umpire);
        }
        if going.xx {
            self.halt(Stop::Prohibited, VB_TER_ABBR_XX, umpire);
            return Ok(1);
        }
        if enters && matches!(going.special, Special::Fort | Special::Entrance | Special::Breach) {
            // The works of a fort are crossed, not walked through.
            self.stop = Stop::Prohibited;
            return Ok(1);
        }
        if enters {
            self.terrain = terrain;
            if self.stop == Stop::Done && !self.suffer(going, false, umpire) {
                return Ok(1);
            }
            if new_block && going.de {
                umpire.cite(VB_TER_ABBR_DE);
            }
        }
        if going.factor.is_some() {
            umpire.cite(VB_TER_ABBR_DOUBLE);
        }
        Ok(going.factor.unwrap_or(1))
    }

    /// Leaving the terrain it was in.
    fn leave<U: Referee>(&mut self, book: &Book, on_road: bool, umpire: &mut U) {
        let column = self.works_column(book, self.terrain);
        let left = book.tables.going.at(self.terrain, column);
        self.marsh = None;
        self.mired = false;
        if let Some(cell) = left.filter(|cell| cell.value.dl)
            && !self.ignores_terrain(on_road, umpire)
        {
            umpire.look(cell.cell);
            umpire.cite(VB_TER_ABBR_DL);
            self.disorder();
        }
    }

    /// S84: one die for a stand, a marsh and a move.
    fn wade<U: Referee>(
        &mut self,
        book: &Book,
        column: Column,
        earlier: u8,
        enters: bool,
        umpire: &mut U,
    ) -> Ruling<u8, U> {
        if let Some(factor) = self.marsh.filter(|_| !enters) {
            return Ok(factor);
        }
        let (_, going) = marsh_roll(book, column, earlier, umpire)?;
        self.terrain = Terrain::Marsh;
        self.suffer(going, false, umpire);
        let factor = going.factor.unwrap_or(1);
        self.marsh = Some(factor);
        Ok(factor)
    }

    /// The codes of a movement cell on entering or crossing. Whether the stand could pay.
    fn suffer<U: Referee>(&mut self, going: Going, uphill: bool, umpire: &mut U) -> bool {
        if let Some(lump) = going.lump.filter(|_| uphill || !going.up) {
            umpire.cite(if going.up { VB_TER_ABBR_UP } else { VB_TER_ABBR_HALF });
            if !self.pay(lump) {
                return false;
            }
        }
        if going.de {
            umpire.cite(VB_TER_ABBR_DE);
            self.disorder();
        }
        if going.di {
            umpire.cite(VB_TER_ABBR_DI);
            self.mired = true;
            self.disorder();
        }
        if going.br {
            umpire.cite(VB_TER_ABBR_BR);
        }
        if going.na {
            umpire.cite(VB_TER_ABBR_NA);
        }
        if let Some(stand) = self.stand.as_mut().filter(|stand| going.lose_gun && stand.dedicated_gun) {
            stand.dedicated_gun = false;
            self.gun_lost = true;
        }
        if going == Going::default() {
            umpire.cite(VB_TER_ABBR_NONE);
        }
        true
    }

    /// A line: water, works or a contour.
    pub(super) fn cross<U: Referee>(&mut self, book: &Book, side: Side, act: &Act, umpire: &mut U) -> Ruling<(), U> {
        let Act::Cross { terrain, uphill, on_road, entrance, breach } = *act else { return Ok(()) };
        let column = self.works_column(book, terrain);
        let Some(cell) = book.tables.going.at(terrain, column) else { return Ok(()) };
        umpire.cite(VB_TER_TABLE);
        umpire.cite(movement_rule(terrain, column));
        let going = umpire.read(cell);
        let in_column = self.stand.is_some_and(|stand| stand.march_column);
        match going.special {
            Special::Bridge => return self.bridge(book, side, in_column, umpire),
            Special::AsStream => return self.stream(book, column, umpire),
            Special::Fort | Special::Entrance => {
                self.works(going.special == Special::Entrance, in_column && entrance, umpire);
                self.over_works(terrain);
                return Ok(());
            }
            Special::Breach => {
                if breach {
                    self.disorder();
                } else {
                    self.stop = Stop::Prohibited;
                }
                self.over_works(terrain);
                return Ok(());
            }
            Special::None | Special::Road | Special::Roll => {}
        }
        if self.ignores_terrain(on_road, umpire) {
            return Ok(());
        }
        if going.xx {
            self.halt(Stop::Prohibited, VB_TER_ABBR_XX, umpire);
            return Ok(());
        }
        if terrain == Terrain::Stream {
            return self.stream(book, column, umpire);
        }
        if self.suffer(going, uphill, umpire) && going.dl {
            umpire.cite(VB_TER_ABBR_DL);
        }
        Ok(())
    }

    /// Free in column, otherwise half a move or disorder, as its owner likes.
    fn bridge<U: Referee>(&mut self, book: &Book, side: Side, in_column: bool, umpire: &mut U) -> Ruling<(), U> {
        if in_column {
            umpire.cite(VB_TER_BRIDGE_M_COLUMN);
            return Ok(());
        }
        let price = half(book);
        let affords = self.affords(price);
        // A commander cannot be disordered: he pays.
        let good = self.stand.is_some_and(|stand| stand.level == crate::charts::Level::Good);
        let pays = !good || (affords && umpire.choose(side, &BRIDGE, None, &["pay", "disorder"])? == 0);
        if pays {
            self.pay(price);
        } else {
            self.disorder();
        }
        Ok(())
    }

    /// R37: the first stream costs half a move, each further one disorders instead.
    fn stream<U: Referee>(&mut self, book: &Book, column: Column, umpire: &mut U) -> Ruling<(), U> {
        umpire.cite(VB_TER_STREAM_M);
        let lump = book.tables.going.at(Terrain::Stream, column).and_then(|cell| cell.value.lump);
        if self.streams > 0 {
            self.streams = self.streams.saturating_add(1);
            self.disorder();
        } else if self.pay(lump.unwrap_or_default()) {
            self.streams = 1;
        }
        Ok(())
    }

    /// The works of a fort: disorder, but not in march column through the entrance; horse and guns only so.
    fn works<U: Referee>(&mut self, entrance_only: bool, by_entrance: bool, umpire: &mut U) {
        if by_entrance {
            umpire.cite(VB_TER_FORT_M_ENTRANCE);
        } else if entrance_only {
            self.halt(Stop::Prohibited, VB_TER_FORT_M_CAVART, umpire);
        } else {
            umpire.cite(VB_TER_FORT_M_CROSS);
            self.disorder();
        }
    }

    /// Over the works it is inside, or out again.
    fn over_works(&mut self, terrain: Terrain) {
        if self.stop == Stop::Done {
            self.terrain = if self.terrain == terrain { Terrain::Clear } else { terrain };
        }
    }

    fn affords(&self, part: Decimal) -> bool {
        let mut trial = *self;
        trial.pay(part)
    }
}

/// Half a move, as the stream row prints it.
fn half(book: &Book) -> Decimal {
    book.tables.going.at(Terrain::Stream, Column::InfBrigade).and_then(|cell| cell.value.lump).unwrap_or_default()
}
