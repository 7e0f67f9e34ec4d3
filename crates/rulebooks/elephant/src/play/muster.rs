//! From a battle folder to a battle of this rulebook, at the scale its book is set to.

use arrayvec::ArrayVec;
use battle::muster::{Grain, GunScale, Mustered, Scale as Counting};
use battle::plan::{self, Edge, Level, Plan, Posture, Time, point};
use engine::book::Rulebook;
use engine::chart::Key;
use engine::{Fault, Shared, Side, Words};
use field::ground::{Glimpses, Length, Mosaic, Point, YARD};
use field::plane::{Heading, Turn, moved};

use super::Theatre;
use super::geometry::SLACK;
use super::posts;
use super::special::{ForBattle, ForUnit, frights, special};
use super::stage::Estimates;
use super::state::{
    Battle, Done, GUN_KINDS_MAX, Held, HqId, Phase, Place, STANDS_IN_BATTLE_MAX, UNITS_MAX, Unit, UnitId,
};
use super::terrain::marks_of;
use super::theatre::{Headquarters, Objective, Regiment, Sizes, StandSize};
use super::trains::raise_trains;
use super::words::{arm_of, formation_of, grade_of, weapon_of};
use crate::Book;
use crate::charts::{Grade, Rank, Scale, Weapon};
use crate::scale::StandType;
use crate::turn::CARDS_MAX;
use crate::unit::{Condition, Formation, Withdrawal};
use crate::victory::Victor;

/// The cells between which generals look for each other.
const GLIMPSE: Length = 100 * YARD;
/// COST: the cells of a theatre's mosaic: smaller ones take longer to walk over, larger ones have something in them too often.
const CELL: Length = 30 * YARD;

/// A battle folder, mustered: what never changes, and the battle before its first card.
///
/// # Errors
///
/// What this rulebook has no pieces for: ships, more than two sides, more units or headquarters than it can hold.
pub fn muster(book: Book, from: &battle::Battle) -> Result<(Theatre, Battle), Fault> {
    muster_or_all(book, from).map_err(|mut faults| faults.swap_remove(0))
}

/// The same, or everything that keeps it from being mustered.
pub(super) fn muster_or_all(book: Book, from: &battle::Battle) -> Result<(Theatre, Battle), Vec<Fault>> {
    let counting = counting(&book).map_err(|fault| vec![fault])?;
    let own = book.switches.scale.name();
    let is_own = |asked: Option<&str>| asked.is_none_or(|asked| asked == own);
    let mustered = battle::muster::muster_for(from, Book::ABOUT.slug, &counting, is_own);
    let faults = unfit(&from.plan, &mustered.commands);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut theatre = theatre(book, from, &mustered.commands).map_err(|fault| vec![fault])?;
    let mut battle = Battle {
        turn: 1,
        phase: Phase::Draw,
        side: side_of(&from.plan, &from.plan.first).unwrap_or(Side::Union),
        card: None,
        deck: 0,
        units: Vec::new(),
        officers: Vec::new(),
        declared: Vec::new(),
        picked: Vec::new(),
        announced: Vec::new(),
        contacts: Vec::new(),
        moving: None,
        objectives: theatre.objectives.iter().map(|_| Held { by: None }).collect(),
        scripted: 0,
        victor: Victor::Undecided,
    };
    let raised = mustered.units.iter().map(|unit| raise(&mut theatre, &mut battle, from, unit));
    let mut faults: Vec<Fault> = raised.filter_map(Result::err).collect();
    faults.extend(raise_trains(&mut theatre, &mut battle, &from.plan).err());
    match frights(&theatre, &from.plan, faults.is_empty()) {
        Ok(frights) => theatre.frights = frights,
        Err(wrong) => faults.extend(wrong),
    }
    faults.dedup();
    if !faults.is_empty() {
        return Err(faults);
    }
    theatre.commands = commands(&theatre);
    give_cards(&mut theatre, &battle);
    posts::post_officers(&theatre, &mut battle, from, &mustered.units);
    theatre.set_up_turn(&mut battle);
    Ok((theatre, battle))
}

/// The same battle in another way to begin it.
///
/// # Errors
///
/// As [`muster`]; and where the battle has no such variant.
pub fn muster_variant(book: Book, from: &battle::Battle, variant: &str) -> Result<(Theatre, Battle), Fault> {
    match from.variant(variant) {
        Some(other) => muster(book, &other),
        None => {
            let known: Vec<&str> = from.plan.variants.iter().map(|variant| variant.id.as_str()).collect();
            Err(wrong(format!("there is no variant {variant}")).hint(format!("there are: {}", known.join(", "))))
        }
    }
}

pub(super) fn too_many() -> Fault {
    wrong(format!("a battle has at most {UNITS_MAX} units"))
}

pub(super) fn wrong(reason: String) -> Fault {
    Fault::of_file("battle.toml", reason)
}

/// How many men and guns a stand stands for at this scale.
fn counting(book: &Book) -> Result<Counting, Fault> {
    let scale = book.switches.scale;
    let per = |stand| book.scale.per_stand(stand, scale).map(u32::from);
    let grain = if scale == Scale::Brigade { Grain::Brigade } else { Grain::Regiment };
    let guns = GunScale::About(per(StandType::Artillery)?);
    Ok(Counting { foot: per(StandType::Infantry)?, horse: per(StandType::Cavalry)?, guns, grain })
}

/// The two sides: by their names, else in the order they are listed.
fn side_of(plan: &Plan, id: &plan::Id) -> Option<Side> {
    match id.as_str() {
        "union" => Some(Side::Union),
        "confederate" => Some(Side::Confederate),
        _ => plan.sides.iter().position(|side| side.id == *id).and_then(|place| Side::ALL.get(place).copied()),
    }
}

/// What people call a side: by the name the battle folder gives it, and the two of the Civil War as they are called.
fn called(plan: &Plan, side: Side) -> String {
    let named = plan.sides.iter().find(|one| side_of(plan, &one.id) == Some(side));
    match named.map(|one| (one.id.as_str(), one.name.as_str())) {
        None | Some(("union", "Union")) if side == Side::Union => "the Union".to_owned(),
        None | Some(("confederate", "Confederate")) => "the Confederacy".to_owned(),
        Some((_, name)) => format!("the {name} side"),
    }
}

/// What this rulebook has no room for.
fn unfit(plan: &Plan, commands: &[battle::muster::Command]) -> Vec<Fault> {
    let mut faults = Vec::new();
    if plan.sides.len() != Side::ALL.len() {
        faults.push(wrong(format!("{} sides, and this rulebook has two", plan.sides.len())));
    }
    if commands.len() != plan.formations.len() || commands.len() > CARDS_MAX {
        faults.push(wrong(format!("a battle has at most {CARDS_MAX} formations, each under a side")));
    }
    faults
}

fn theatre(book: Book, from: &battle::Battle, commands: &[battle::muster::Command]) -> Result<Theatre, Fault> {
    let plan = &from.plan;
    let mut headquarters = Vec::new();
    for command in commands {
        let side = side_of(plan, &command.side).ok_or_else(|| wrong(format!("no side {}", command.side)))?;
        headquarters.push(Headquarters {
            id: plan.formations[command.formation].id.to_string(),
            name: plan.formations[command.formation].name.clone(),
            side,
            above: command.above.map(HqId::at),
            rank: rank_of(command.level),
            has_card: has_card(book.switches.scale, rank_of(command.level)),
        });
    }
    let given: ForBattle = special(&plan.rulebooks, "the battle")?;
    if let Some(name) = given.scale.as_deref().filter(|name| Scale::named(name).is_err()) {
        return Err(wrong(format!("for.elephant: there is no scale {name}")));
    }
    let minutes = book.scale.minutes_per_turn(book.switches.scale)?;
    let by_clock = (plan.clock.end.0.saturating_sub(plan.clock.start.0)).div_ceil(minutes).clamp(1, 250) as u8;
    let turns = given.turns.map_or(by_clock, |turns| turns.clamp(1, 250));
    let least = |sight: Option<Length>| {
        let most = given.visibility_yards.map(|yards| Length::from(yards) * YARD);
        sight.into_iter().chain(most).min()
    };
    let inch = Length::from(book.yards_per_inch()?) * YARD;
    let mut theatre = Theatre {
        ground: from.ground.clone(),
        regiments: Vec::new(),
        posts: posts::posts(&book, plan, &headquarters)?,
        objectives: objectives(from)?,
        frights: Vec::new(),
        clock: (plan.clock.start.0, minutes),
        turns,
        sight: (0..u16::from(turns))
            .map(|turn| least(sight_at(plan, Time(plan.clock.start.0.saturating_add(turn.saturating_mul(minutes))))))
            .collect(),
        sides: Side::ALL.map(|side| called(plan, side)),
        home: [home(plan, Side::Union), home(plan, Side::Confederate)],
        sizes: Sizes::default(),
        inch,
        mosaic: Mosaic::new(&from.ground, CELL, |what| marks_of(&from.ground, what)),
        glimpses: Glimpses::new(from.ground.extent(), GLIMPSE),
        estimates: Estimates::of(&book)?,
        girths: Vec::new(),
        under: (0..headquarters.len()).map(|place| under(&headquarters, HqId::at(place))).collect(),
        chains: chains(&headquarters),
        commands: Vec::new(),
        headquarters,
        book,
    };
    theatre.sizes = sizes(&theatre);
    Ok(theatre)
}

/// The ids of the formations above a headquarters, itself first.
fn under(headquarters: &[Headquarters], hq: HqId) -> Shared<Words> {
    let above = |hq: &HqId| headquarters.get(hq.index()).and_then(|hq| hq.above);
    let chain = std::iter::successors(Some(hq), above).take(headquarters.len());
    chain.filter_map(|hq| Some(headquarters.get(hq.index())?.id.as_str().into())).collect()
}

/// For each headquarters a bit for itself and for each one above it.
fn chains(headquarters: &[Headquarters]) -> Vec<u64> {
    let chain = |place: usize| {
        let mut bits = 0_u64;
        let mut next = Some(HqId::at(place));
        // LIMIT: a chain of command is no longer than there are headquarters; one that bites its tail ends there.
        while let Some(hq) = next.filter(|hq| bits & (1 << hq.index()) == 0) {
            bits |= 1 << hq.index();
            next = headquarters.get(hq.index()).and_then(|hq| hq.above);
        }
        bits
    };
    (0..headquarters.len()).map(chain).collect()
}

/// For each headquarters the mustered units that belong to it at any depth.
fn commands(theatre: &Theatre) -> Vec<Vec<UnitId>> {
    let under = |above: usize| {
        let own = |(_, regiment): &(usize, &Regiment)| theatre.is_under(regiment.hq, HqId::at(above));
        theatre.regiments.iter().enumerate().filter(own).map(|(place, _)| UnitId::at(place)).collect()
    };
    (0..theatre.headquarters.len()).map(under).collect()
}

fn rank_of(level: Level) -> Rank {
    match level {
        Level::Army => Rank::Army,
        Level::Wing | Level::Corps => Rank::Corps,
        Level::Division => Rank::Division,
        Level::Brigade | Level::Battalion => Rank::Brigade,
    }
}

/// Cards for brigades, divisions and corps, or at the brigade scale for divisions and corps.
fn has_card(scale: Scale, rank: Rank) -> bool {
    match rank {
        Rank::Brigade => scale != Scale::Brigade,
        Rank::Division | Rank::Corps => true,
        Rank::Army => false,
    }
}

/// RULING: a unit that no card would ever activate is activated by a card of its own headquarters.
fn give_cards(theatre: &mut Theatre, battle: &Battle) {
    for id in battle.ids() {
        let own = theatre.regiment(battle, id).hq;
        let carded = |hq: &usize| theatre.headquarters[*hq].has_card && theatre.is_under(own, HqId::at(*hq));
        if !(0..theatre.headquarters.len()).any(|hq| carded(&hq)) {
            theatre.headquarters[own.index()].has_card = true;
        }
    }
}

fn sizes(theatre: &Theatre) -> Sizes {
    let of = |stand| {
        let (front, depth) = theatre.book.scale.inches(stand);
        StandSize { front: theatre.on_ground(front), depth: theatre.on_ground(depth) }
    };
    Sizes {
        infantry: of(StandType::Infantry),
        cavalry: of(StandType::Cavalry),
        dismounted: of(StandType::DismountedCavalry),
        gun: of(StandType::Artillery),
        wagon: of(StandType::SupplyWagon),
    }
}

/// How far one sees at an hour: the least that light and weather allow.
fn sight_at(plan: &Plan, time: Time) -> Option<Length> {
    let light = plan.light.iter().rev().find(|entry| entry.from <= time).and_then(|entry| entry.sight);
    let weather = plan.weather.iter().rev().find(|entry| entry.from <= time).and_then(|entry| entry.sight);
    light.into_iter().chain(weather).map(|yards| yards.0).min()
}

fn home(plan: &Plan, side: Side) -> Heading {
    let edges = plan.sides.iter().find(|known| side_of(plan, &known.id) == Some(side)).map(|known| &known.edges);
    match (edges.and_then(|edges| edges.first()), side) {
        (Some(Edge::North), _) | (None, Side::Confederate) => Heading::NORTH,
        (Some(Edge::East), _) => Heading::EAST,
        (Some(Edge::South), _) | (None, Side::Union) => Heading::SOUTH,
        (Some(Edge::West), _) => Heading::WEST,
    }
}

fn objectives(from: &battle::Battle) -> Result<Vec<Objective>, Fault> {
    let worth = |objective: &plan::Objective, side: Side| {
        let named = objective
            .worth
            .iter()
            .find(|(id, _)| plan::Id::read(id).is_some_and(|id| side_of(&from.plan, &id) == Some(side)));
        named.map_or(0, |(_, worth)| u16::try_from(*worth).unwrap_or(u16::MAX))
    };
    let of = |objective: &plan::Objective| {
        let at = from.objective_at(objective);
        let at = at.ok_or_else(|| wrong(format!("objective {} is nowhere", objective.id)))?;
        let worth = [worth(objective, Side::Union), worth(objective, Side::Confederate)];
        Ok(Objective { name: objective.name.as_str().into(), at, worth })
    };
    from.plan.objectives.iter().map(of).collect()
}

/// Puts one unit on the map, or among those who come.
fn raise(theatre: &mut Theatre, battle: &mut Battle, from: &battle::Battle, mustered: &Mustered) -> Result<(), Fault> {
    let plan = &from.plan;
    let formation = &plan.formations[mustered.formation];
    let Some(first) = mustered.of.first().and_then(|place| formation.units.get(*place)) else { return Ok(()) };
    let id = UnitId::at(battle.units.len());
    // What a folder says of a regiment says nothing of its brigade.
    let given: ForUnit =
        if mustered.of.len() > 1 { ForUnit::default() } else { special(&first.rulebooks, &first.name)? };
    let units = || mustered.of.iter().filter_map(|place| formation.units.get(*place));
    let mut guns = guns_of(units(), mustered);
    if let (Some(weapon), false) = (given.weapon, guns.is_empty()) {
        let all: u8 = guns.iter().map(|(_, guns)| *guns).fold(0, u8::saturating_add);
        guns.clear();
        guns.push((weapon, all));
    }
    if let (true, Some(kind)) = (mustered.said, guns.first().map(|(weapon, _)| *weapon)) {
        guns.clear();
        guns.push((kind, mustered.pieces.min(60) as u8));
    }
    let stands: u16 = match guns.is_empty() {
        true => u16::try_from(mustered.pieces).unwrap_or(u16::MAX),
        false => guns.iter().map(|(_, guns)| u16::from(*guns)).sum(),
    };
    if stands > STANDS_IN_BATTLE_MAX {
        return Err(wrong(format!("{}: {stands} stands, and at most {STANDS_IN_BATTLE_MAX} make a unit", first.name)));
    }
    if battle.units.len() >= UNITS_MAX {
        return Err(too_many());
    }
    let weapons = match guns.is_empty() {
        true => given.weapon.or(mustered.weapon.and_then(weapon_of)).into_iter().collect(),
        false => guns.iter().map(|(weapon, _)| *weapon).collect(),
    };
    let minutes = theatre.book.scale.minutes_per_turn(theatre.book.switches.scale)?;
    let held = units().filter_map(|unit| unit.holds_until.or(formation.holds_until)).max();
    let is_brigade = mustered.of.len() > 1;
    // A brigade is what at least half of its men are.
    let all: u32 = units().map(|unit| unit.men).sum();
    let are_most = |is: fn(&plan::Unit) -> bool| {
        let some: u32 = units().filter(|unit| is(unit)).map(|unit| unit.men).sum();
        some > 0 && 2 * some >= all
    };
    theatre.enlist(Regiment {
        id: if is_brigade { formation.id.to_string() } else { first.id.to_string() },
        name: if is_brigade { formation.name.as_str() } else { first.name.as_str() }.into(),
        side: theatre.headquarters[mustered.formation].side,
        hq: HqId::at(mustered.formation),
        arm: arm_of(mustered.arm).ok_or_else(|| wrong(format!("{}: this rulebook has no ships", first.name)))?,
        stands: stands.max(1),
        weapons,
        lance: given.lance.unwrap_or_else(|| are_most(|unit| unit.steel == Some(plan::Steel::Lance))),
        marksmen: given.marksmen.unwrap_or_else(|| are_most(are_marksmen)),
        holds_until: held.map_or(0, |time| turn_of(plan, minutes, time)),
    });
    let grade = given.grade.unwrap_or(grade_of(mustered.quality));
    let mut unit = fresh(battle.units.len() as u16, stands.max(1), grade, &guns);
    let standing = standing(from, mustered, minutes);
    let arm = theatre.regiments[id.index()].arm;
    (unit.formation, unit.mounted) = formation_of(arm, standing.posture);
    unit.files = theatre.forming_files(arm, &unit);
    if let (Some(ranks), Formation::Line) = (given.ranks, unit.formation) {
        let files = unit.condition.stands.div_ceil(u16::from(ranks.clamp(1, 3)));
        unit.files = theatre.most_files(arm, &unit, files.min(u16::from(u8::MAX)) as u8);
    }
    unit.heading = standing.heading;
    unit.place = standing.comes.map_or(Place::Field, Place::Coming);
    battle.units.push(unit);
    place(theatre, battle, id, &standing);
    Ok(())
}

fn are_marksmen(unit: &plan::Unit) -> bool {
    unit.traits.iter().any(|one| matches!(one, plan::Trait::Marksmen | plan::Trait::Sharpshooters))
}

pub(super) fn fresh(muster: u16, stands: u16, grade: Grade, guns: &[(Weapon, u8)]) -> Unit {
    let mut counts = [0; GUN_KINDS_MAX];
    for (count, (_, guns)) in counts.iter_mut().zip(guns) {
        *count = *guns;
    }
    Unit {
        muster,
        parent: None,
        place: Place::Field,
        centre: Point::default(),
        heading: Heading::NORTH,
        formation: Formation::Line,
        files: 1,
        mounted: false,
        prone: false,
        grade,
        condition: Condition::fresh(stands),
        guns: counts,
        captured: 0,
        overenthusiastic: false,
        out_of_ammo: false,
        flanks_exposed: false,
        withdrew: Withdrawal::None,
        withdrew_turn: 0,
        flank_fire_turn: 0,
        done: Done::default(),
        moved_last_turn: false,
    }
}

/// The guns of a battery, or of all batteries of a battalion, by kind and in stands: kinds that this rulebook does not tell apart
/// are one. Its pieces are shared out among the kinds by the largest remainder; a kind too few for a piece has none.
///
/// LIMIT: of more kinds than a unit holds, those with most guns.
fn guns_of<'p>(
    units: impl Iterator<Item = &'p plan::Unit>,
    mustered: &Mustered,
) -> ArrayVec<(Weapon, u8), GUN_KINDS_MAX> {
    if !mustered.arm.has_guns() {
        return ArrayVec::new();
    }
    let mut kinds: Vec<(Weapon, u64)> = Vec::new();
    for guns in units.flat_map(|unit| &unit.guns) {
        let weapon = weapon_of(guns.weapon).unwrap_or(Weapon::SixPounderSmoothbore);
        match kinds.iter_mut().find(|(known, _)| *known == weapon) {
            Some((_, count)) => *count += u64::from(guns.count),
            None => kinds.push((weapon, guns.count.into())),
        }
    }
    while kinds.len() > GUN_KINDS_MAX {
        let fewest = (0..kinds.len()).rev().min_by_key(|place| kinds[*place].1);
        fewest.map(|place| kinds.remove(place));
    }
    let all: u64 = kinds.iter().map(|(_, count)| count).sum();
    let due = |count: u64| count * u64::from(mustered.pieces.max(1));
    let mut shares: Vec<u64> = kinds.iter().map(|(_, count)| due(*count) / all.max(1)).collect();
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(due(kinds[*place].1) % all.max(1)));
    let left = u64::from(mustered.pieces.max(1)).saturating_sub(shares.iter().sum());
    for place in order.into_iter().take(left as usize) {
        shares[place] += 1;
    }
    let some = kinds.iter().zip(shares).filter(|(_, stands)| *stands > 0);
    some.map(|((weapon, _), stands)| (*weapon, stands.min(60) as u8)).collect()
}

/// How and where a unit stands at first, or comes on.
struct Standing {
    front: Point,
    heading: Heading,
    posture: Posture,
    comes: Option<u8>,
}

fn standing(from: &battle::Battle, mustered: &Mustered, minutes_per_turn: u16) -> Standing {
    let formation = &from.plan.formations[mustered.formation];
    let units: Vec<&plan::Unit> = mustered.of.iter().filter_map(|place| formation.units.get(*place)).collect();
    let arrivals = units.iter().filter_map(|unit| from.arrival(formation, unit));
    let placed: Vec<&&plan::Unit> = units.iter().filter(|unit| unit.at.is_some()).collect();
    let default = if mustered.arm.has_guns() { Posture::Limbered } else { Posture::March };
    if let Some(first) = placed.first() {
        let middle = middle_of(placed.iter().filter_map(|unit| unit.at.map(point)));
        let front = if units.len() > 1 { formation.at.map(point).unwrap_or(middle) } else { middle };
        let degrees = if units.len() > 1 { formation.facing.or(first.facing) } else { first.facing };
        let heading = Heading::NORTH.turned(Turn::degrees(i32::from(degrees.unwrap_or(0))));
        return Standing { front, heading, posture: first.posture.unwrap_or(default), comes: None };
    }
    let arrival = arrivals.min_by_key(|arrival| arrival.time);
    let at = arrival.and_then(|arrival| from.entrance(arrival));
    let front = at.unwrap_or_default();
    let turn = arrival.map_or(1, |arrival| turn_of(&from.plan, minutes_per_turn, arrival.time));
    let posture = arrival.and_then(|arrival| arrival.posture).unwrap_or(default);
    Standing { front, heading: inward(from, front), posture, comes: Some(turn) }
}

fn middle_of(points: impl Iterator<Item = Point>) -> Point {
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for point in points {
        (x, y, count) = (x + i64::from(point.x), y + i64::from(point.y), count + 1);
    }
    Point::new((x / count.max(1)) as Length, (y / count.max(1)) as Length)
}

/// The turn of an hour.
fn turn_of(plan: &Plan, minutes_per_turn: u16, time: Time) -> u8 {
    let minutes = time.0.saturating_sub(plan.clock.start.0);
    u8::try_from(1 + minutes / minutes_per_turn.max(1)).unwrap_or(u8::MAX)
}

/// From the nearest edge of the map straight into it.
fn inward(from: &battle::Battle, at: Point) -> Heading {
    let extent = from.ground.extent();
    let edges = [
        (at.y - extent.south_west.y, Heading::NORTH),
        (at.x - extent.south_west.x, Heading::EAST),
        (extent.north_east.y - at.y, Heading::SOUTH),
        (extent.north_east.x - at.x, Heading::WEST),
    ];
    edges.into_iter().min().map_or(Heading::NORTH, |(_, heading)| heading)
}

/// Puts a unit where it stands; where a neighbour stands too, in more ranks, and at last a little aside.
fn place(theatre: &Theatre, battle: &mut Battle, id: UnitId, standing: &Standing) {
    let arm = theatre.arm(battle, id);
    let stands = battle.unit(id).condition.stands;
    let depths: &[u16] = if battle.unit(id).formation == Formation::Line { &[1, 2, 3] } else { &[1] };
    for ranks in depths {
        let mut unit = *battle.unit(id);
        if *ranks > 1 {
            unit.files = theatre.most_files(arm, &unit, stands.div_ceil(*ranks) as u8);
        }
        let half = theatre.footprint_of(arm, &unit).half_depth;
        let along = unit.heading.direction();
        unit.centre = match standing.comes {
            Some(_) => moved(standing.front, along, half + 2 * SLACK),
            None => moved(standing.front, along.back(), half),
        };
        let there = theatre.footprint_of(arm, &unit);
        let room = theatre.is_on_map(&there) && theatre.lies_over(battle, id, &there).is_none();
        *battle.unit_mut(id) = unit;
        if room || standing.comes.is_some() {
            return;
        }
    }
    let unit = *battle.unit(id);
    if !theatre.put_near(battle, id, unit.centre, unit.heading, unit.heading.turned(Turn::HALF)) {
        battle.unit_mut(id).place = Place::Coming(2);
    }
}

/// The names of scales, for whoever chooses one.
pub fn scales() -> impl Iterator<Item = &'static str> {
    Scale::ALL.iter().map(|scale| scale.name())
}
