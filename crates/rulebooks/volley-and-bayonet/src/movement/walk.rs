//! The acts of a move, one after another (P2).

use engine::{Asks, Decimal, Fraction, Rule, Ruling, keys};

use super::MovementOutcome;
use super::situation::{Act, Journey};
use crate::charts::{ChargeItem, Column, FreeFacing, Level, Limit, MarchItem, Misc, Mover, Terrain};
use crate::questions::FACING_PRICE;
use crate::rules::*;
use crate::unit::{Body, Stand};
use crate::{Book, Event, Referee};

keys! {
    /// What ended a move.
    pub enum Stop {
        /// Everything was done.
        Done = "done",
        /// Too little of the move was left.
        Budget = "budget",
        /// The terrain is prohibited.
        Prohibited = "prohibited",
        /// An enemy zone.
        Zone = "zone",
        /// A stand out of command may not do it.
        Command = "command",
        /// A rule forbids it now.
        Forbidden = "forbidden",
    }
}

/// A stand in the middle of its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    /// The stand as it is now; none for a commander.
    pub stand: Option<Stand>,
    pub left: Fraction,
    pub stop: Stop,
    pub inches: Decimal,
    pub(super) done: u8,
    faced: u8,
    /// Anything but a free facing or the inch back was done.
    pub(super) moved: bool,
    limber_changed: bool,
    pub(super) streams: u8,
    pub(super) terrain: Terrain,
    /// What an inch costs in the marsh it is in.
    pub(super) marsh: Option<u8>,
    /// It may not recover before it is out.
    pub(super) mired: bool,
    pub(super) gun_lost: bool,
    in_contact: bool,
    goes_stationary: bool,
}

/// Performs all acts until one cannot be done.
pub(crate) fn march<U: Referee>(book: &Book, situation: &Journey, umpire: &mut U) -> Ruling<Walk, U> {
    umpire.cite(VB_MOV_UNROUTED);
    umpire.cite(VB_MOV_TABLE);
    let mut walk = Walk::new(book, situation, umpire);
    for (index, act) in situation.acts.iter().enumerate() {
        let last = index + 1 == situation.acts.len();
        walk.act(book, situation, act, last, umpire)?;
        if walk.stop != Stop::Done {
            break;
        }
        walk.done = index as u8 + 1;
    }
    if walk.moved && !situation.in_command && walk.stand.is_some() {
        umpire.cite(VB_CMD_OUT_HALF);
        walk.disorder();
    }
    Ok(walk)
}

impl Walk {
    fn new<U: Referee>(book: &Book, situation: &Journey, umpire: &mut U) -> Self {
        let mut left = Decimal::from_int(1);
        if !situation.in_command && situation.stand.is_some() {
            umpire.cite(VB_CMD_TABLE_OUT);
            left = book.limit(Limit::OutOfCommandMove);
        }
        Walk {
            stand: situation.stand,
            left: Fraction::of(left),
            stop: Stop::Done,
            inches: Decimal::ZERO,
            done: 0,
            faced: 0,
            moved: false,
            limber_changed: false,
            streams: 0,
            terrain: situation.terrain,
            marsh: None,
            mired: false,
            gun_lost: false,
            in_contact: situation.in_contact,
            goes_stationary: false,
        }
    }

    pub(super) fn column(&self) -> Column {
        self.stand.map_or(Column::Commander, |stand| stand.column())
    }

    fn mover(&self) -> Mover {
        self.stand.map_or(Mover::Commander, |stand| stand.mover())
    }

    /// Disorder of terrain and choice: it changes only a stand in good order (S66).
    pub(super) fn disorder(&mut self) {
        if let Some(stand) = self.stand.as_mut().filter(|stand| stand.level == Level::Good) {
            *stand = stand.on_level(Level::TempDisorder);
        }
    }

    pub(super) fn halt<U: Referee>(&mut self, stop: Stop, rule: Rule, umpire: &mut U) {
        umpire.cite(rule);
        self.stop = stop;
    }

    /// Pays a part of the move, or stops.
    pub(super) fn pay(&mut self, part: Decimal) -> bool {
        let part = Fraction::of(part);
        if self.left >= part {
            self.left = self.left.minus(part);
            true
        } else {
            self.stop = Stop::Budget;
            false
        }
    }

    fn act<U: Referee>(
        &mut self,
        book: &Book,
        situation: &Journey,
        act: &Act,
        last: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if self.stand.is_some_and(|stand| stand.gone_to_ground) && *act != Act::StandUp {
            self.halt(Stop::Forbidden, VB_MSC_GTG_UP, umpire);
            return Ok(());
        }
        if self.in_contact && !matches!(act, Act::MoveBack | Act::StandUp) {
            // Whoever begins in contact charges (see `charge`) or goes back.
            self.halt(Stop::Forbidden, VB_CHG_START_CONTACT, umpire);
            return Ok(());
        }
        match *act {
            Act::Move { .. } => self.leg(book, situation, act, umpire)?,
            Act::Cross { .. } => {
                self.touch();
                self.cross(book, situation.side, act, umpire)?;
            }
            Act::Face => self.face(book, situation, umpire)?,
            Act::FormColumn { face } => self.change_column(book, situation, true, face, umpire)?,
            Act::Reform { face } => self.change_column(book, situation, false, face, umpire)?,
            Act::Mount | Act::Dismount => self.mount(book, *act == Act::Dismount, umpire),
            Act::Limber | Act::Unlimber => self.limber(situation, *act == Act::Limber, umpire),
            Act::Recover => self.recover(book, situation, last, umpire),
            Act::StandUp => self.stand_up(book, umpire),
            Act::MoveBack => {
                umpire.cite(VB_CHG_START_CONTACT);
                umpire.cite(VB_CHG_BACK_STATIONARY);
                umpire.read(book.tables.charge.at(ChargeItem::MoveBack));
                self.in_contact = false;
            }
            Act::GoStationary => self.go_stationary(situation, last, umpire),
        }
        Ok(())
    }

    /// Something that ends stationary status.
    fn touch(&mut self) {
        self.moved = true;
        if let Some(stand) = &mut self.stand {
            stand.stationary = false;
        }
    }

    /// A straight leg: its terrain, its price, and how far it gets.
    fn leg<U: Referee>(&mut self, book: &Book, situation: &Journey, act: &Act, umpire: &mut U) -> Ruling<(), U> {
        let on_road = act.is_on_road();
        let Act::Move { inches, toward_enemy, into_zone, onto_stand, .. } = *act else { return Ok(()) };
        if toward_enemy && !situation.in_command && self.stand.is_some() {
            self.halt(Stop::Command, VB_CMD_OUT_NO_ADVANCE, umpire);
            return Ok(());
        }
        if onto_stand {
            // S75: a stand passes through friends, but ends clear of everybody.
            self.halt(Stop::Forbidden, VB_MOV_NO_OVERLAP, umpire);
            return Ok(());
        }
        self.touch();
        let factor = self.enter(book, act, umpire)?;
        if self.stop != Stop::Done {
            return Ok(());
        }
        let allowance = self.allowance(book, on_road, umpire);
        let cost = Fraction::of(inches.times(factor.into())).divided(Fraction::of(allowance));
        let went = if self.left >= cost {
            self.left = self.left.minus(cost);
            inches
        } else {
            let far = self.left.times(Fraction::of(allowance)).shown();
            self.left = Fraction::ZERO;
            self.stop = Stop::Budget;
            Decimal::from_thousandths(far.thousandths() / i32::from(factor.max(1)))
        };
        self.inches = self.inches + went;
        let left = self.left.shown();
        umpire.tell(|| Event::Moved { inches: went, left });
        if into_zone && self.stop == Stop::Done && self.stand.is_some() {
            self.halt(Stop::Zone, VB_TER_ZOC, umpire);
        }
        Ok(())
    }

    /// Inches of a full move at its rate.
    fn allowance<U: Referee>(&self, book: &Book, on_road: bool, umpire: &mut U) -> Decimal {
        let mover = self.mover();
        let with_gun = book.tables.move_with_gun.at(mover);
        let dragged = with_gun.value.filter(|_| self.stand.is_some_and(|stand| stand.dedicated_gun));
        umpire.cite(match mover {
            Mover::Infantry => VB_MOV_INF_16,
            Mover::Cavalry if dragged.is_some() => VB_MOV_CAV_20_GUN,
            Mover::Cavalry => VB_MOV_CAV_24,
            Mover::Commander => VB_MOV_CMDR_24,
            Mover::ArtLimbered => VB_MOV_ART_LIMBERED_16,
            Mover::ArtUnlimbered => VB_MOV_ART_MANHANDLE_2,
        });
        let inches = match dragged {
            Some(inches) => {
                umpire.look(with_gun.cell);
                inches
            }
            None => umpire.read(book.tables.move_in.at(mover)),
        };
        if !self.stand.is_some_and(|stand| stand.march_column) {
            return inches;
        }
        umpire.cite(VB_MARCH_TABLE);
        let (item, rule) = if on_road {
            (MarchItem::Road, VB_MARCH_ROAD_TRIPLE)
        } else {
            (MarchItem::Country, VB_MARCH_COUNTRY_DOUBLE)
        };
        umpire.cite(rule);
        inches.scaled(umpire.read(book.tables.march.at(item)))
    }

    /// Facing changes: the free one, then half a move or disorder.
    fn face<U: Referee>(&mut self, book: &Book, situation: &Journey, umpire: &mut U) -> Ruling<(), U> {
        let mover = self.mover();
        let free = umpire.read(book.tables.free_facing.at(mover));
        let poor = self.stand.is_some_and(|stand| stand.is_poor(book));
        umpire.cite(match mover {
            Mover::Infantry => VB_MOV_INF_FACING,
            Mover::Cavalry | Mover::Commander => VB_MOV_CAV_FACING,
            Mover::ArtLimbered => VB_MOV_ART_FACING,
            Mover::ArtUnlimbered => VB_MOV_ART_UNLIMBERED_FACING,
        });
        if poor {
            umpire.cite(VB_CMD_OUT_FACING_PT);
        }
        self.faced = self.faced.saturating_add(1);
        // Commanders face as they like.
        if free == FreeFacing::Unlimited
            || self.stand.is_none()
            || (free == FreeFacing::Once && self.faced == 1 && !poor)
        {
            if !situation.in_command {
                umpire.cite(VB_CMD_OUT_FACING);
            }
            return Ok(());
        }
        self.touch();
        let half = book.tables.march.at(MarchItem::Form).value;
        let affords = self.left >= Fraction::of(half);
        let good = self.stand.is_some_and(|stand| stand.level == Level::Good);
        if free == FreeFacing::Never || (affords && !good) {
            self.pay(half);
            return Ok(());
        }
        // RULING: a stand that is disordered already pays, if it can; disorder would be no price.
        let pays = affords
            && umpire.choose(situation.side, &FACING_PRICE, Some(self.faced.into()), &["pay", "disorder"])? == 0;
        if pays {
            self.pay(half);
        } else if good {
            self.disorder();
        } else {
            self.stop = Stop::Budget;
        }
        Ok(())
    }

    fn change_column<U: Referee>(
        &mut self,
        book: &Book,
        situation: &Journey,
        forms: bool,
        face: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(stand) = self.stand else { return Ok(()) };
        if stand.is_artillery() && !stand.limbered {
            self.halt(Stop::Forbidden, VB_MARCH_UNLIMBERED, umpire);
            return Ok(());
        }
        umpire.cite(VB_MARCH_FORM_HALF);
        if stand.march_column == forms {
            self.stop = Stop::Forbidden;
            return Ok(());
        }
        self.touch();
        let item = if forms { MarchItem::Form } else { MarchItem::Reform };
        if !self.pay(umpire.read(book.tables.march.at(item))) {
            return Ok(());
        }
        if forms {
            umpire.cite(VB_MARCH_MARKERS);
        }
        self.stand = Some(Stand { march_column: forms, stationary: false, ..stand });
        if face {
            umpire.cite(VB_MARCH_FACING);
            if stand.is_poor(book) {
                self.face(book, situation, umpire)?;
            }
        }
        Ok(())
    }

    fn mount<U: Referee>(&mut self, book: &Book, dismounts: bool, umpire: &mut U) {
        umpire.cite(VB_MSC_MOUNT);
        let Some(stand) = self.stand else { return };
        // RULING: on horse or foot, a column reforms first.
        if stand.dismounted == dismounts || stand.march_column {
            self.stop = Stop::Forbidden;
            return;
        }
        self.touch();
        if !self.pay(umpire.read(book.tables.misc.at(Misc::Mount))) {
            return;
        }
        if dismounts {
            match stand.kind {
                crate::charts::Kind::CavSkirmisher => umpire.cite(VB_MSC_CAVSK_DISMOUNT),
                crate::charts::Kind::MountedInf => umpire.cite(VB_MSC_MOUNTED_INF),
                _ => {}
            }
        }
        self.stand = Some(Stand { dismounted: dismounts, stationary: false, reinforcing: 0, ..stand });
    }

    fn limber<U: Referee>(&mut self, situation: &Journey, limbers: bool, umpire: &mut U) {
        umpire.cite(VB_MOV_ART_LIMBER_FREE);
        let Some(stand) = self.stand else { return };
        if !situation.in_command {
            self.halt(Stop::Command, VB_CMD_OUT_NO_LIMBER, umpire);
            return;
        }
        if !limbers && self.terrain == Terrain::Forest {
            self.halt(Stop::Forbidden, VB_TER_FOREST_M_UNLIMBER, umpire);
            return;
        }
        // S76: one change a turn; a column reforms before its guns unlimber.
        if self.limber_changed || stand.limbered == limbers || stand.march_column {
            self.stop = Stop::Forbidden;
            return;
        }
        self.touch();
        self.limber_changed = true;
        self.stand = Some(Stand { limbered: limbers, stationary: false, ..stand });
    }

    /// S13: half a move, first or last act, in command, out of contact and out of bad ground.
    fn recover<U: Referee>(&mut self, book: &Book, situation: &Journey, last: bool, umpire: &mut U) {
        umpire.cite(VB_MOR_LEVEL_TEMP);
        if !situation.in_command {
            self.halt(Stop::Command, VB_CMD_OUT_NO_RECOVER, umpire);
            return;
        }
        if self.terrain == Terrain::Forest {
            self.halt(Stop::Forbidden, VB_TER_FOREST_NO_RECOVER, umpire);
            return;
        }
        if self.mired {
            self.halt(Stop::Forbidden, VB_TER_ABBR_DI, umpire);
            return;
        }
        let temporary = self.stand.filter(|stand| stand.level == Level::TempDisorder);
        let Some(stand) = temporary.filter(|_| last || (!self.moved && self.faced == 0)) else {
            self.stop = Stop::Forbidden;
            return;
        };
        self.touch();
        if self.pay(book.tables.march.at(MarchItem::Form).value) {
            let level = umpire.read(book.tables.rallies_to.at(Level::TempDisorder)).unwrap_or(Level::TempDisorder);
            self.stand = Some(Stand { level, stationary: false, ..stand });
        }
    }

    fn stand_up<U: Referee>(&mut self, book: &Book, umpire: &mut U) {
        umpire.cite(VB_MSC_GTG_UP);
        let Some(stand) = self.stand.filter(|stand| stand.gone_to_ground) else {
            self.stop = Stop::Forbidden;
            return;
        };
        self.touch();
        if self.pay(umpire.read(book.tables.misc.at(Misc::StandUp))) {
            self.stand = Some(Stand { gone_to_ground: false, ..stand });
        }
    }

    /// Stationary status: the whole move unused but for a free facing or the inch back (S14).
    fn go_stationary<U: Referee>(&mut self, situation: &Journey, last: bool, umpire: &mut U) {
        let Some(stand) = self.stand else { return };
        if !situation.in_command && !stand.stationary {
            self.halt(Stop::Command, VB_CMD_OUT_NO_STATIONARY, umpire);
            return;
        }
        if situation.exhausted {
            self.halt(Stop::Forbidden, VB_EXH_NO_STATIONARY, umpire);
            return;
        }
        if self.terrain == Terrain::Forest && !situation.along_feature {
            self.halt(Stop::Forbidden, VB_TER_FOREST_NO_STATIONARY, umpire);
            return;
        }
        let steady = match stand.body() {
            Body::InfBrigade | Body::CavDismounted => !stand.march_column,
            Body::Artillery => !stand.limbered,
            _ => false,
        };
        let orderly = !matches!(stand.level, Level::TempDisorder | Level::Rout);
        if !last || self.moved || !steady || !orderly {
            self.stop = Stop::Forbidden;
            return;
        }
        if !situation.in_command {
            umpire.cite(VB_CMD_OUT_STAY);
        }
        self.goes_stationary = true;
    }

    pub(super) fn outcome<U: Referee>(&self, book: &Book, umpire: &mut U) -> MovementOutcome {
        let stationary = self.goes_stationary || self.stand.is_some_and(|stand| stand.stationary);
        let column = self.stand.is_some_and(|stand| stand.march_column);
        MovementOutcome {
            stop: self.stop,
            acts_done: self.done,
            inches: self.inches,
            left: self.left.shown(),
            reach: self.left.times(Fraction::of(self.allowance(book, false, umpire))).shown(),
            level: self.stand.map_or(Level::Good, |stand| stand.level),
            stationary,
            march_markers: column.then(|| self.markers(book, umpire)),
            gun_lost: self.gun_lost,
        }
    }

    /// Markers behind a stand in column.
    fn markers<U: Referee>(&self, book: &Book, umpire: &mut U) -> u16 {
        umpire.cite(VB_MARCH_MARKERS_KEY);
        let mover = self.mover();
        umpire.cite(match mover {
            Mover::Infantry => VB_MARCH_MARKERS_INF,
            Mover::Cavalry | Mover::Commander => VB_MARCH_MARKERS_CAV,
            Mover::ArtLimbered | Mover::ArtUnlimbered => VB_MARCH_MARKERS_ART,
        });
        let skirmisher = self.stand.is_some_and(|stand| stand.is_skirmisher());
        let chart = if skirmisher { &book.tables.markers_skirmisher } else { &book.tables.markers_brigade };
        umpire.read(chart.at(mover)).unwrap_or_default()
    }
}
