//! A step of a move as the enemy sees it: place after place, because he may charge (P11) or fire (P12) at any point of the path.
//!
//! RULING: cavalry is asked at the first place at which it may charge. Whoever may fire is asked at the place nearest to him at
//! which he can, which is the one he would name; of places equally near it is the one right before him.

use engine::{Asks, Ruling};
use field::ground::{Length, YARD};
use field::plane::{Footprint, Manoeuvre, Turn};

use super::Theatre;
use super::around_step::first_under;
use super::course::Course;
use super::geometry::{SLACK, along_and_aside, half_extents, is_far, spaced};
use super::state::{Battle, Unit, UnitId};
use crate::Referee;
use crate::charts::{Distance, MoraleResult};
use crate::questions::{OPPORTUNITY_CHARGE, PASS_THROUGH};
use crate::unit::Formation;

/// LIMIT: a path is looked at after every so many parts of an inch of the table, and at its end.
const LOOKS_PER_INCH: Length = 4;

/// The path of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    /// Where it begins.
    pub start: Footprint,
    manoeuvre: Manoeuvre,
    /// How far it leads.
    pub length: Length,
    /// How far apart the places lie at which it is looked at.
    apart: Length,
}

/// What an enemy may do about a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deterrent {
    /// P11, which comes before all fire.
    Charge,
    /// P12.
    Fire,
}

/// An enemy who may do something, and how far along the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reaction {
    /// How far along the path.
    pub at: Length,
    what: Deterrent,
    enemy: UnitId,
}

impl Passing {
    /// The path of a unit that leads from here.
    pub fn new(theatre: &Theatre, start: Footprint, manoeuvre: Manoeuvre) -> Passing {
        let apart = (theatre.inch / LOOKS_PER_INCH).max(1);
        Passing { start, manoeuvre, length: manoeuvre.length(&start), apart }
    }

    /// No path: a unit that is put somewhere.
    pub fn none(theatre: &Theatre, at: Footprint) -> Passing {
        Passing::new(theatre, at, Manoeuvre::Face(Turn(0)))
    }

    /// Whether the block keeps its heading.
    const fn is_straight(&self) -> bool {
        !matches!(self.manoeuvre, Manoeuvre::Wheel { .. } | Manoeuvre::Face(_))
    }

    /// The part of the step that leads so far.
    pub fn part(&self, length: Length) -> Manoeuvre {
        if length >= self.length {
            return self.manoeuvre;
        }
        let share = |whole: i32| (i64::from(whole) * i64::from(length) / i64::from(self.length)) as i32;
        match self.manoeuvre {
            Manoeuvre::Advance(whole) => Manoeuvre::Advance(share(whole)),
            Manoeuvre::BackStep(whole) => Manoeuvre::BackStep(share(whole)),
            Manoeuvre::SideStep(whole) => Manoeuvre::SideStep(share(whole)),
            Manoeuvre::Oblique { turn, length: whole } => Manoeuvre::Oblique { turn, length: share(whole) },
            Manoeuvre::Wheel { on, turn } => Manoeuvre::Wheel { on, turn: Turn(share(turn.0)) },
            Manoeuvre::Face(turn) => Manoeuvre::Face(Turn(share(turn.0))),
        }
    }

    /// Where the unit is so far along.
    pub fn after(&self, length: Length) -> Footprint {
        self.part(length).end(&self.start)
    }

    /// COST: whether a path surely keeps out of somebody's reach or stays behind him, which is sooner said than where it
    /// comes nearest to him. What rounding may lose is less than a yard.
    fn avoids_fire(&self, unit: &Unit, own: &Footprint, reach: Length, (from, to): (Length, Length)) -> bool {
        // Wherever a wheel leads, it leads no farther from where it began than this.
        let wheels = matches!(self.manoeuvre, Manoeuvre::Wheel { .. });
        let centre = |length: Length| if wheels { self.start.centre } else { self.after(length).centre };
        let places = [from, to].map(|length| along_and_aside(own, centre(length)));
        let [(ahead, aside), (then_ahead, then_aside)] = places;
        let (deep, wide) = half_extents(own, &self.start);
        // However a block turns about on the spot, no part of it is farther from its middle than this.
        let turns = wheels || matches!(self.manoeuvre, Manoeuvre::Face(_));
        let size = i64::from(self.start.half_front) + i64::from(self.start.half_depth);
        let size = if wheels { 3 * size } else { size };
        let (deep, wide) = if turns { (size, size) } else { (deep, wide) };
        let (half_depth, half_front, yard) = (i64::from(own.half_depth), i64::from(own.half_front), i64::from(YARD));
        let nearest = |one: i64, other: i64| if (one < 0) == (other < 0) { one.abs().min(other.abs()) } else { 0 };
        let far = i64::from(reach) + yard;
        if nearest(ahead, then_ahead) - half_depth - deep > far || nearest(aside, then_aside) - half_front - wide > far
        {
            return true;
        }
        // S 16: whoever is before a stand is at least as far ahead of its front corners as he is beside them.
        let least = -(half_depth + half_front + deep + wide + yard);
        let all_round = matches!(unit.formation, Formation::Skirmish | Formation::Square);
        let behind = |one: i64, other: i64| one.max(other) < least;
        !all_round && (behind(ahead - aside, then_ahead - then_aside) || behind(ahead + aside, then_ahead + then_aside))
    }

    /// The places between two lengths at which it is looked at: the last one always, the start of the path never.
    pub fn places(&self, from: Length, to: Length) -> impl DoubleEndedIterator<Item = Length> + use<> {
        let apart = self.apart;
        let (first, last) = ((from.max(1) + apart - 1) / apart, (to - 1).max(0) / apart);
        let now = (from > 0 && from < to && from % apart != 0).then_some(from);
        now.into_iter().chain((first..=last).map(move |place| place * apart)).chain([to])
    }
}

impl Theatre {
    /// The next enemy who may do something about a mover between two lengths of its path, and where.
    pub(super) fn next_reaction(
        &self,
        battle: &mut Battle,
        id: UnitId,
        path: &Passing,
        (from, to): (Length, Length),
    ) -> Option<Reaction> {
        let unit = *battle.unit(id);
        let (first, last) = (path.after(from), path.after(to));
        let (fire, charge) = (self.distance(Distance::PassThrough), self.distance(Distance::OpportunityCharge));
        // COST: whoever is too far from all of the path to do anything about a mover need not be measured. Most are.
        let size = i64::from(first.half_front) + i64::from(first.half_depth);
        let (x, y) = first.centre.offset_to(last.centre);
        let strays = match path.manoeuvre {
            Manoeuvre::Wheel { .. } => 3 * size,
            _ => x.abs().max(y.abs()),
        };
        let reach = i64::from(fire.max(charge)) + size + strays;
        let side = self.side(battle, id);
        let mut next: Option<Reaction> = None;
        for enemy in battle.ids() {
            let near = battle.unit(enemy).is_on_field() && !self.is_beyond(battle.unit(enemy), first.centre, reach);
            if !near || self.side(battle, enemy) == side {
                continue;
            }
            let charges = self.is_tempted(battle, enemy, id);
            let fires = self.is_on_the_watch(battle, enemy);
            if !charges && !fires {
                continue;
            }
            let own = self.footprint(battle, enemy);
            if charges && let Some(at) = self.first_charge(battle, (enemy, &own), id, path, (from, to)) {
                let found = Reaction { at, what: Deterrent::Charge, enemy };
                next = Some(next.map_or(found, |best| best.min(found)));
            }
            if fires && let Some(at) = self.nearest_shot(battle, (enemy, &own), id, path, (from, to)) {
                let found = Reaction { at, what: Deterrent::Fire, enemy };
                next = Some(next.map_or(found, |best| best.min(found)));
            }
        }
        *battle.unit_mut(id) = unit;
        next
    }

    /// The first place of a path at which cavalry may charge a mover.
    fn first_charge(
        &self,
        battle: &mut Battle,
        (enemy, own): (UnitId, &Footprint),
        id: UnitId,
        path: &Passing,
        (from, to): (Length, Length),
    ) -> Option<Length> {
        let reach = self.distance(Distance::OpportunityCharge);
        path.places(from, to).find(|length| {
            let at = path.after(*length);
            let gap = if is_far(own, &at, reach) { Length::MAX } else { own.distance(&at) };
            gap > 0 && gap <= reach && {
                put(battle, id, &at);
                self.sees(battle, enemy, id) && self.can_ride_at(battle, enemy, id)
            }
        })
    }

    /// The place of a path nearest to an enemy at which he can fire at a mover.
    pub(super) fn nearest_shot(
        &self,
        battle: &mut Battle,
        (enemy, own): (UnitId, &Footprint),
        id: UnitId,
        path: &Passing,
        (from, to): (Length, Length),
    ) -> Option<Length> {
        let reach = self.distance(Distance::PassThrough);
        if path.avoids_fire(battle.unit(enemy), own, reach, (from, to)) {
            return None;
        }
        // COST: nobody comes nearer on a straight way than he goes: of places far beyond his reach the next ones are left out.
        let mut beyond = 0;
        let within = |length: Length| {
            if length < beyond {
                return None;
            }
            let at = path.after(length);
            let space = spaced(own, &at);
            if space > reach + YARD {
                beyond = if path.is_straight() { length + space - reach - 2 * YARD } else { 0 };
                return None;
            }
            let apart = own.distance(&at);
            (apart <= reach).then(|| (apart, own.centre.distance_squared(at.centre), length))
        };
        // COST: only the few places within his reach are looked at from there.
        let mut places: Vec<(Length, i64, Length)> = path.places(from, to).filter_map(within).collect();
        places.sort_unstable();
        places.into_iter().map(|(.., length)| length).find(|length| {
            put(battle, id, &path.after(*length));
            self.bears_in_passing(battle, enemy, id)
        })
    }

    /// An enemy does what he may about a mover, if he likes, where the mover is now.
    pub(super) fn react<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        path: &Passing,
        reaction: Reaction,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Reaction { at, what, enemy } = reaction;
        let (word, bit, side) = (enemy.index() / 64, 1 << (enemy.index() % 64), self.side(battle, enemy));
        let Some(moving) = &mut battle.moving else { return Ok(()) };
        match what {
            Deterrent::Charge => {
                moving.tempted[word] |= bit;
                if umpire.yes(side, &OPPORTUNITY_CHARGE, Some(enemy.0))? {
                    self.opportunity_charge(battle, enemy, id, (path, at), umpire)?;
                }
            }
            Deterrent::Fire => {
                moving.asked[word] |= bit;
                if umpire.yes(side, &PASS_THROUGH, Some(enemy.0))? {
                    let result = self.pass_through_fire(battle, enemy, id, umpire)?;
                    if result > MoraleResult::Pass && self.goes_on(battle, id) {
                        let room = self.last_room(battle, id, path, at);
                        self.stands_at(battle, id, &room, umpire);
                        self.halt(battle);
                        self.keep_distance(battle, id, umpire)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a mover is still moving.
    pub(super) fn goes_on(&self, battle: &Battle, id: UnitId) -> bool {
        battle.moving.is_some_and(|moving| moving.unit == id) && battle.unit(id).is_on_field()
    }

    /// How far a step may still lead after something has happened on its way.
    ///
    /// RULING: a mover goes on to the last place of its step at which it may stand, and never over an enemy.
    pub(super) fn may_go_on_to(&self, battle: &Battle, id: UnitId, path: &Passing, here: Length) -> Length {
        let (keep, _) = self.keeps_from_enemies(battle.unit(id).formation);
        // COST: one look for all places.
        let neighbours = self.neighbours(battle, id, (&path.start, path.manoeuvre), keep);
        let enemies: Vec<Footprint> =
            neighbours.iter().filter(|other| other.is_enemy).map(|enemy| enemy.block).collect();
        let met = |at: &Footprint| {
            let own = at.shrunk(SLACK);
            enemies.iter().any(|enemy| !is_far(at, enemy, 0) && own.overlaps(&enemy.shrunk(SLACK)))
        };
        let too_near = |at: &Footprint| {
            let mut near = enemies.iter().filter(|enemy| !is_far(at, enemy, keep));
            near.any(|enemy| {
                let apart = at.distance(enemy);
                apart < keep && apart <= path.start.distance(enemy)
            })
        };
        let mut end = here;
        for length in path.places(here, path.length) {
            let at = path.after(length);
            if met(&at) {
                break;
            }
            if !too_near(&at) && first_under(&neighbours, &at).is_none() {
                end = length;
            }
        }
        end
    }

    /// The last place of a path up to here at which a mover stands on nobody; its start at worst.
    pub(super) fn last_room(&self, battle: &Battle, id: UnitId, path: &Passing, here: Length) -> Footprint {
        let free = |at: &Footprint| self.lies_over(battle, id, at).is_none();
        path.places(0, here).rev().map(|length| path.after(length)).find(free).unwrap_or(path.start)
    }
}

/// Puts a unit somewhere, to see what could be done about it there.
pub(super) fn put(battle: &mut Battle, id: UnitId, at: &Footprint) {
    let unit = battle.unit_mut(id);
    (unit.centre, unit.heading) = (at.centre, at.heading);
}
