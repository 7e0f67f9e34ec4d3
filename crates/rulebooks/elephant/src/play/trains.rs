//! Supply wagons that come with a battle where ammunition is counted (optional rule).

use battle::plan::Plan;
use engine::Fault;
use field::ground::Point;
use field::plane::{Turn, moved};

use super::Theatre;
use super::muster::{fresh, too_many};
use super::special::{ForFormation, special};
use super::state::{Battle, HqId, Place, UNITS_MAX, UnitId};
use super::theatre::Regiment;
use crate::charts::Grade;
use crate::unit::{Arm, Formation};

/// How far behind its formation a wagon stands, in inches.
const BEHIND_INCHES: i32 = 6;

/// One wagon for each headquarters that leads units of its own and has none yet.
///
/// RULING: guns that belong to a division or corps are served by a wagon of that headquarters.
pub(super) fn raise_trains(theatre: &mut Theatre, battle: &mut Battle, plan: &Plan) -> Result<(), Fault> {
    if !theatre.book.switches.ammunition {
        return Ok(());
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        let given: ForFormation = special(&formation.rulebooks, &formation.name)?;
        let hq = HqId::at(number);
        let own: Vec<UnitId> = battle.ids().filter(|id| theatre.regiment(battle, *id).hq == hq).collect();
        let has_wagon = own.iter().any(|id| theatre.arm(battle, *id) == Arm::Wagon);
        if !own.is_empty() && !has_wagon && given.wagon.unwrap_or(true) {
            raise_wagon(theatre, battle, hq, &own)?;
        }
    }
    Ok(())
}

fn raise_wagon(theatre: &mut Theatre, battle: &mut Battle, hq: HqId, own: &[UnitId]) -> Result<(), Fault> {
    if battle.units.len() >= UNITS_MAX {
        return Err(too_many());
    }
    let headquarters = &theatre.headquarters[hq.index()];
    theatre.enlist(Regiment {
        id: format!("wagon-{}", hq.0),
        name: format!("Wagons of {}", headquarters.name).into(),
        side: headquarters.side,
        hq,
        arm: Arm::Wagon,
        stands: 1,
        weapons: Default::default(),
        lance: false,
        marksmen: false,
        holds_until: 0,
    });
    let id = UnitId::at(battle.units.len());
    let here: Vec<UnitId> = own.iter().copied().filter(|unit| battle.unit(*unit).is_on_field()).collect();
    let (first, place) = match here.first() {
        Some(first) => (*first, Place::Field),
        None => (own[0], battle.unit(own[0]).place),
    };
    let among = if here.is_empty() { vec![first] } else { here };
    let heading = battle.unit(first).heading;
    let back = heading.turned(Turn::HALF);
    let middle = middle_of(battle, &among);
    let mut unit = fresh(id.0, 1, Grade::Regular, &[]);
    (unit.formation, unit.heading, unit.place) = (Formation::Limbered, heading, place);
    unit.centre = moved(middle, back.direction(), BEHIND_INCHES * theatre.inch);
    let extent = theatre.ground.extent();
    let inside = |at: i32, low: i32, high: i32| at.clamp(low, high.max(low));
    let at = Point::new(
        inside(unit.centre.x, extent.south_west.x, extent.north_east.x),
        inside(unit.centre.y, extent.south_west.y, extent.north_east.y),
    );
    // One that is still to come enters where its formation does.
    unit.centre = if place == Place::Field { at } else { middle };
    battle.units.push(unit);
    if place == Place::Field && !theatre.put_near(battle, id, at, heading, back) {
        // RULING: a wagon that finds no room behind its formation comes on as soon as there is some.
        battle.unit_mut(id).place = Place::Coming(1);
        battle.unit_mut(id).centre = middle;
    }
    Ok(())
}

fn middle_of(battle: &Battle, units: &[UnitId]) -> Point {
    let (mut x, mut y) = (0_i64, 0_i64);
    for unit in units {
        let at = battle.unit(*unit).centre;
        (x, y) = (x + i64::from(at.x), y + i64::from(at.y));
    }
    let count = units.len().max(1) as i64;
    Point::new((x / count) as i32, (y / count) as i32)
}
