//! The choices of every stack, kept from order to order: only those are listed again that an order has touched.
//!
//! COST: an order changes one stack and a few around it; listing all of them anew before every decision was nine tenths of a
//! random battle. What a list depends on is compared with how it was when the list was made, so nobody has to remember to
//! tell: whoever changes the battle in whatever way finds the lists that are still true. A test compares them with lists made
//! afresh after every order of random battles.
//!
//! What a list looks at, and so what makes it stale:
//! - the stack itself, and whoever stands on the straight ways it may go, or next to it to be taken along; whoever stands farther
//!   off on one of them matters to that way alone;
//! - where an enemy is near enough to be shot at, whoever stands between: he blocks sight;
//! - where the nearest enemy stands, and for guns all of them; whatever changes about an enemy within reach of him;
//! - the leaders and formations above it and above its neighbours;
//! - the fire out of its hex, and for guns the shots at every hex;
//! - the turn, the phase, Reserves, works, and whatever else seldom changes.

use field::hex::{Hex, Side};

use super::command::Command;
use super::marching::Marching;
use super::position::{Position, Terse};
use super::quiet::silent;
use super::radius::Bound;
use super::state::{
    Done, FiredFrom, FormationId, FormationNow, LeaderNow, Legs, Moment, ShotsAt, UnitId, UnitNow, Works,
};
use super::theatre::Theatre;
use super::walks::{JOINED_WITHIN, LONGEST_WAY, Trials, Ways, ends_from};
use crate::charts::{Activity, Limit};
use crate::turn::TurnStep;
use crate::unit::{Arm, Weapon};

/// The formations above some units, one bit each; beyond so many some share one, which makes a list stale too often and no more.
type Kin = u128;

fn kin_bit(formation: FormationId) -> Kin {
    1 << (formation.index() % Kin::BITS as usize)
}

/// What the stack of a hex may do.
#[derive(Debug)]
struct List {
    at: Hex,
    /// Whether it is still true, but for the ways across some sides, a bit each.
    holds: bool,
    stale_ways: u8,
    /// Whether guns are in the stack.
    guns: bool,
    /// The nearest enemy: hexes, and where.
    nearest: Option<(u16, Hex)>,
    /// Whether he is near enough for sight to matter.
    near: bool,
    kin: Kin,
    /// What binds its units and those next to it: where a leader rides it is asked again whether that is still so.
    bounds: Vec<(UnitId, Bound)>,
    made: Made,
}

/// The orders of a list, and where among them each group of units has its ways.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub commands: Vec<Command>,
    pub ways: Vec<Ways>,
}

impl Made {
    /// Puts the ways of a group across a side in the place of those that were there.
    pub fn put(&mut self, group: usize, side: Side, again: &mut Vec<Command>) {
        let Some(ways) = self.ways.get(group) else { return };
        let (from, to, count) = (ways[side.index()], ways[side.index() + 1], again.len());
        self.commands.splice(from..to, again.drain(..));
        let farther = self.ways[group..].iter_mut().flatten().skip(side.index() + 1);
        farther.for_each(|place| *place = *place + count + from - to);
    }
}

/// Room for trying ways, used again and again.
#[derive(Debug)]
pub(super) struct Rooms {
    pub bases: [Marching; 2],
    pub walking: Marching,
    pub trials: Trials,
}

impl Default for Rooms {
    fn default() -> Self {
        let nobody = || Marching::new(Activity::Move);
        Rooms { bases: [nobody(), nobody()], walking: nobody(), trials: Trials::default() }
    }
}

/// What is read of a battle that seldom changes within a phase.
#[derive(Debug, Default, PartialEq, Eq)]
struct Large {
    turn: u16,
    active: Option<engine::Side>,
    step: Option<TurnStep>,
    zero_brigade: Option<FormationId>,
    reserves: Vec<UnitId>,
    works: Vec<Works>,
    legs: Vec<Legs>,
}

impl Large {
    fn is_of(&self, now: &Moment) -> bool {
        (self.turn, self.active, self.step) == (now.turn, Some(now.active), Some(now.step))
            && self.zero_brigade == now.zero_brigade
            && self.reserves == now.reserves
            && self.works == now.works
            && self.legs == now.legs
    }

    fn become_of(&mut self, now: &Moment) {
        (self.turn, self.active, self.step) = (now.turn, Some(now.active), Some(now.step));
        self.zero_brigade = now.zero_brigade;
        self.reserves.clone_from(&now.reserves);
        self.works.clone_from(&now.works);
        self.legs.clone_from(&now.legs);
    }
}

/// The lists of one side's stacks, and the battle as it was when they were last true.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    lists: Vec<List>,
    large: Large,
    units: Vec<UnitNow>,
    leaders: Vec<LeaderNow>,
    formations: Vec<FormationNow>,
    fired: Vec<FiredFrom>,
    shots: Vec<ShotsAt>,
    reach: Option<Reach>,
    /// Lists whose stacks have gone, for their room.
    gone: Vec<List>,
    pub(super) rooms: Rooms,
}

/// How near somebody has to be for what he does to matter to a stack.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// Hexes within which an enemy is shot at, and friends before him block sight; and within which an enemy watches.
    sight: u16,
    /// Hexes within which an enemy keeps guns from unlimbering.
    enemy: u16,
}

impl Reach {
    fn of(theatre: &Theatre) -> Reach {
        let small = |id: &UnitId| matches!(theatre.unit(*id).weapon, Some(Weapon::SmallArms(_)));
        let small = theatre.unit_ids().filter(small).map(|id| theatre.reach(id)).max().unwrap_or(0);
        let sight = small.max(theatre.book.limit(Limit::CloseRange)).max(LONGEST_WAY + 1);
        Reach { sight, enemy: sight.max(theatre.book.limit(Limit::Unlimber)) }
    }
}

impl Choices {
    /// Forgets the lists that what has happened since they were made may have changed.
    pub fn forget_touched(&mut self, theatre: &Theatre, battle: &Terse<'_>) {
        let reach = *self.reach.get_or_insert_with(|| Reach::of(theatre));
        if !self.large.is_of(battle) || !self.has_same_people(battle) {
            self.lists.iter_mut().for_each(|list| list.holds = false);
        } else {
            self.touch_units(theatre, battle, reach);
            self.touch_by_enemies(theatre, battle);
            self.touch_leaders(theatre, battle);
            self.touch_fire(battle);
        }
        self.large.become_of(battle);
        self.units.clone_from(&battle.units);
        self.leaders.clone_from(&battle.leaders);
        self.formations.clone_from(&battle.formations);
        self.fired.clone_from(&battle.fired);
        self.shots.clone_from(&battle.shots);
    }

    fn has_same_people(&self, now: &Moment) -> bool {
        self.units.len() == now.units.len()
            && self.leaders.len() == now.leaders.len()
            && self.formations.len() == now.formations.len()
    }

    /// Everybody looks to the nearest enemy, however far he is, and guns to all of them.
    fn touch_by_enemies(&mut self, theatre: &Theatre, battle: &Terse<'_>) {
        let moved = |(card, (old, new)): (&super::UnitCard, (&UnitNow, &UnitNow))| {
            card.side != battle.active && old.at != new.at
        };
        if theatre.units.iter().zip(self.units.iter().zip(&battle.units)).any(moved) {
            for list in self.lists.iter_mut().filter(|list| list.holds) {
                list.holds = !list.guns && list.nearest == theatre.nearest(battle, list.at, battle.active.enemy());
            }
        }
    }

    fn touch_units(&mut self, theatre: &Theatre, battle: &Terse<'_>, reach: Reach) {
        let looks = |unit: &UnitNow| (unit.at, unit.formation, unit.facing, unit.sp);
        let (now, targets): (&Moment, _) = (battle, theatre.hexes_of(battle, battle.active.enemy()));
        let in_reach = |from: Hex| targets.iter().copied().filter(move |target| from.distance(*target) <= reach.sight);
        // Next to an enemy he may hide those who come up from others.
        let hides =
            |from: Hex, at: Hex| in_reach(from).any(|target| target.distance(at) <= 1 || is_between(from, at, target));
        for (card, (old, new)) in theatre.units.iter().zip(self.units.iter().zip(&now.units)) {
            if old == new {
                continue;
            }
            let enemy = card.side != now.active;
            // From afar a friend is where he stands and how; who is next to him may take him along.
            let changed = looks(old) != looks(new);
            for at in [old.at, new.at].into_iter().flatten() {
                for list in self.lists.iter_mut().filter(|list| list.holds) {
                    list.holds = match (enemy, list.near) {
                        (true, _) => list.at.distance(at) > reach.enemy,
                        (false, _) if !changed => list.at.distance(at) > 1,
                        (false, near) => match way_to(list.at, at) {
                            _ if near && hides(list.at, at) => false,
                            Some((_, hexes)) if hexes <= JOINED_WITHIN => false,
                            Some((side, _)) => {
                                list.stale_ways |= 1 << side.index();
                                true
                            }
                            None => true,
                        },
                    };
                }
            }
        }
    }

    /// Leaders and formations. Who only rides matters where he was and is, and to those whom he leads out of his radius.
    fn touch_leaders(&mut self, theatre: &Theatre, battle: &Terse<'_>) {
        let (mut kin, mut ridden): (Kin, Kin) = (0, 0);
        for (old, new) in self.leaders.iter().zip(&battle.leaders).filter(|(old, new)| old != new) {
            let rides = *old == LeaderNow { at: old.at, moved: old.moved, ..*new };
            *(if rides { &mut ridden } else { &mut kin }) |= kin_bit(old.post) | kin_bit(new.post);
            let here = |list: &&mut List| [old.at, new.at].contains(&Some(list.at));
            self.lists.iter_mut().filter(here).for_each(|list| list.holds = false);
        }
        for (number, (old, new)) in self.formations.iter().zip(&battle.formations).enumerate() {
            if old != new {
                let rides = *old == FormationNow { hq: old.hq, hq_moved: old.hq_moved, ..*new };
                *(if rides { &mut ridden } else { &mut kin }) |= kin_bit(FormationId(number as u16));
            }
        }
        if kin | ridden == 0 {
            return;
        }
        for list in self.lists.iter_mut().filter(|list| list.holds && list.kin & (kin | ridden) != 0) {
            let same = |(id, bound): &(UnitId, Bound)| {
                theatre.bound(battle, *id, &mut silent()).is_ok_and(|now| now.lets_end_as(bound, ends_from(list.at)))
            };
            list.holds = list.kin & kin == 0 && list.bounds.iter().all(same);
        }
    }

    fn touch_fire(&mut self, now: &Moment) {
        if self.fired != now.fired {
            let all = self.fired.iter().chain(&now.fired);
            for fired in all.filter(|fired| !self.fired.contains(fired) || !now.fired.contains(fired)) {
                self.lists.iter_mut().filter(|list| list.at == fired.at).for_each(|list| list.holds = false);
            }
        }
        if self.shots != now.shots {
            self.lists.iter_mut().filter(|list| list.guns).for_each(|list| list.holds = false);
        }
    }

    /// Brings the list of a hex to its place in the order of the hexes. Whether it holds.
    pub fn seek(&mut self, place: usize, at: Hex) -> bool {
        match self.lists.iter().skip(place).position(|list| list.at == at) {
            Some(farther) => self.lists.swap(place, place + farther),
            None => {
                let list = self.gone.pop().unwrap_or_else(|| List::nobodys(at));
                self.lists.push(List { at, holds: false, ..list });
                let last = self.lists.len() - 1;
                self.lists.swap(place, last);
            }
        }
        self.lists[place].holds
    }

    /// Has the list at a place made anew.
    pub(super) fn make(
        &mut self,
        place: usize,
        (theatre, battle): (&Theatre, &Terse<'_>),
        list_all: impl FnOnce(&mut Made),
    ) {
        let reach = *self.reach.get_or_insert_with(|| Reach::of(theatre));
        let list = &mut self.lists[place];
        list.made.commands.clear();
        list.made.ways.clear();
        list.stale_ways = 0;
        list_all(&mut list.made);
        let (own, grid) = (battle.active, theatre.field.map.grid());
        let Some(cell) = theatre.field.cell(list.at) else { return };
        (list.kin, list.guns, list.near, list.holds) = (0, false, false, true);
        list.nearest = theatre.nearest(battle, list.at, own.enemy());
        list.bounds.clear();
        // Whoever has done his activity only changes his place in the stack, whatever happens around him.
        let acts = battle.table(theatre).stack(cell).any(|id| battle.unit(id).done == Done::Nothing);
        if !acts && !theatre.book.switches.breastworks_building {
            return;
        }
        for cell in grid.neighbours(cell).map(|(_, next)| next).chain([cell]) {
            for id in battle.table(theatre).stack(cell) {
                let card = theatre.unit(id);
                list.guns |= card.arm == Arm::Artillery;
                list.kin |= theatre.chain(card.formation).fold(0, |kin, above| kin | kin_bit(above));
                if card.side != own {
                    continue;
                }
                match theatre.bound(battle, id, &mut silent()) {
                    Ok(bound) => list.bounds.push((id, bound)),
                    Err(_) => list.holds = false,
                }
                // Whether a unit of a Stopped division has to withdraw depends on whoever could fire at it.
                let division = theatre.formation(card.formation).division;
                list.holds &= !battle.formation(division).stopped;
            }
        }
        list.near = list.nearest.is_some_and(|(hexes, _)| hexes <= reach.sight);
    }

    /// Has those ways of the list at a place tried again on which somebody has come or gone farther off.
    ///
    /// COST: friends come and go all the time, and the rest of a list is as it was.
    pub(super) fn mend(&mut self, place: usize, mut try_again: impl FnMut(Side, &mut Made)) {
        let list = &mut self.lists[place];
        let stale = std::mem::take(&mut list.stale_ways);
        let stale = Side::ALL.into_iter().filter(|side| stale >> side.index() & 1 == 1);
        stale.for_each(|side| try_again(side, &mut list.made));
    }

    /// Tells the list at a place; false if the listener has had enough.
    pub fn tell(&self, place: usize, listener: &mut dyn FnMut(Command) -> bool) -> bool {
        self.lists[place].made.commands.iter().all(|command| listener(command.clone()))
    }

    /// Keeps the room of the lists behind those that were asked for.
    pub fn end(&mut self, count: usize) {
        self.gone.extend(self.lists.drain(count.min(self.lists.len())..));
    }
}

impl List {
    fn nobodys(at: Hex) -> List {
        List {
            at,
            holds: false,
            stale_ways: 0,
            guns: false,
            nearest: None,
            near: false,
            kin: 0,
            bounds: Vec::new(),
            made: Made::default(),
        }
    }
}

/// Whether a hex may lie on the line of sight from one to another.
fn is_between(from: Hex, hex: Hex, to: Hex) -> bool {
    from.distance(hex) + hex.distance(to) == from.distance(to)
}

/// The straight way out of a hex on which another lies, if a stack may try it: the side it begins with, and how far it is. The
/// hex itself lies on all of them.
fn way_to(from: Hex, hex: Hex) -> Option<(Side, u16)> {
    let (q, r) = (hex.q - from.q, hex.r - from.r);
    let hexes = from.distance(hex);
    if (q != 0 && r != 0 && q + r != 0) || hexes > LONGEST_WAY {
        return None;
    }
    let leads = |side: &Side| from.neighbour(*side).distance(hex) < hexes;
    Side::ALL.into_iter().find(leads).or(Side::ALL.first().copied()).map(|side| (side, hexes))
}
