//! Other movement (P4): the dice first, then the path, step by step. Each step says no if the move would become longer than
//! its dice and everything met so far allow.
//!
//! RULING: what a block meets on its way is what the middle of its front meets.

use std::cell::LazyCell;
use std::convert::Infallible;

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Decimal, Die, Halt, Refusal, Rollout, Ruling, Throw};
use field::ground::{How, Length, Met, Point, What};
use field::plane::{Footprint, Manoeuvre};

use super::condition::tell;
use super::course::Course;
use super::state::{Battle, Contact, Moving, Phase, UNITS_MAX, UnitId};
use super::straight::Straight;
use super::terrain::{
    AreaRow, LineRow, area_row, crossing_at, has_wheels, is_ford, is_on_road, is_way_on_road, line_row, mark,
};
use super::{Deed, Theatre};
use crate::charts::{Mover, Penalty};
use crate::fire::Stance;
use crate::movement::{Move, MoveSituation, inches_allowed, roll_dice};
use crate::rules::*;
use crate::unit::{Arm, Formation, Hindrance};
use crate::{Event, Referee};

/// An umpire for looking ahead: nothing it hears is kept, and it is asked for no die.
pub(super) fn nobody() -> Rollout<fn(&engine::Question) -> u32, Event> {
    Rollout::idle()
}

/// What such an umpire ruled, for one who may wait.
pub(super) fn looked_ahead<T, P>(ruled: Result<T, Halt<Infallible>>) -> Result<T, Halt<P>> {
    ruled.map_err(|halt| halt.map_pause(|never| match never {}))
}

pub(super) const fn bit(penalty: Penalty) -> u32 {
    1 << penalty as u32
}

/// The penalties that bits stand for, in the order of the chart.
fn listed(penalties: u32) -> impl Iterator<Item = Penalty> {
    Penalty::ALL.iter().copied().filter(move |penalty| penalties & bit(*penalty) != 0)
}

/// How far a straight way can be gone, and why no farther.
pub(super) struct Reach {
    /// How far.
    pub length: Length,
    /// What is met up to there.
    pub penalties: u32,
    /// The penalty that stops it at its edge; nothing where the dice are used up.
    edge: Option<Penalty>,
}

impl Theatre {
    /// The row of the movement chart for a unit.
    pub(super) fn mover(&self, battle: &Battle, id: UnitId) -> Mover {
        let unit = battle.unit(id);
        match self.arm(battle, id) {
            Arm::Infantry if unit.formation == Formation::Skirmish => Mover::InfantrySkirmish,
            Arm::Infantry => Mover::Infantry,
            Arm::Cavalry if unit.mounted => Mover::Cavalry,
            Arm::Cavalry => Mover::DismountedCavalry,
            Arm::FieldArtillery => Mover::FieldArtillery,
            Arm::HorseArtillery => Mover::HorseArtillery,
            Arm::Wagon => Mover::SupplyWagon,
        }
    }

    /// The command `move`: the dice of a unit are rolled.
    pub(super) fn begin_move<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        dice: (bool, bool),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let fired = self.check_move(battle, id, dice)?;
        self.roll_move(battle, id, dice, fired, umpire)
    }

    /// Whether a unit may begin such a move; what already makes it shorter.
    pub(super) fn check_move(&self, battle: &Battle, id: UnitId, dice: (bool, bool)) -> Result<u32, Refusal> {
        self.check_mover(battle, id)?;
        let mut refusal = Refusal::new();
        refusal.unless(battle.unit(id).done.fired != Some(Stance::Prolong), "do", SE_FIRE_OPT_ART, || {
            "guns that fired and mean to prolong only prolong: order that".to_owned()
        });
        self.check_dice(battle, id, dice, (0, refusal))
    }

    /// Whether a unit has the dice it asks for, with what else makes its move shorter and speaks against it; all that makes it
    /// shorter.
    pub(super) fn check_dice(
        &self,
        battle: &Battle,
        id: UnitId,
        (column_die, road_die): (bool, bool),
        (penalties, mut refusal): (u32, Refusal),
    ) -> Result<u32, Refusal> {
        let unit = battle.unit(id);
        refusal.unless(!column_die || unit.formation == Formation::Column, "column_die", SE_MOVE_INF_COLUMN, || {
            format!("only infantry in column has the extra die, and it is in {}: leave it out", unit.formation)
        });
        let on_road = road_die
            && matches!(unit.formation, Formation::Column | Formation::Limbered)
            && self.is_on_road(self.footprint(battle, id).front_centre());
        refusal.unless(!road_die || on_road, "road_die", SE_MOVE_ROAD, || {
            "the road die is for a column or limbered unit that begins and stays on a road: leave it out".to_owned()
        });
        refusal.unless(!road_die || self.book.switches.road_bonus, "road_die", SE_MOVE_ROAD, || {
            "this table has no road die: leave it out".to_owned()
        });
        refusal.verdict()?;
        let fired = if unit.done.fired == Some(Stance::Move) { bit(Penalty::Fired) } else { 0 };
        let penalties = penalties | fired;
        let situation = MoveSituation { column_die, road_die, ..self.move_situation(battle, id, penalties) };
        Move::check(&self.book, &situation)?;
        Ok(penalties)
    }

    /// Rolls for a move that has been checked, and on which these penalties already lie.
    pub(super) fn roll_move<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        (column_die, road_die): (bool, bool),
        penalties: u32,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let situation = MoveSituation { column_die, road_die, ..self.move_situation(battle, id, penalties) };
        tell(umpire, || Deed::Acts { unit: id });
        if self.mover(battle, id) == Mover::Cavalry && battle.officers_with(id).next().is_some() {
            // Whoever is with cavalry goes with it, at its rate.
            umpire.cite(SE_CMDR_MOVE_CAV);
        }
        umpire.cite(SE_MOVE_SEQ);
        let (dice, rolled) = roll_dice(&self.book, &situation, umpire)?;
        battle.moving = Some(Moving {
            unit: id,
            dice,
            rolled,
            gone: 0,
            penalties,
            by_road: road_die,
            prolongs: false,
            asked: [0; UNITS_MAX / 64],
            tempted: [0; UNITS_MAX / 64],
        });
        battle.unit_mut(id).done.moved = true;
        Ok(())
    }

    /// The command `prolong`: unlimbered guns go half an average die in any direction.
    pub(super) fn prolong<U: Referee>(&self, battle: &mut Battle, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        self.check_mover(battle, id)?;
        let mut refusal = Refusal::new();
        let unlimbered = battle.unit(id).formation == Formation::Unlimbered;
        refusal.unless(unlimbered, "unit", SE_PROLONG_RATE, || {
            format!(
                "only unlimbered guns prolong, and {} is in {}: move it",
                self.name(battle, id),
                battle.unit(id).formation
            )
        });
        refusal.verdict()?;
        tell(umpire, || Deed::Acts { unit: id });
        umpire.cite(SE_PROLONG_HILL);
        let rolled = umpire.throw(Throw::One(Die::Average), SE_PROLONG_RATE)?;
        let (penalties, nobody) = (bit(Penalty::Prolong), [0; UNITS_MAX / 64]);
        battle.moving = Some(Moving {
            unit: id,
            dice: 1,
            rolled,
            gone: 0,
            penalties,
            by_road: false,
            prolongs: true,
            asked: nobody,
            tempted: nobody,
        });
        battle.unit_mut(id).done.moved = true;
        Ok(())
    }

    /// Refuses a unit that cannot begin a move now.
    pub(super) fn check_mover(&self, battle: &Battle, id: UnitId) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        if let Some(moving) = battle.moving {
            refusal.unless_senseless(false, "unit", || {
                format!("{} is still moving: end its move first", self.name(battle, moving.unit))
            });
        }
        let unit = battle.unit(id);
        self.check_hold(battle, &mut refusal, id);
        refusal.unless(!unit.done.moved, "unit", SE_MOVE_SEQ, || {
            format!("{} has had its move this turn", self.name(battle, id))
        });
        self.check_not_passed(battle, &mut refusal, id);
        if let Some((rule, why)) = self.hindrance(battle, id).bars_movement() {
            refusal.unless(false, "unit", rule, || format!("{}: {why}", self.name(battle, id)));
        }
        refusal.verdict()
    }

    /// Formed infantry through which formed infantry passed does not move this turn.
    pub(super) fn check_not_passed(&self, battle: &Battle, refusal: &mut Refusal, id: UnitId) {
        refusal.unless(!battle.unit(id).done.stands_still, "unit", SE_INTERPEN_FORMED, || {
            format!("a friend passed through {} because it stands still this turn", self.name(battle, id))
        });
    }

    /// Whether the battle folder lets a unit not move of its own will yet.
    pub(super) fn holds(&self, battle: &Battle, id: UnitId) -> bool {
        battle.turn < self.regiment(battle, id).holds_until
    }

    pub(super) fn check_hold(&self, battle: &Battle, refusal: &mut Refusal, id: UnitId) {
        refusal.unless(!self.holds(battle, id), "unit", SE_ORDER_ACTIVATE, || {
            let (name, until) = (self.name(battle, id), self.regiment(battle, id).holds_until);
            format!("{name} holds its place until turn {until}, and this is turn {}: it may fire", battle.turn)
        });
    }

    /// What the move procedure asks about a unit with these penalties.
    fn move_situation(&self, battle: &Battle, id: UnitId, penalties: u32) -> MoveSituation {
        MoveSituation {
            mover: self.mover(battle, id),
            column_die: false,
            road_die: false,
            moved_last_turn: battle.unit(id).moved_last_turn,
            obstacle_yards: 0,
            hindrance: Hindrance::None,
            penalties: listed(penalties).collect(),
        }
    }

    /// How far a move may go in all with these penalties.
    pub(super) fn allowed<U: Referee>(
        &self,
        battle: &Battle,
        moving: &Moving,
        penalties: u32,
        umpire: &mut U,
    ) -> Length {
        if moving.prolongs {
            return self.on_ground(Decimal::from_int(moving.rolled.into()).halved());
        }
        let listed: ArrayVec<Penalty, { Penalty::ALL.len() }> = listed(penalties).collect();
        let skirmishes = battle.unit(moving.unit).formation == Formation::Skirmish;
        let mover = (self.mover(battle, moving.unit), skirmishes);
        self.on_ground(inches_allowed(&self.book, mover, &listed, (moving.dice, moving.rolled), umpire))
    }

    /// The unit that moves now.
    pub(super) fn moving(&self, battle: &Battle) -> Result<Moving, Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(battle.moving.is_some(), "do", SE_MOVE_SEQ, || {
            "no unit is moving: begin a move first, and its dice are rolled".to_owned()
        });
        refusal.verdict()?;
        battle.moving.ok_or_else(Refusal::new)
    }

    /// P4: a straight step goes as far as its dice and the ground allow; one that would break off on entering worse ground ends
    /// at its edge. Gives the step as it can be made and what it meets.
    pub(super) fn cut_at_edge(
        &self,
        battle: &Battle,
        moving: &Moving,
        penalties: u32,
        (start, way): (&Footprint, &Straight),
        manoeuvre: Manoeuvre,
    ) -> Result<(Manoeuvre, u32), Refusal> {
        let length = manoeuvre.length(start);
        let reach = self.reach(battle, moving, penalties, way, length);
        if length <= reach.length {
            return Ok((manoeuvre, reach.penalties));
        }
        let left = self.in_inches(reach.length);
        match (reach.edge, manoeuvre) {
            (Some(_), Manoeuvre::Advance(_)) if reach.length > 0 => {
                Ok((Manoeuvre::Advance(reach.length), reach.penalties))
            }
            (Some(_), Manoeuvre::Oblique { turn, .. }) if reach.length > 0 => {
                Ok((Manoeuvre::Oblique { turn, length: reach.length }, reach.penalties))
            }
            (Some(penalty), _) => {
                let why = format!(
                    "the move cannot pay for {penalty} any more: go {left} inches at most, to its edge, or another way"
                );
                Err(Refusal::new().because("inches", why, SE_PEN_TABLE))
            }
            (None, Manoeuvre::Wheel { turn, .. }) => {
                let needs = self.in_inches(length);
                let hundredths = i64::from(turn.0.abs()) * 36_000 / 65_536;
                let degrees = hundredths * i64::from(reach.length) / i64::from(length.max(1)) / 100;
                let why = format!(
                    "{left} inches are left, this wheel needs {needs}: wheel {degrees} degrees, or advance first"
                );
                Err(Refusal::new().because("degrees", why, SE_MOVE_TABLE))
            }
            (None, _) => {
                let needs = self.in_inches(length);
                let why = format!("{left} inches are left, and this step needs {needs}: go {left} at most");
                Err(Refusal::new().because("inches", why, SE_MOVE_TABLE))
            }
        }
    }

    /// How far along a straight way a unit may go.
    pub(super) fn reach(
        &self,
        battle: &Battle,
        moving: &Moving,
        mut penalties: u32,
        way: &Straight,
        length: Length,
    ) -> Reach {
        let mut umpire = nobody();
        let mut left_with =
            |penalties: u32| (self.allowed(battle, moving, penalties, &mut umpire) - moving.gone).max(0);
        let mut left = left_with(penalties);
        // COST: each kind of penalty counts once, and a way over open ground meets nothing but hills.
        if penalties & bit(Penalty::Uphill) != 0 && way.found.marks & mark::SLOWS == 0 {
            return Reach { length: left, penalties, edge: None };
        }
        for (met, penalty) in self.penalties_on(battle, moving.unit, way) {
            let at = met.at.of(length);
            if at > left {
                break;
            }
            // Each kind of penalty counts once.
            if penalties & bit(penalty) == 0 {
                let beyond = left_with(penalties | bit(penalty));
                if at > beyond {
                    return Reach { length: (at - 1).max(0), penalties, edge: Some(penalty) };
                }
                (penalties, left) = (penalties | bit(penalty), beyond);
            }
        }
        Reach { length: left, penalties, edge: None }
    }

    /// What makes a straight way shorter, in the order it is met.
    pub(super) fn penalties_on(&self, battle: &Battle, id: UnitId, way: &Straight) -> Vec<(Met, Penalty)> {
        let Straight { from, to, found, .. } = *way;
        let skirmishes = battle.unit(id).formation == Formation::Skirmish;
        let prolongs = battle.moving.is_some_and(|moving| moving.unit == id && moving.prolongs);
        // S 13: skirmishers do not mind a hill.
        let (slows, rises) = (found.marks & mark::SLOWS != 0, found.uneven && !skirmishes);
        if prolongs || from == to || !slows && !rises {
            return Vec::new();
        }
        // COST: a way that does not begin on a road does not lie on it; and nobody asks who meets nothing but hills.
        let by_road = LazyCell::new(|| self.is_on_road(from) && is_way_on_road(&self.ground, from, to));
        let starts = |met: &Met| met.at == field::ground::Fraction::START;
        // Nobody crosses a river, a line or an area, but by a bridge, or through a ford, which is no better than a stream.
        let waded = |met: &Met| {
            let over = crossing_at(&self.ground, met.at.between(from, to));
            over.filter(|crossing| is_ford(*crossing)).map(|_| Penalty::Stream)
        };
        let penalty = |met: &Met| match (met.what, met.how) {
            (What::Contour(_), How::Enters) if !starts(met) => Some(Penalty::Uphill),
            // RULING: a road leads through woods, between houses and over a stream without a deduction.
            (What::Area(area), How::Enters) => match area_row(self.ground.areas()[area.index()].kind) {
                AreaRow::Impassable => waded(met),
                row => row.penalty().filter(|_| !*by_road),
            },
            (What::Line(line), How::Crosses { .. }) => match line_row(self.ground.lines()[line.index()].kind) {
                LineRow::River => waded(met),
                row => row.penalty().filter(|_| !*by_road),
            },
            _ => None,
        };
        let minds =
            |penalty: &Penalty| !skirmishes || matches!(penalty, Penalty::Stream | Penalty::Wall | Penalty::Buildings);
        // COST: lines and areas are looked for only where there may be some.
        let minded = |met: &Met| Some((*met, penalty(met).filter(minds)?));
        if !slows {
            return self.ground.rises(from, to).iter().filter_map(minded).collect();
        }
        way.met(&self.ground).iter().filter_map(minded).collect()
    }

    /// The first thing on a straight way that a unit cannot pass, and how far it is: ground, or what is too narrow for its front.
    pub(super) fn first_bar(&self, battle: &Battle, id: UnitId, way: &Straight) -> Option<(Length, &'static str)> {
        let narrow = if self.is_wide(battle, id) { self.first_narrow(way) } else { None };
        self.first_bar_of_ground(battle, id, way).into_iter().chain(narrow).min_by_key(|(at, _)| *at)
    }

    /// The same without bridges and defiles, which whoever runs gets through.
    pub(super) fn first_bar_of_ground(
        &self,
        battle: &Battle,
        id: UnitId,
        way: &Straight,
    ) -> Option<(Length, &'static str)> {
        if way.found.marks & mark::SLOWS == 0 {
            return None;
        }
        let length = way.from.distance(way.to);
        let bar = |met: &Met| Some((met.at.of(length), self.why_barred(battle, id, met, (way.from, way.to))?));
        way.met(&self.ground).iter().find_map(bar)
    }

    /// Whether there is anybody whose way something bars.
    pub(super) fn may_bar(&self, what: What) -> bool {
        match what {
            What::Area(area) => matches!(
                area_row(self.ground.areas()[area.index()].kind),
                AreaRow::Impassable | AreaRow::Woods | AreaRow::Buildings
            ),
            What::Line(line) => {
                let row = line_row(self.ground.lines()[line.index()].kind);
                matches!(row, LineRow::River | LineRow::Cliff) || row.is_major_obstacle()
            }
            What::Contour(_) => false,
        }
    }

    /// Why a unit on a straight way cannot pass something that is met beside or on it.
    pub(super) fn why_barred(
        &self,
        battle: &Battle,
        id: UnitId,
        met: &Met,
        (from, to): (Point, Point),
    ) -> Option<&'static str> {
        // COST: what bars nobody needs no look for a bridge.
        if !self.may_bar(met.what) {
            return None;
        }
        let arm = self.arm(battle, id);
        let at = met.at.between(from, to);
        let starts = met.at == field::ground::Fraction::START;
        let over = crossing_at(&self.ground, at);
        match (met.what, met.how) {
            (What::Area(area), How::Enters) if !starts => match area_row(self.ground.areas()[area.index()].kind) {
                AreaRow::Impassable if over.is_none() => Some("water or works that nobody enters"),
                AreaRow::Woods | AreaRow::Buildings if has_wheels(arm) && !is_on_road(&self.ground, at) => {
                    Some("woods or buildings, which wheels enter by road only")
                }
                _ => None,
            },
            (What::Line(line), How::Crosses { .. }) => match line_row(self.ground.lines()[line.index()].kind) {
                LineRow::River if over.is_none() => Some("a river, crossed at bridges and fords only"),
                LineRow::Cliff => Some("a cliff"),
                row if row.is_major_obstacle() => Some("a major obstacle, which takes a whole move to cross"),
                _ => None,
            },
            _ => None,
        }
    }

    /// The command `end-move`.
    pub(super) fn end_move<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let moving = self.moving(battle)?;
        self.check_storms_on(battle, &moving)?;
        self.halt(battle);
        self.keep_distance(battle, moving.unit, umpire)
    }

    /// The moving unit goes no farther.
    pub(super) fn halt(&self, battle: &mut Battle) {
        battle.moving = None;
    }

    /// The command `end-movement`.
    pub(super) fn end_movement<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        refusal.verdict()?;
        if battle.moving.is_some() {
            self.end_move(battle, umpire)?;
        }
        let mut refusal = Refusal::new();
        for id in self.active(battle).filter(|id| self.must_storm(battle, *id)) {
            refusal.unless(false, "do", SE_MORALE_RES_OVER, || {
                format!("{} is Overenthusiastic: it must move at the nearest enemy first", self.name(battle, id))
            });
        }
        refusal.verdict()?;
        battle.phase = Phase::Combat;
        // P9 step 10: a fight of an earlier activation goes on where one of its units is active.
        for place in 0..battle.contacts.len() {
            let contact = battle.contacts[place];
            let active = self.is_active(battle, contact.charger) || self.is_active(battle, contact.target);
            battle.contacts[place].due |= active;
        }
        // A fight is fought by all who are in it, also by those who are not active.
        while let Some(place) = battle.contacts.iter().position(|one| !one.due && shares_a_fight(&battle.contacts, one))
        {
            battle.contacts[place].due = true;
        }
        self.pair_off(battle, umpire)?;
        self.skip_idle_phases(battle);
        Ok(())
    }
}

/// Whether one of two enemies in contact is in a fight that has to be fought.
fn shares_a_fight(contacts: &[Contact], one: &Contact) -> bool {
    let due = |other: &Contact| other.due && (other.other(one.charger).or(other.other(one.target))).is_some();
    contacts.iter().any(due)
}
