//! What a unit has around it, gathered once for all its choices.
//!
//! COST: distances here are rough (an octagon for a circle) and arcs are cones from the front corners; what is offered in the end
//! is held against the rules themselves.

use arrayvec::ArrayVec;
use engine::stage::{PieceId, Prospect};
use field::ground::{Extent, GlimpseCell, Length, Point, YARD};
use field::plane::{Direction, Footprint, Heading};

use super::super::state::{Battle, Phase, Unit, UnitId};
use super::super::terrain::{LineRow, area_row, mark};
use super::super::{Objective, Theatre};
use super::board::{Board, Mark};
use crate::charts::{Distance, Weapon};
use crate::unit::{Arm, Cover, Formation};
use crate::victory::VictoryItem;

/// LIMIT: enemies and friends that a unit takes notice of; the rest does not change what it does.
pub(super) const NOTICED: usize = 48;
/// Enemies in sight nearer than this who stand beside or behind a unit have it in flank.
const FLANK_YARDS: i32 = 350;
/// Skirmishers of no more stands than this are a picket.
const PICKET_STANDS: u16 = 3;
/// LIMIT: more enemies than this on a flank make it no worse.
const FLANKED_MOST: i32 = 2;
/// A friend of another brigade at a goal makes it dearer: by one part in so many.
const CROWD_PARTS: i64 = 6;
/// Farther off than this, in yards, foot and horse take no notice of anybody until they are nearer; guns do.
const NOTICE_YARDS: i32 = 700;
/// How far a unit keeps its place in the brigade when the brigade goes for something, in yards.
const PLACE_YARDS: i32 = 400;
/// Farther away than this nobody makes one look for a fence to stand behind.
const SHELTER_YARDS: i32 = 800;
/// Farther away than this from an objective no block holds it, in yards.
const HOLD_YARDS: i32 = 400;
/// Which part of its points an objective is worth to whoever stands at it, in stands: as a rule, and in the last two turns.
const HOLD_PART: i32 = 12;
const HOLD_PART_LATE: i32 = 4;
/// A block that ends nearer than this to where it stands sees what it sees now.
const STAYS_YARDS: i32 = 30;
/// What an enemy brigade is worth going for, in points of an objective.
const ENEMY_WORTH: i64 = 6;
/// How far a unit goes in a turn on the average, in inches, and the turns that should be left once it is there.
const MARCH_INCHES: i32 = 9;
const SPARE_TURNS: i32 = 4;
/// A side with fewer men than this for each thousand of the enemy's holds what it has and goes for nobody.
const BOLD: i32 = 800;

/// An enemy as far as it matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foe {
    pub id: UnitId,
    pub at: Footprint,
    pub ahead: Direction,
    pub all_round: bool,
    pub stands: u32,
    /// Thousandths of the factor that all its stands have with each gun, summed where there are several kinds.
    pub weapon: Option<Weapon>,
    /// Yards from the unit, between their edges, roughly.
    pub yards: i32,
    pub in_contact: bool,
    /// Columns to the right when somebody fires at it as it stands.
    pub exposed: i32,
    /// Yards beyond which neither fires at the other, nor is in the other's flank.
    matters: i32,
    /// Whether the ground or the dark hides it from where the unit stands.
    pub hidden: bool,
    /// A few skirmishers: fired at, but nobody stops or forms for them.
    pub picket: bool,
    /// The cell of the glimpses that its middle lies in.
    cell: GlimpseCell,
}

/// What a unit has around it.
#[derive(Clone, Debug)]
pub(super) struct Around {
    pub id: UnitId,
    pub start: Footprint,
    /// Enemies who can do it harm or come to harm by it, wherever its move ends.
    pub foes: ArrayVec<Foe, NOTICED>,
    /// Those of them who may stand in its way, a bit for each.
    pub close: u64,
    /// Friends who may stand in its way.
    pub friends: ArrayVec<Footprint, NOTICED>,
    /// Who they are.
    friend_ids: ArrayVec<UnitId, NOTICED>,
    /// Which of them it passes through without harm, a bit for each: guns in battery, and infantry that stays where it is.
    pub gaps: u64,
    /// Those of them whom it costs something to pass.
    pub dear: u64,
    /// The place of the nearest enemy in the list, if the nearest one is in it.
    pub nearest: Option<usize>,
    /// Yards to the nearest enemy.
    enemy: i32,
    /// Where it is to go.
    pub goal: Point,
    /// Whether that is an objective to be taken, and time runs short.
    pub pressed: bool,
    /// The middle of its brigade.
    pub brigade: Point,
    pub worn: i32,
    /// Its stands and what they fire.
    pub stands: u32,
    pub weapon: Option<Weapon>,
    /// Columns to the right when somebody fires at it as it stands.
    pub exposed: i32,
    /// Yards that one sees in this light.
    pub light: i32,
}

/// How a unit would stand somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bearing {
    /// Too tall for fences and walls.
    pub tall: bool,
    /// Able to fire.
    pub fires: bool,
    /// Columns to the right for whoever fires at it, beside those that it has now.
    pub exposed: i32,
}

impl Bearing {
    /// As it stands.
    pub fn of(tall: bool, fires: bool) -> Bearing {
        Bearing { tall, fires, exposed: 0 }
    }
}

/// Yards of an offset, a little more or less.
#[inline]
pub(super) fn rough(x: i64, y: i64) -> i32 {
    let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    ((long + short * 3 / 8) / i64::from(YARD)) as i32
}

/// Yards between two points, a little more or less.
#[inline]
pub(super) fn rough_between(one: Point, other: Point) -> i32 {
    let (x, y) = one.offset_to(other);
    rough(x, y)
}

/// An offset as somebody sees it who looks this way: ahead, and to the right.
#[inline]
pub(super) fn seen_along(ahead: Direction, (x, y): (i64, i64)) -> (i64, i64) {
    let (east, north) = (i64::from(ahead.x), i64::from(ahead.y));
    ((east * x + north * y) >> 15, (north * x - east * y) >> 15)
}

impl Foe {
    /// Yards from its block to a point, and whether the point lies before its front.
    #[inline]
    pub fn to(&self, point: Point) -> (i32, bool) {
        let (ahead, aside) = seen_along(self.ahead, self.at.centre.offset_to(point));
        let beside = (aside.abs() - i64::from(self.at.half_front)).max(0);
        let before = ahead - i64::from(self.at.half_depth);
        let yards = rough((ahead.abs() - i64::from(self.at.half_depth)).max(0), beside);
        (yards, self.all_round || before >= beside)
    }
}

/// Whether a block has an enemy before its front, roughly.
#[inline]
pub(super) fn faces(block: &Footprint, ahead: Direction, foe: &Footprint) -> bool {
    let (before, aside) = seen_along(ahead, block.centre.offset_to(foe.centre));
    let reach = i64::from(foe.half_front.max(foe.half_depth));
    before + reach - i64::from(block.half_depth) >= aside.abs() - i64::from(block.half_front) - reach
}

/// Whether a unit is a few skirmishers, who fall back by themselves before whoever comes on.
pub(super) fn is_picket(unit: &Unit) -> bool {
    unit.formation == Formation::Skirmish && unit.condition.stands <= PICKET_STANDS
}

/// Whether a unit is formed infantry that stays where it is this turn: formed infantry passes through it, and neither is harmed.
/// Who has withdrawn this turn has moved, and is no such unit.
pub(super) fn lets_foot_through(arm: Arm, unit: &Unit, turn: u8) -> bool {
    let moves = unit.done.marched || unit.has_withdrawn(turn);
    arm == Arm::Infantry && unit.is_formed() && !moves && unit.done.passed == Some(Phase::Movement)
}

/// What an enemy fires, if he does.
fn fires_with(battle: &Battle, id: UnitId, mark: &Mark) -> Option<Weapon> {
    let unit = battle.unit(id);
    mark.weapon.filter(|_| unit.formation != Formation::Limbered && !unit.has_withdrawn(battle.turn))
}

/// Whether an enemy may stand in the way of whoever is so far from him: ahead or beside, each by what both measure and what is
/// kept between them. A rough distance may be too long by a fifteenth.
fn is_close(apart: i32, near: i32, span: i32, keep: i32) -> bool {
    apart < (near + 2 * span + 2 * keep) * 9 / 8 + 16
}

/// Half of what a block measures across and along a heading.
pub(super) fn extents(block: &Footprint, towards: Heading) -> (i64, i64) {
    let way = towards.direction();
    let ahead = block.ahead();
    let straight = (i64::from(ahead.x) * i64::from(way.x) + i64::from(ahead.y) * i64::from(way.y)).abs() >> 15;
    let across = (i64::from(ahead.x) * i64::from(way.y) - i64::from(ahead.y) * i64::from(way.x)).abs() >> 15;
    let (front, depth) = (i64::from(block.half_front), i64::from(block.half_depth));
    ((front * straight + depth * across) >> 15, (front * across + depth * straight) >> 15)
}

impl Theatre {
    /// Looks around for a unit that may go so many yards.
    ///
    /// COST: whoever is too far away to fire or to be fired at after the move is left out; most are.
    pub(super) fn look_around(&self, battle: &Battle, board: &Board, id: UnitId, go: i32) -> Around {
        let (unit, own) = (battle.unit(id), &board.marks[id.index()]);
        let light = self.visibility(battle).map_or(Prospect::FAR, |far| far / YARD);
        let mut around = Around {
            id,
            start: own.at,
            foes: ArrayVec::new(),
            close: 0,
            friends: ArrayVec::new(),
            friend_ids: ArrayVec::new(),
            gaps: 0,
            dear: 0,
            nearest: None,
            enemy: Prospect::FAR,
            goal: unit.centre,
            pressed: false,
            brigade: board.middle(own.hq),
            worn: self.worn(battle, id),
            stands: u32::from(unit.condition.stands),
            weapon: own.weapon,
            exposed: own.exposed,
            light,
        };
        let on_foot = own.arm == Arm::Infantry && unit.is_formed();
        let near = go + own.span;
        let notice = if own.arm.is_artillery() { Prospect::FAR } else { NOTICE_YARDS };
        let keep = self.keeps_most();
        let mut enemy_at = None;
        for (place, mark) in board.on_field() {
            let apart = rough_between(unit.centre, mark.at.centre);
            if mark.side == own.side {
                if go > 0 && apart < near + mark.span && place != id.index() {
                    let waits = on_foot && lets_foot_through(mark.arm, &battle.units[place], battle.turn);
                    around.notice_friend(UnitId::at(place), mark, waits);
                }
                continue;
            }
            let fires = mark.reach.max(own.reach);
            let yards = if apart > fires.min(notice).max(FLANK_YARDS) + near + mark.span || around.foes.is_full() {
                apart - mark.span
            } else {
                let mut foe = self.foe(battle, UnitId::at(place), mark, &own.at);
                foe.matters = fires.max(FLANK_YARDS);
                foe.hidden = foe.yards > light || foe.yards < fires && self.hides(own.front_cell, &foe);
                if is_close(apart, near, mark.span, keep) {
                    around.close |= 1 << around.foes.len();
                }
                around.foes.push(foe);
                foe.yards
            };
            if yards < around.enemy && mark.arm != Arm::Wagon && !mark.picket {
                let listed = around.foes.last().is_some_and(|foe| foe.id.index() == place);
                (around.enemy, enemy_at) = (yards, Some(mark.at.centre));
                around.nearest = listed.then(|| around.foes.len() - 1);
            }
        }
        (around.goal, around.pressed) = self.goal(battle, board, &around, own, enemy_at);
        around
    }

    /// Has whoever looked around for a while take notice of those who may stand in its way if it goes so many yards.
    pub(super) fn look_at_way(&self, battle: &Battle, board: &Board, around: &mut Around, go: i32) {
        let (unit, own) = (battle.unit(around.id), &board.marks[around.id.index()]);
        let (on_foot, near) = (own.arm == Arm::Infantry && unit.is_formed(), go + own.span);
        around.friends.clear();
        around.friend_ids.clear();
        (around.gaps, around.dear, around.close) = (0, 0, 0);
        for (place, mark) in board.on_field().filter(|(_, mark)| mark.side == own.side) {
            if place != around.id.index() && rough_between(unit.centre, mark.at.centre) < near + mark.span {
                let waits = on_foot && lets_foot_through(mark.arm, &battle.units[place], battle.turn);
                around.notice_friend(UnitId::at(place), mark, waits);
            }
        }
        let keep = self.keeps_most();
        for (place, foe) in around.foes.iter().enumerate() {
            let apart = rough_between(unit.centre, foe.at.centre);
            if is_close(apart, near, board.marks[foe.id.index()].span, keep) {
                around.close |= 1 << place;
            }
        }
    }

    /// Sees to what others may have done since somebody looked around while nobody has moved or changed.
    pub(super) fn renew_look(&self, battle: &Battle, board: &Board, around: &mut Around) {
        let (unit, own) = (battle.unit(around.id), &board.marks[around.id.index()]);
        let on_foot = own.arm == Arm::Infantry && unit.is_formed();
        (around.gaps, around.dear) = (0, 0);
        for place in 0..around.friend_ids.len() {
            let friend = around.friend_ids[place].index();
            let mark = &board.marks[friend];
            let waits = on_foot && lets_foot_through(mark.arm, &battle.units[friend], battle.turn);
            around.notice_gap(place, mark, waits);
        }
        for foe in &mut around.foes {
            foe.weapon = fires_with(battle, foe.id, &board.marks[foe.id.index()]);
            foe.in_contact = battle.is_in_contact(foe.id);
        }
    }

    /// The most that anybody keeps from enemies, in yards.
    fn keeps_most(&self) -> i32 {
        self.standoff().max(self.distance(Distance::SkirmishStandoff)) / YARD
    }

    /// Yards from the middle of a unit beyond which no stand of it stands, however it is formed.
    pub(super) fn span(&self, unit: &Unit) -> i32 {
        let arm = self.regiments[usize::from(unit.muster)].arm;
        let size = self.stand_size(arm, unit.mounted);
        i32::from(unit.condition.stands) * (size.front.max(size.depth) / YARD + 1)
    }

    pub(super) fn foe(&self, battle: &Battle, id: UnitId, mark: &Mark, from: &Footprint) -> Foe {
        let mut foe = Foe {
            id,
            at: mark.at,
            ahead: mark.ahead,
            all_round: mark.all_round,
            stands: mark.stands,
            weapon: fires_with(battle, id, mark),
            yards: 0,
            in_contact: battle.is_in_contact(id),
            exposed: mark.exposed,
            matters: 0,
            hidden: false,
            picket: mark.picket,
            cell: mark.cell,
        };
        foe.yards = (foe.to(from.centre).0 - from.half_depth.min(from.half_front) / YARD).max(0);
        foe
    }

    /// Whether the ground hides an enemy from a place. COST: as it is between the middles of the cells they stand in.
    fn hides(&self, from: GlimpseCell, foe: &Foe) -> bool {
        !self.glimpses.between_cells(from, foe.cell, |one, other| self.sees_past_units(one, other))
    }

    /// Thousandths of a unit's strength and nerve that are gone.
    pub(super) fn worn(&self, battle: &Battle, id: UnitId) -> i32 {
        let (unit, regiment) = (battle.unit(id), self.regiment(battle, id));
        let lost = 1_000 * i32::from(unit.condition.lost) / i32::from(regiment.stands.max(1));
        (lost + 150 * i32::from(unit.condition.panic) + 50 * i32::from(unit.condition.hits)).min(1_000)
    }

    /// Columns to the right for a target that stands like this, without its cover.
    pub(super) fn exposed(&self, unit: &Unit, ranks: u16) -> i32 {
        let deep = match (unit.formation, ranks) {
            (Formation::Skirmish, _) | (_, 0..=1) => 0,
            (_, 2) => 1,
            _ => 2,
        };
        let plain = i32::from(unit.mounted || unit.formation == Formation::Limbered);
        let lies = if unit.prone { self.estimates.prone() } else { 0 };
        deep + plain + lies - i32::from(unit.formation == Formation::Unlimbered)
    }

    /// Where a unit is to go: what its brigade goes for, keeping its place in the brigade. That is an objective to be taken or
    /// defended, or the enemy himself.
    fn goal(&self, battle: &Battle, board: &Board, around: &Around, own: &Mark, enemy: Option<Point>) -> (Point, bool) {
        let (side, hq) = (own.side, own.hq);
        if own.arm == Arm::Wagon {
            return (around.brigade, false);
        }
        // A side has to have men enough to go for the enemy.
        let bold = board.men(side) * 1_000 >= board.men(side.enemy()) * BOLD;
        // Where others are already there is less room, and less to be done.
        let price = |at: Point, worth: i64, crowd: i32| {
            let yards = i64::from(rough_between(around.brigade, at)) + 200;
            yards * 100 * (CROWD_PARTS + i64::from(crowd)) / (CROWD_PARTS * worth)
        };
        let to_enemy = |at: Point| (price(at, ENEMY_WORTH, board.crowd_near(at, side, hq)), at);
        let mut best: Option<(i64, Point)> = enemy.filter(|_| bold).map(to_enemy);
        let mut taken = true;
        for (place, (objective, held)) in self.objectives.iter().zip(&battle.objectives).enumerate() {
            let worth = i64::from(objective.worth[0].max(objective.worth[1]));
            // What is held and safe can wait.
            let safe = held.by == Some(side) && !board.is_contested(place, side.enemy());
            if worth == 0 || safe && bold {
                continue;
            }
            let price = if safe { 4 } else { 1 } * price(objective.at, worth, board.crowd_at(place, side, hq));
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, objective.at));
                taken = held.by == Some(side);
            }
        }
        let Some(at) = best.map(|(_, at)| at).or(enemy) else { return (around.start.centre, false) };
        let march = MARCH_INCHES * self.inch / YARD;
        let turns = i32::from(self.turns.saturating_sub(battle.turn));
        let pressed = !taken && turns * march < rough_between(around.brigade, at) + SPARE_TURNS * march;
        (self.onto_map(around.place_abreast(at)), pressed)
    }

    /// What it is worth, in men, to stand somewhere at the end of a turn: the objectives that are held from there. Sooner or
    /// later only the last turn counts.
    pub(super) fn hold(&self, battle: &Battle, end: &Footprint) -> i32 {
        let reach = self.yards(self.book.victory.points.at(VictoryItem::Reach).value);
        let near = |objective: &&Objective| {
            rough_between(end.centre, objective.at) < HOLD_YARDS && end.distance_to(objective.at) <= reach
        };
        let worth: i32 = self.objectives.iter().filter(near).map(|one| i32::from(one.worth[0].max(one.worth[1]))).sum();
        let part = if battle.turn + 1 >= self.turns { HOLD_PART_LATE } else { HOLD_PART };
        worth * self.estimates.men_in_stand(Arm::Infantry) / part
    }

    pub(super) fn onto_map(&self, point: Point) -> Point {
        let Extent { south_west, north_east } = self.ground.extent();
        Point::new(point.x.clamp(south_west.x, north_east.x), point.y.clamp(south_west.y, north_east.y))
    }

    /// The cover of a block against fire from a place: none, soft or hard as 0, 1 or 2.
    pub(super) fn shelter(&self, block: &Footprint, tall: bool, from: Option<Point>) -> usize {
        let mut cover = Cover::None;
        if self.mosaic.at(block.centre).marks & mark::COVERS != 0 {
            let kinds = self.ground.kinds_at(block.centre).map(|kind| area_row(kind).cover());
            cover = kinds.max().unwrap_or(Cover::None);
        }
        if let Some(from) = from.filter(|_| !tall)
            && self.mosaic.within(&block.extent()).marks & mark::SHELTERS != 0
        {
            let behind = self.lines_between(block, from).map(LineRow::cover).max();
            cover = cover.max(behind.unwrap_or(Cover::None));
        }
        match cover {
            Cover::None => 0,
            Cover::Soft | Cover::Fence => 1,
            Cover::Hard | Cover::Wall => 2,
        }
    }

    /// What a place promises a unit that would stand there like this.
    pub(super) fn weigh_place(&self, around: &Around, end: &Footprint, how: Bearing) -> Prospect {
        let Bearing { tall, fires, exposed } = how;
        let enemy = if around.nearest.is_some() { Prospect::FAR } else { around.enemy_yards() };
        let piece = Some(PieceId(around.id.0));
        let mut prospect = Prospect { piece, chance: 1_000, enemy, ..Prospect::default() };
        let ahead = end.ahead();
        // COST: fences and walls are looked for where somebody is near enough to make them worth it.
        let near = around.nearest.map(|place| &around.foes[place]).filter(|foe| foe.yards < SHELTER_YARDS);
        let nearest = near.map(|foe| foe.at.centre);
        let cover = if around.foes.is_empty() { 0 } else { self.shelter(end, tall, nearest) };
        let shift = around.exposed + exposed + self.estimates.cover_shift(cover);
        let stays = rough_between(around.start.centre, end.centre) < STAYS_YARDS;
        let mut from = None;
        let mut hides = |foe: &Foe| {
            let from = *from.get_or_insert_with(|| self.glimpses.cell_at(end.front_centre()));
            self.hides(from, foe)
        };
        for foe in &around.foes {
            let (yards, before_it) = foe.to(end.centre);
            prospect.enemy = prospect.enemy.min(yards);
            // COST: whoever is out of reach either way has no say in the rest; most of them.
            if yards > foe.matters {
                continue;
            }
            // COST: whoever is in sight now is thought to stay there; only who is not is looked for again.
            let hidden = foe.hidden && (stays || yards > around.light || hides(foe));
            let before_us = faces(end, ahead, &foe.at);
            if yards < FLANK_YARDS && !before_us && !hidden {
                prospect.flanked = (prospect.flanked + 1).min(FLANKED_MOST);
            }
            if let Some(weapon) = foe.weapon.filter(|_| before_it && !hidden) {
                let factor = foe.stands * self.estimates.factor(weapon, yards);
                let flank = if before_us { 0 } else { 1 };
                prospect.risk += self.estimates.men_hit(factor, shift + flank);
            }
            if let Some(weapon) = around.weapon.filter(|_| fires && before_us && !foe.in_contact && !hidden) {
                let factor = around.stands * self.estimates.factor(weapon, yards);
                let flank = i32::from(!before_it);
                let harm = self.estimates.men_hit(factor, self.estimates.stationary() + flank + foe.exposed);
                if harm > prospect.harm {
                    (prospect.harm, prospect.flanking) = (harm, !before_it);
                }
            }
        }
        prospect.cover = self.estimates.cover(cover);
        prospect.nearer = rough_between(around.start.centre, around.goal) - rough_between(end.centre, around.goal);
        prospect.apart = rough_between(end.centre, around.brigade);
        prospect.worn = around.worn;
        prospect
    }
}

impl Around {
    /// Takes notice of a friend who may stand in its way; he may let it through as long as he waits.
    fn notice_friend(&mut self, id: UnitId, mark: &Mark, waits: bool) {
        let place = self.friends.len();
        if self.friends.try_push(mark.at).is_ok() {
            self.friend_ids.push(id);
            self.notice_gap(place, mark, waits);
        }
    }

    fn notice_gap(&mut self, place: usize, mark: &Mark, waits: bool) {
        if mark.battery || waits {
            self.gaps |= 1 << place;
        }
        if waits {
            self.dear |= 1 << place;
        }
    }

    /// The unit's place when its brigade goes somewhere: abreast of the others as it is now, and nearly in line with them.
    fn place_abreast(&self, at: Point) -> Point {
        let offset = self.brigade.offset_to(self.start.centre);
        let way = Heading::towards(self.brigade, at).unwrap_or(self.start.heading).direction();
        let (ahead, aside) = seen_along(way, offset);
        let most = i64::from(PLACE_YARDS * YARD);
        let (ahead, aside) = ((ahead / 4).clamp(-most, most), (aside * 3 / 4).clamp(-most, most));
        let (east, north) = (i64::from(way.x), i64::from(way.y));
        let (x, y) = ((east * ahead + north * aside) >> 15, (north * ahead - east * aside) >> 15);
        Point::new(at.x.saturating_add(x as Length), at.y.saturating_add(y as Length))
    }

    /// Yards to the nearest enemy.
    pub fn enemy_yards(&self) -> i32 {
        self.enemy.max(0)
    }
}

impl Theatre {
    /// Men of a unit and of friends near an enemy for each thousand of the enemy's there.
    pub(super) fn mass(&self, board: &Board, around: &Around, foe: &Foe, near: i32) -> i32 {
        let side = board.marks[around.id.index()].side;
        let (mut ours, mut theirs) = (0, 0);
        for (place, mark) in board.on_field() {
            if place != around.id.index() && rough_between(mark.at.centre, foe.at.centre) >= near {
                continue;
            }
            *if mark.side == side { &mut ours } else { &mut theirs } += mark.men;
        }
        1_000 * ours / theirs.max(1)
    }
}
