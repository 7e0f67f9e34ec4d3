//! What a general sees at a glance before one decision: the enemies, the stack that decides, and what a place promises it.
//!
//! COST: everything here lives on the stack and is worked out in one pass over the units; nothing is allocated.

use std::cell::{Cell, OnceCell};

use arrayvec::ArrayVec;
use engine::Side as Army;
use engine::stage::{PieceId, Prospect};
use field::hex::{Cell as GridCell, Corner, Hex, Side};

use super::almanac::{COVERED, Muzzle};
use crate::charts::{Canister, Facing, FormationRow, MoraleModifier, MoraleState, Rating, TargetShift};
use crate::command::Order;
use crate::play::few::Few;
use crate::play::position::{Position, Terse};
use crate::play::quiet::silent;
use crate::play::radius::{Bound, Tether};
use crate::play::stack::{has_front, lies_before};
use crate::play::state::{Done, FormationId, InForce, LeaderId, UnitId, Works};
use crate::play::stations::Foes;
use crate::play::table::Table;
use crate::play::theatre::{Theatre, index};
use crate::unit::{Arm, Formation, UNITS_MAX, Weapon, formation_row};

/// Hexes beyond which nobody is counted as a danger.
const DANGER: u16 = 10;
/// Leaders that are listed in place.
const LED_MAX: usize = 16;
/// Hexes around a target in which men count as massed.
const NEAR: u16 = 3;

/// Everything on the other side.
pub(super) struct Look<'a> {
    pub theatre: &'a Theatre,
    pub battle: &'a Terse<'a>,
    pub side: Army,
    pub table: &'a Table,
    pub foes: &'a Foes,
    /// COST: the last hex whose nearest enemy was asked for, and the answer: it is asked for again and again.
    last: Cell<(Hex, Option<(u16, Hex)>)>,
    /// COST: where leaders are who encourage their men, and how much: asked about every target.
    led: OnceCell<Few<(Hex, u8), LED_MAX>>,
}

/// A hex that nobody asks about.
const NOWHERE: Hex = Hex::at(i16::MIN, i16::MIN);

/// The stack that decides: units of one hex, brigade, arm and formation that have done nothing yet.
pub(super) struct Group {
    pub units: ArrayVec<UnitId, UNITS_MAX>,
    pub at: Hex,
    pub arm: Arm,
    pub formation: Formation,
    pub facing: Corner,
    /// The worst of its states.
    pub state: MoraleState,
    pub rating: Rating,
    pub sp: u8,
    pub printed: u8,
    pub brigade: FormationId,
    pub order: InForce,
    /// The leader of its brigade, if he is with it and has not moved.
    pub leader: Option<LeaderId>,
    /// Whether other units share its hex.
    pub in_company: bool,
    /// Whether it has come onto the map.
    pub arrived: bool,
    /// The nearest enemy: hexes, and where.
    pub nearest: Option<(u16, Hex)>,
    /// What binds it: its order, the leader or HQ it is too far from, and within whose radius it moves.
    pub bound: Option<Bound>,
    /// Whether its division is Stopped: it may only go away from the enemy.
    pub stopped: bool,
    /// The middle of its brigade.
    pub middle: Option<Hex>,
    pub goal: Option<Goal>,
    /// Thousandths of strength and nerve that are gone.
    worn: i32,
    /// What a morale check costs it, in thousandths of a Strength Point.
    check: i32,
    /// Which hexes around it are its front, as it stands.
    front: Facing,
    /// Hexes to its goal.
    to_go: i32,
}

/// What a stack is to take or to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    pub at: Hex,
    /// Its place among the objectives, if it is one.
    pub objective: Option<usize>,
}

impl<'a> Look<'a> {
    pub(super) fn new(theatre: &'a Theatre, battle: &'a Terse<'a>) -> Look<'a> {
        let side = battle.active;
        let table = battle.table(theatre);
        let foes = &table.foes[index(side.enemy())];
        Look { theatre, battle, side, table, foes, last: Cell::new((NOWHERE, None)), led: OnceCell::new() }
    }

    /// The nearest enemy to a hex.
    pub(super) fn nearest(&self, hex: Hex) -> Option<(u16, Hex)> {
        let (known, answer) = self.last.get();
        if known == hex {
            return answer;
        }
        let answer = self.theatre.nearest(self.battle, hex, self.side.enemy());
        self.last.set((hex, answer));
        answer
    }

    /// Where leaders are who encourage their men, and how much.
    pub(super) fn led(&self) -> &[(Hex, u8)] {
        self.led.get_or_init(|| {
            let encourage = self.battle.leaders.iter().filter(|leader| leader.morale > 0);
            encourage.filter_map(|leader| leader.at.map(|at| (at, leader.morale))).collect()
        })
    }

    /// Whether an enemy stands in a hex.
    pub(super) fn is_held(&self, hex: Hex) -> bool {
        self.theatre.field.cell(hex).is_some_and(|cell| self.is_held_at(cell))
    }

    /// The same by its cell.
    pub(super) fn is_held_at(&self, cell: GridCell) -> bool {
        self.table.top(cell).is_some_and(|top| self.theatre.unit(top).side != self.side)
    }

    /// Whether an enemy stands next to a hex.
    pub(super) fn is_touched(&self, hex: Hex) -> bool {
        self.theatre.is_next_to(self.battle, hex, self.side.enemy())
    }

    /// Whether friends other than those of a stack stand in a hex.
    pub(super) fn has_friends(&self, hex: Hex, group: &Group) -> bool {
        self.theatre.field.cell(hex).is_some_and(|cell| self.has_friends_at(cell, group))
    }

    /// The same by its cell.
    #[inline]
    pub(super) fn has_friends_at(&self, cell: GridCell, group: &Group) -> bool {
        // COST: in most hexes there is nobody.
        self.table.top(cell).is_some() && self.has_other_friends_at(cell, group)
    }

    fn has_other_friends_at(&self, cell: GridCell, group: &Group) -> bool {
        let mut there = self.table.stack(cell);
        there.any(|id| self.theatre.unit(id).side == self.side && !group.units.contains(&id))
    }

    /// The stack of a unit: everybody in its hex who could act with it.
    pub(super) fn group(&self, first: UnitId, at: Hex) -> Group {
        let (theatre, battle) = (self.theatre, self.battle);
        let (card, now) = (theatre.unit(first), battle.unit(first));
        let mut units: ArrayVec<UnitId, UNITS_MAX> = ArrayVec::new();
        let mut in_company = false;
        if now.at.is_none() {
            units.push(first);
        }
        let cell = now.at.and_then(|at| theatre.field.cell(at));
        for id in cell.into_iter().flat_map(|cell| battle.table(theatre).stack(cell)) {
            let (other, there) = (theatre.unit(id), battle.unit(id));
            let mate = other.formation == card.formation
                && other.arm == card.arm
                && there.formation == now.formation
                && there.done == Done::Nothing;
            if mate && !units.is_full() {
                units.push(id);
            } else {
                in_company = true;
            }
        }
        units.sort_unstable_by_key(|id| (battle.unit(*id).place, id.0));
        let (mut state, mut sp, mut printed) = (None, 0_u8, 0_u8);
        for id in &units {
            let there = battle.unit(*id);
            state = state.max(Some(there.state));
            (sp, printed) = (sp.saturating_add(there.sp), printed.saturating_add(theatre.unit(*id).printed));
        }
        let top = units.first().copied().unwrap_or(first);
        let leader = battle.leader_of(card.formation).filter(|(_, leader)| leader.at == now.at && !leader.moved);
        let order = theatre.order_of(battle, top);
        let mut group = Group {
            at,
            arm: card.arm,
            formation: now.formation,
            facing: now.facing,
            state: state.unwrap_or(now.state),
            rating: theatre.unit(top).rating,
            sp,
            printed,
            brigade: card.formation,
            order,
            leader: leader.map(|(id, _)| id).filter(|_| now.at.is_some()),
            in_company,
            arrived: now.at.is_some(),
            nearest: self.nearest(at),
            bound: theatre.bound_at_all(battle, top, order, &mut silent()).ok(),
            stopped: battle.formation(theatre.formation(card.formation).division).stopped,
            middle: self.middle_of(card.formation),
            goal: None,
            worn: 0,
            check: 0,
            front: Facing::Normal,
            to_go: 0,
            units,
        };
        group.goal = self.goal_of(&group);
        group.to_go = group.goal.map_or(0, |goal| i32::from(goal.at.distance(at)));
        self.weigh(&mut group);
        group
    }

    /// Works out what follows from a stack's strength, state, leader and company, for whoever has changed one of them.
    ///
    /// COST: every place that it is offered asks for it.
    pub(super) fn weigh(&self, group: &mut Group) {
        let check = self.theatre.almanac.check(group.rating, self.nerve(group, false));
        group.check = check.loss + check.broken * i32::from(group.sp) / 4;
        group.worn = Self::worn(group);
        group.front = self.front(group.arm, group.formation, group.in_company);
    }

    /// The middle of a brigade: the mean of its hexes.
    pub(super) fn middle_of(&self, brigade: FormationId) -> Option<Hex> {
        let (mut q, mut r, mut count) = (0_i32, 0_i32, 0_i32);
        for id in self.theatre.units_of(brigade).filter(|id| self.theatre.unit(*id).formation == brigade) {
            let Some(at) = self.battle.unit(id).at else { continue };
            (q, r, count) = (q + i32::from(at.q), r + i32::from(at.r), count + 1);
        }
        (count > 0).then(|| Hex::at((q / count) as i16, (r / count) as i16))
    }

    /// What a stack is to take or hold: what its order says, or the objective that is worth most for the way.
    pub(super) fn goal_of(&self, group: &Group) -> Option<Goal> {
        let objectives = &self.theatre.objectives;
        if let (Order::Attack | Order::Move, Some(at)) = (group.order.order, group.order.goal) {
            return Some(Goal { at, objective: objectives.iter().position(|objective| objective.at == at) });
        }
        if group.order.order == Order::Reserve {
            return None;
        }
        let from = group.middle.unwrap_or(group.at);
        let mut best: Option<(i32, usize)> = None;
        for (place, card) in objectives.iter().enumerate() {
            let value = card.worth[index(self.side)].max(card.worth[index(self.side.enemy())]);
            let cost = 2 * i32::from(from.distance(card.at)) - i32::from(value);
            // COST: where the enemy is, is asked only about what could be the best.
            if value == 0 || best.is_some_and(|best| best <= (cost, place)) {
                continue;
            }
            let own = self.battle.held.get(place).is_some_and(|held| held.by == Some(self.side));
            let at_ease = own && self.nearest(card.at).is_none_or(|(hexes, _)| hexes > NEAR);
            let cost = if at_ease { cost + 2 * i32::from(DANGER) } else { cost };
            best = best.into_iter().chain([(cost, place)]).min();
        }
        let taken = best.map(|(_, place)| Goal { at: objectives[place].at, objective: Some(place) });
        taken.or_else(|| self.nearest(from).map(|(_, at)| Goal { at, objective: None }))
    }

    /// Whether a stack may end there, as far as its leader and a Stopped division are concerned.
    pub(super) fn may_end(&self, group: &Group, at: Hex) -> bool {
        let held = || at == group.at && self.theatre.in_zone_of(self.battle, at, self.side.enemy());
        let led = |leader: Hex| leader.distance(at) < leader.distance(group.at) || held();
        let tethered = |tether: Tether| tether.holds(at) || tether.leader.is_some() && tether.leader == group.leader;
        let way = |goal: Hex| goal.distance(at) <= goal.distance(group.at);
        let bound = |bound: &Bound| {
            bound.lacks.is_none_or(led)
                && bound.tether.is_none_or(tethered)
                && (bound.released || bound.goal.is_none_or(way))
        };
        let away = |(hexes, _): (u16, Hex)| group.nearest.is_none_or(|(known, _)| hexes >= known);
        (!group.arrived || group.bound.as_ref().is_none_or(bound))
            && (!group.stopped || self.nearest(at).is_none_or(away))
    }

    /// What the place where a stack would end up promises, whatever it does there.
    pub(super) fn place(&self, group: &Group, at: Hex, facing: Corner, formation: Formation) -> Prospect {
        let almanac = &self.theatre.almanac;
        let mut prospect = Prospect { chance: 1_000, piece: Some(PieceId(group.units[0].0)), ..Prospect::default() };
        let nearest = if at == group.at { group.nearest } else { self.nearest(at) };
        prospect.enemy =
            nearest.map_or(Prospect::FAR, |(hexes, _)| i32::from(hexes) * almanac.yards).min(Prospect::FAR);
        if let Some(goal) = group.goal {
            prospect.nearer = (group.to_go - i32::from(goal.at.distance(at))) * almanac.yards;
        }
        prospect.apart = group.middle.map_or(0, |middle| i32::from(middle.distance(at)) * almanac.yards);
        prospect.worn = group.worn;
        if let Some((_, enemy)) = nearest.filter(|(hexes, _)| *hexes <= DANGER) {
            prospect.cover = if self.is_covered(at, enemy) { almanac.cover } else { 0 };
            self.threaten(group, at, facing, formation, &mut prospect);
        }
        prospect
    }

    /// Thousandths of strength and nerve that are gone.
    fn worn(group: &Group) -> i32 {
        let lost = 700 * i32::from(group.printed - group.sp.min(group.printed)) / i32::from(group.printed.max(1));
        let shaken = match group.state {
            MoraleState::BloodLust | MoraleState::Normal => 0,
            MoraleState::Shaken => 100,
            MoraleState::Disorganized => 200,
            MoraleState::Routed => 300,
        };
        lost + shaken
    }

    /// Whether the ground protects a hex against fire from another.
    #[inline]
    pub(super) fn is_covered(&self, at: Hex, from: Hex) -> bool {
        let Some(cell) = self.theatre.field.cell(at) else { return false };
        let covers = self.theatre.almanac.covers(cell);
        // COST: most hexes protect nobody, and in most battles nobody digs.
        if covers == 0 && self.battle.works.is_empty() {
            return false;
        }
        covers == COVERED || self.is_covered_through(covers, at, from)
    }

    /// Whether what protects a hex does so on the side towards another.
    fn is_covered_through(&self, covers: u8, at: Hex, from: Hex) -> bool {
        let dug = |works: &&Works| works.at == at;
        if covers == 0 && !self.battle.works.iter().any(|works| dug(&works)) {
            return false;
        }
        let side = match at.bearing(from) {
            Some(field::hex::Bearing::Side(side)) => side,
            Some(field::hex::Bearing::Corner(corner)) => corner.sides()[0],
            None => return false,
        };
        covers >> side.index() & 1 == 1
            || self.battle.works.iter().filter(dug).any(|works| works.facing.sides().contains(&side))
    }

    /// Which hexes around a stack would be its front.
    fn front(&self, arm: Arm, formation: Formation, in_company: bool) -> Facing {
        self.theatre.book.tables.formations.at(formation_row(arm, formation, !in_company)).facing.value
    }

    /// Adds up who could fire at a place, and who would have it in flank.
    fn threaten(&self, group: &Group, at: Hex, facing: Corner, formation: Formation, prospect: &mut Prospect) {
        let theatre = self.theatre;
        let almanac = &theatre.almanac;
        let stands = formation == group.formation;
        let kind = if stands { group.front } else { self.front(group.arm, formation, group.in_company) };
        let rear_shift = theatre.book.tables.target_shift.at(TargetShift::Rear).value;
        let covered = prospect.cover > 0;
        let cover_shift = theatre.book.tables.target_shift.at(TargetShift::Protective).value;
        let shift = if covered { cover_shift } else { 0 };
        let (mut risk, mut flanked) = (0, 0);
        self.foes.in_reach(at, DANGER, |foe, range| {
            let behind = match kind {
                Facing::AllRear => true,
                Facing::AllFront => false,
                Facing::Normal => !lies_before(facing, at, foe.at),
            };
            flanked += i32::from(behind && range <= NEAR);
            let muzzle = if foe.guns { Muzzle::Guns } else { Muzzle::SmallArms };
            let column = almanac.column(foe.sp, range, muzzle) + shift + if behind { rear_shift } else { 0 };
            let shot = almanac.shot(column);
            let hurt = shot.loss + shot.check * group.check / 1_000;
            // Who would have to turn first, or may not see so far, is half a danger.
            let ready = !foe.fronted || lies_before(foe.facing, foe.at, at);
            risk += if ready && range <= 4 { hurt } else { hurt / 2 };
        });
        prospect.flanked += flanked;
        prospect.risk += risk * almanac.men / 1_000;
    }

    /// The modifiers of a stack's morale check that do not depend on who shoots.
    pub(super) fn nerve(&self, group: &Group, small: bool) -> i16 {
        let modifier = |which| self.theatre.book.tables.morale_modifiers.at(which).value;
        let shaken = matches!(group.state, MoraleState::Shaken | MoraleState::Disorganized);
        let wrecked = self.theatre.almanac.is_wrecked(group.printed, group.sp);
        let leader = group.leader.map_or(0, |leader| i16::from(self.battle.leaders[leader.index()].morale));
        let mut sum = -leader;
        sum += if shaken { modifier(MoraleModifier::ShakenDg) } else { 0 };
        sum += if wrecked { modifier(MoraleModifier::Wrecked) } else { 0 };
        sum += if small { modifier(MoraleModifier::Small) } else { 0 };
        sum
    }

    /// Our men near a hex for each thousand of his.
    pub(super) fn mass(&self, target: Hex) -> i32 {
        let table = self.battle.table(self.theatre);
        let men = |side: Army| i32::from(table.foes[index(side)].strength_within(target, NEAR));
        let (ours, his) = (men(self.side), men(self.side.enemy()));
        1_000 * ours / his.max(1)
    }

    /// The row of the formation chart of a stack in some formation.
    pub(super) fn row(group: &Group, formation: Formation) -> FormationRow {
        formation_row(group.arm, formation, !group.in_company && group.units.len() == 1)
    }
}

impl Group {
    /// Whether it has a front that it has to turn.
    pub(super) fn is_fronted(&self, formation: Formation) -> bool {
        let alone = self.units.len() == 1 && !self.in_company;
        has_front(formation) && !(formation == Formation::OpenOrder && alone)
    }

    /// Whether it is on the march under a Move order, and has not deployed from it.
    pub(super) fn marches(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.order == Order::Move && !bound.released)
    }

    /// The corners that have a side in their front.
    pub(super) fn fronts(side: Side) -> [Corner; 2] {
        [Corner::new(side.index() as u8), Corner::new(side.index() as u8 + 5)]
    }

    /// Whether it is disorganized or routed.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self.state, MoraleState::Disorganized | MoraleState::Routed)
    }

    /// What its guns or muskets are; nothing if it cannot shoot.
    pub(super) fn muzzle(&self, look: &Look<'_>) -> Option<Muzzle> {
        let card = look.theatre.unit(self.units[0]);
        match card.weapon? {
            Weapon::Artillery(_) => Some(Muzzle::Guns),
            Weapon::SmallArms(_) if card.sharpshooter && !self.is_fronted(self.formation) => {
                Some(Muzzle::Sharpshooters)
            }
            Weapon::SmallArms(_) => Some(Muzzle::SmallArms),
        }
    }

    /// The canister of its guns.
    pub(super) fn canister(&self, look: &Look<'_>) -> Option<Canister> {
        let unit = self.units[0];
        match look.theatre.unit(unit).weapon? {
            Weapon::Artillery(gun) if !look.battle.unit(unit).canister_depleted => {
                look.theatre.book.tables.gun_canister.at(gun).value
            }
            _ => None,
        }
    }
}
