//! Retreats and routs on the map (P6).

use engine::book::Procedure;
use engine::{Asks, Ruling};
use field::ground::{Ground, Length, Met, Point, What, YARD};
use field::plane::{Bars, Footprint, Heading, Manoeuvre, Obstacles, Troops, Turn, carry_out, moved, passed};

use super::charge_steps::leave_charge;
use super::command::of_command;
use super::condition::tell;
use super::course::{Course, Task};
use super::geometry::{SLACK, away_from, is_far, nearest_point};
use super::morale::Cause;
use super::stage::compass;
use super::state::{Battle, UnitId};
use super::terrain::mark;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, Limit, Withdrawn};
use crate::movement::{BreakOff, BreakOffSituation, FRIENDS_MAX, Meeting, Withdraw, WithdrawalSituation};
use crate::questions::RETREAT_PATH;
use crate::rules::SE_SKIRM_6;
use crate::unit::{Formation, Withdrawal, settle_grade};

/// Directions of a withdrawal are tried in steps of so many degrees.
const TRY_DEGREES: i32 = 15;
/// LIMIT: a way that winds has so many legs, bends by so many degrees, and never farther from straight away than the last.
const WINDING_LEGS: i32 = 4;
const BEND_DEGREES: i32 = 30;
const BEND_DEGREES_MAX: i32 = 60;
/// Where the end of a withdrawal is taken, the unit goes on in steps of so many yards until there is room.
const ROOM_YARDS: u16 = 20;
/// LIMIT: how often it does.
const ROOM_TRIES: i32 = 40;
/// How many of them aside one looks, one after another.
const ASIDE: [i32; 7] = [0, 4, -4, 8, -8, 16, -16];

/// A way back: straight, or with bends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The headings of its legs.
    pub legs: Vec<(Heading, Length)>,
    points: Vec<Point>,
}

impl Way {
    /// Where it leads: "south-east (131°) 120 yards, then south (176°) 80 yards". Ways that differ by less than a point of the
    /// compass are told apart by their bearing.
    fn in_words(&self) -> String {
        let leg = |(heading, length): &(Heading, Length)| {
            let bearing = (u32::from(heading.0) * 360 + (1 << 15)) >> 16;
            format!("{} ({}°) {} yards", compass(*heading), bearing % 360, length / YARD)
        };
        self.legs.iter().map(leg).collect::<Vec<_>>().join(", then ")
    }
}

impl Theatre {
    /// P6: a unit retreats or routs.
    pub(super) fn withdraw<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        how: Withdrawn,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() {
            return Ok(());
        }
        tell(umpire, || Deed::Withdrew { unit: id, how });
        let away = self.straight_away(battle, id, cause);
        self.leave_everything(battle, id);
        self.hitch_up(battle, id);
        let length = self.distance(match how {
            Withdrawn::Retreat => Distance::Retreat,
            Withdrawn::Rout => Distance::Rout,
        });
        let ways = self.ways_back(battle, id, away, length);
        let way = self.choose_way(battle, id, ways, umpire)?;
        let mut friends = way.as_ref().map(|way| self.friends_on(battle, id, way)).unwrap_or_default();
        // Who follows up behind it goes with it, and is neither run into nor surprised.
        friends.retain(|friend| !battle.is_to_follow(*friend));
        let situation = WithdrawalSituation {
            withdrawal: how,
            panic: battle.unit(id).condition.panic,
            // A way is only offered where it is wide enough everywhere.
            gap_yards: way.is_none().then_some(0),
            friends: friends.iter().map(|friend| battle.unit(*friend).condition.panic).collect(),
            commander: battle.officers_with(id).next().is_some(),
        };
        let outcome = Withdraw::run(&self.book, &situation, umpire)?;
        let Some(way) = way.filter(|_| !outcome.surrenders) else {
            tell(umpire, || Deed::Surrendered { unit: id });
            self.lose_all(battle, id, true, umpire);
            return Ok(());
        };
        self.mark_withdrawn(battle, id, how, cause);
        leave_charge(battle, id, how);
        let start = self.footprint(battle, id);
        if battle.unit(id).flanks_exposed {
            umpire.cite(SE_SKIRM_6);
        }
        for (friend, meeting) in friends.iter().zip(&outcome.meetings) {
            if *meeting == Meeting::Through && battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, *friend, umpire)?;
            }
        }
        if battle.unit(id).is_on_field() {
            self.run_along(battle, id, how, &way, umpire);
        }
        let mut friends = self.bystanders(battle, id, &self.places_on(battle, id, start, &way));
        friends.retain(|friend| !battle.is_to_follow(*friend));
        if !friends.is_empty() {
            // S 39: a Green unit shows its worth when it is first compared.
            let grade = settle_grade(&self.book, battle.unit(id).grade, umpire)?;
            self.learn_grade(battle, id, grade);
            battle.next(Task::Ripple { unit: id, how, grade, friends });
        }
        Ok(())
    }

    /// P6 step 2: straight away from whoever caused it, else from the nearest enemy in sight, else home.
    ///
    /// RULING: away from the nearest of him, so that every yard leads a yard away from him.
    fn straight_away(&self, battle: &Battle, id: UnitId, cause: Cause) -> Heading {
        let own = self.footprint(battle, id);
        let from = cause.by.filter(|enemy| battle.unit(*enemy).is_on_field());
        let from = from.or_else(|| self.nearest_in_sight(battle, id));
        let away = from.and_then(|enemy| away_from(&self.footprint(battle, enemy), &own));
        away.unwrap_or(self.home[self.side(battle, id) as usize])
    }

    /// S 54: guns limber for nothing; whoever lies down gets up.
    fn hitch_up(&self, battle: &mut Battle, id: UnitId) {
        let unit = battle.unit_mut(id);
        unit.prone = false;
        if unit.formation == Formation::Unlimbered {
            (unit.formation, unit.files) = (Formation::Limbered, 1);
        }
    }

    fn mark_withdrawn(&self, battle: &mut Battle, id: UnitId, how: Withdrawn, cause: Cause) {
        let turn = battle.turn;
        let unit = battle.unit_mut(id);
        let kind = match how {
            Withdrawn::Retreat => Withdrawal::Retreat,
            Withdrawn::Rout => Withdrawal::Rout,
        };
        unit.withdrew = if unit.has_withdrawn(turn) { unit.withdrew.max(kind) } else { kind };
        unit.withdrew_turn = turn;
        unit.done.moved = true;
        unit.overenthusiastic = false;
        if unit.formation == Formation::Skirmish && cause.in_combat {
            unit.flanks_exposed = true;
        }
        // S 40: an officer with it stays with it through the end of the next turn.
        for officer in battle.officers.iter_mut().filter(|officer| officer.with == Some(id)) {
            officer.locked_through = officer.locked_through.max(turn + 1);
        }
    }

    /// P6 step 3: every way that is wide enough, the straightest first; only if no straight one is, a way with one bend; and
    /// only if there is none, one that winds.
    pub(super) fn ways_back(&self, battle: &Battle, id: UnitId, away: Heading, length: Length) -> Vec<Way> {
        let steps = i32::from(self.book.limit(Limit::RetreatTurn)) / TRY_DEGREES;
        let turns = || (0..=steps).flat_map(|step| if step == 0 { vec![0] } else { vec![step, -step] });
        let heading = |step: i32| away.turned(Turn::degrees(step * TRY_DEGREES));
        let start = battle.unit(id).centre;
        let straight = turns().map(|step| Way::new(start, &[(heading(step), length)]));
        let free: Vec<Way> = straight.filter(|way| self.is_free(battle, id, way)).collect();
        if !free.is_empty() {
            return free;
        }
        let half = length / 2;
        let bent =
            turns().flat_map(|first| turns().map(move |then| (first, then))).filter(|(first, then)| first != then);
        let mut bent =
            bent.map(|(first, then)| Way::new(start, &[(heading(first), half), (heading(then), length - half)]));
        let bent = bent.find(|way| self.is_free(battle, id, way));
        bent.or_else(|| self.winding_way(battle, id, away, length)).into_iter().collect()
    }

    /// A way of several bends round whatever stands in it: of all that end in different places, the one that leads farthest
    /// away. It sets out within the printed angle, and every leg leads away.
    fn winding_way(&self, battle: &Battle, id: UnitId, away: Heading, length: Length) -> Option<Way> {
        let leg = length / WINDING_LEGS;
        let start = battle.unit(id).centre;
        let mut ways = vec![Way { legs: Vec::new(), points: vec![start] }];
        for number in 0..WINDING_LEGS {
            let widest = if number == 0 { i32::from(self.book.limit(Limit::RetreatTurn)) } else { BEND_DEGREES_MAX };
            let turns = (-widest / BEND_DEGREES..=widest / BEND_DEGREES).map(|step| Turn::degrees(step * BEND_DEGREES));
            let mut next: Vec<Way> = Vec::new();
            for way in &ways {
                for turn in turns.clone() {
                    let (from, heading) = (*way.points.last().unwrap_or(&start), away.turned(turn));
                    let to = moved(from, heading.direction(), leg);
                    let known =
                        next.iter().any(|other| other.points.last().is_some_and(|at| at.distance(to) < leg / 2));
                    if !known && self.is_free(battle, id, &Way::new(from, &[(heading, leg)])) {
                        let mut longer = way.clone();
                        longer.legs.push((heading, leg));
                        longer.points.push(to);
                        next.push(longer);
                    }
                }
            }
            ways = next;
        }
        let ahead = away.direction();
        let far = |way: &Way| {
            let (x, y) = start.offset_to(*way.points.last().unwrap_or(&start));
            i64::from(ahead.x) * x + i64::from(ahead.y) * y
        };
        ways.into_iter().max_by_key(far)
    }

    /// Whether a disc as wide as the least gap can slide along a way between enemies and impassable ground.
    fn is_free(&self, battle: &Battle, id: UnitId, way: &Way) -> bool {
        let width = self.distance(Distance::Gap);
        let enemy = self.side(battle, id).enemy();
        way.legs.iter().zip(way.points.windows(2)).all(|((heading, length), ends)| {
            let middle = moved(ends[0], heading.direction(), length / 2);
            let lane = Footprint::new(middle, *heading, width, *length).shrunk(SLACK);
            // Whom it touches already, and leaves behind, bars nobody.
            let bars = |other: UnitId| {
                let theirs = self.footprint(battle, other);
                lane.overlaps(&theirs) && !is_left_behind(&theirs, ends[0], *heading, width / 2)
            };
            let open = !self.of_side(battle, enemy).any(bars);
            open && self.first_bar_of_ground(battle, id, &self.straight(ends[0], ends[1])).is_none()
                && self.is_passable(battle, id, (&lane, ends[0]), *length)
        })
    }

    /// Whether nothing that bars a unit's way reaches into a lane; what it stands astride already does not.
    ///
    /// RULING: a road, a bridge and a ford are wide enough for whoever goes by them.
    fn is_passable(&self, battle: &Battle, id: UnitId, (lane, from): (&Footprint, Point), length: Length) -> bool {
        // COST: most ways back lead over ground that bars nobody.
        if self.mosaic.within(&lane.extent()).marks & mark::SLOWS == 0 {
            return true;
        }
        // What may bar anybody is soon found; where it begins to is not.
        let reached =
            Footprint { half_front: lane.half_front + SLACK, half_depth: lane.half_depth + 3 * SLACK, ..*lane };
        if !self.ground.all_under(&reached.corners()).into_iter().any(|what| self.may_bar(what)) {
            return true;
        }
        let to = moved(from, lane.ahead(), length);
        let bars = |met: &Met| self.why_barred(battle, id, met, (from, to)).is_some();
        let ground: Option<(&Ground, Bars<'_>)> = Some((&self.ground, &bars));
        // The lane is swept by a bar as wide as the disc.
        let bar = Footprint { centre: from, half_depth: SLACK, ..*lane };
        let harmless: Option<&dyn Fn(What) -> bool> = Some(&|what| !self.may_bar(what));
        let obstacles = Obstacles { ground, harmless, ..Obstacles::NONE };
        carry_out(&bar, Manoeuvre::Advance(length), &obstacles).stopped.is_none()
    }

    fn choose_way<U: Referee>(
        &self,
        battle: &Battle,
        id: UnitId,
        mut ways: Vec<Way>,
        umpire: &mut U,
    ) -> Ruling<Option<Way>, U> {
        if ways.is_empty() {
            return Ok(None);
        }
        let last = ways.len() as u16 - 1;
        umpire.name_choices(&RETREAT_PATH, || ways.iter().map(Way::in_words).collect());
        let chosen = umpire.number(self.side(battle, id), &RETREAT_PATH, Some(id.0), 0, last)?;
        Ok(Some(ways.swap_remove(usize::from(chosen).min(ways.len() - 1))))
    }

    /// The friends whom the block of a unit meets on a way, in the order it meets them.
    fn friends_on(&self, battle: &Battle, id: UnitId, way: &Way) -> Vec<UnitId> {
        let side = self.side(battle, id);
        let friends: Vec<UnitId> = self.of_side(battle, side).filter(|other| *other != id).collect();
        let troops = Troops::new(friends.iter().map(|friend| self.footprint(battle, *friend).shrunk(SLACK)).collect());
        let mut start = self.footprint(battle, id).shrunk(SLACK);
        let mut met: Vec<UnitId> = Vec::new();
        for (heading, length) in &way.legs {
            let leg = Manoeuvre::Oblique { turn: start.heading.turn_to(*heading), length: *length };
            for number in passed(&start, leg, &troops, |_| true) {
                if !met.contains(&friends[number]) {
                    met.push(friends[number]);
                }
            }
            start = leg.end(&start);
        }
        met.truncate(FRIENDS_MAX);
        met
    }

    /// P6 steps 5 and 7: the unit goes to the end of its way, and on until there is room; over the edge it is lost.
    fn run_along<U: Referee>(&self, battle: &mut Course, id: UnitId, how: Withdrawn, way: &Way, umpire: &mut U) {
        let (Some(&end), Some(&(last, _))) = (way.points.last(), way.legs.last()) else { return };
        if way.points.iter().any(|point| !self.ground.extent().contains(*point)) {
            tell(umpire, || Deed::LeftTheMap { unit: id });
            self.lose_all(battle, id, false, umpire);
            return;
        }
        let heading = if how == Withdrawn::Rout { last } else { battle.unit(id).heading };
        if self.put_near(battle, id, end, heading, last) {
            let unit = *battle.unit(id);
            tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        } else {
            // RULING: a unit for which there is no room anywhere near is lost.
            self.lose_all(battle, id, true, umpire);
        }
    }

    /// Puts a unit with its middle at a place, or farther along a heading where there is room, and aside last. Whether there
    /// was room.
    pub(super) fn put_near(&self, battle: &mut Battle, id: UnitId, at: Point, facing: Heading, along: Heading) -> bool {
        let step = self.yards(ROOM_YARDS);
        let (ahead, right) = (along.direction(), along.direction().right());
        let mut unit = *battle.unit(id);
        (unit.centre, unit.heading) = (at, facing);
        let block = self.footprint_of(self.arm(battle, id), &unit);
        // COST: whoever stands near none of the places that are tried is looked at once for all of them.
        let size = i64::from(block.half_front) + i64::from(block.half_depth);
        let reach = size + i64::from(step) * i64::from(ROOM_TRIES + ASIDE[ASIDE.len() - 1].abs());
        let near = |other: &UnitId| *other != id && !self.is_beyond(battle.unit(*other), at, reach);
        let mut others: Vec<Footprint> =
            battle.on_field().filter(near).map(|other| self.footprint(battle, other).shrunk(SLACK)).collect();
        let edge = self.ground.extent();
        for aside in ASIDE {
            for along in 0..ROOM_TRIES {
                unit.centre = moved(moved(at, ahead, along * step), right, aside * step);
                if !edge.contains(unit.centre) {
                    continue;
                }
                let there = block.at(unit.centre, facing);
                let own = there.shrunk(SLACK);
                let taken = |other: &Footprint| !is_far(&own, other, 0) && own.overlaps(other);
                if !self.is_on_map(&there) {
                    continue;
                }
                if let Some(blocker) = others.iter().position(taken) {
                    // COST: whoever stands here mostly stands in the next place as well.
                    others.swap(0, blocker);
                } else {
                    *battle.unit_mut(id) = unit;
                    self.carry_officers(battle, id);
                    return true;
                }
            }
        }
        false
    }

    /// Officers with a unit are where it is.
    pub(super) fn carry_officers(&self, battle: &mut Battle, id: UnitId) {
        let at = battle.unit(id).centre;
        for officer in battle.officers.iter_mut().filter(|officer| officer.with == Some(id)) {
            officer.at = at;
        }
    }

    /// The ways on which a unit could leave its fight, and what the procedure asks about the straightest.
    fn ways_out(&self, battle: &Battle, id: UnitId) -> (Vec<Way>, BreakOffSituation) {
        let foe = battle.contacts.iter().find_map(|contact| contact.other(id));
        let away = self.straight_away(battle, id, Cause { by: foe, in_combat: true });
        let ways = self.ways_back(battle, id, away, self.distance(Distance::Retreat));
        let newly = !battle.contacts.iter().any(|contact| contact.engaged && contact.other(id).is_some());
        let situation = BreakOffSituation {
            newly_engaged: newly,
            panic: battle.unit(id).condition.panic,
            gap_yards: ways.is_empty().then_some(0),
            friends: ways
                .first()
                .map(|way| self.friends_on(battle, id, way))
                .unwrap_or_default()
                .iter()
                .map(|friend| battle.unit(*friend).condition.panic)
                .collect(),
        };
        (ways, situation)
    }

    /// Whether a unit may break off its fight.
    pub(super) fn may_break_off(&self, battle: &Battle, id: UnitId) -> bool {
        battle.is_engaged(id) && {
            let (ways, situation) = self.ways_out(battle, id);
            !ways.is_empty() && BreakOff::check(&self.book, &situation).is_ok()
        }
    }

    /// The command `break-off`: an engaged unit leaves its fight along a way of retreat, without marker or ripple.
    pub(super) fn break_off<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let (ways, situation) = self.ways_out(battle, id);
        BreakOff::check(&self.book, &situation).map_err(|refusal| of_command(refusal, "unit", &[]))?;
        let Some(way) = self.choose_way(battle, id, ways, umpire)? else { return Ok(()) };
        let friends = self.friends_on(battle, id, &way);
        let panic = |friend: &UnitId| battle.unit(*friend).condition.panic;
        let situation = BreakOffSituation { friends: friends.iter().map(panic).collect(), ..situation };
        let outcome = BreakOff::run(&self.book, &situation, umpire)?;
        self.leave_everything(battle, id);
        self.hitch_up(battle, id);
        let unit = battle.unit_mut(id);
        (unit.done.moved, unit.done.marched) = (true, true);
        for (friend, meeting) in friends.iter().zip(&outcome.meetings) {
            if *meeting == Meeting::Through && battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, *friend, umpire)?;
            }
        }
        if battle.unit(id).is_on_field() {
            self.run_along(battle, id, Withdrawn::Retreat, &way, umpire);
        }
        Ok(())
    }
}

/// Whether a block stands within a gap's breadth of where a way begins, and every yard of the way leads away from it.
fn is_left_behind(block: &Footprint, from: Point, heading: Heading, near: Length) -> bool {
    let nearest = nearest_point(block, from);
    let (way, (x, y)) = (heading.direction(), nearest.offset_to(from));
    nearest.distance(from) < near && i64::from(way.x) * x + i64::from(way.y) * y >= 0
}

impl Way {
    fn new(start: Point, legs: &[(Heading, Length)]) -> Way {
        let mut points = vec![start];
        let mut at = start;
        for (heading, length) in legs {
            at = moved(at, heading.direction(), *length);
            points.push(at);
        }
        Way { legs: legs.to_vec(), points }
    }
}
