//! The laws a battle keeps, whatever is ordered and whatever the dice show.

use super::Theatre;
use super::geometry::SLACK;
use super::state::{Battle, Health, Phase, Place, UnitId};
use crate::charts::Limit;
use crate::unit::{Arm, Formation, stand_kind};

/// Every law that a battle breaks, in words; nothing where all is well.
pub fn broken_laws(theatre: &Theatre, battle: &Battle) -> Vec<String> {
    let mut broken = Vec::new();
    footprints_are_apart(theatre, battle, &mut broken);
    for id in battle.ids() {
        a_unit_is_sound(theatre, battle, id, &mut broken);
    }
    stands_are_conserved(theatre, battle, &mut broken);
    fights_are_between_enemies(theatre, battle, &mut broken);
    officers_are_somewhere(theatre, battle, &mut broken);
    phases_hold_what_they_may(battle, &mut broken);
    broken
}

/// No two units stand on each other, and nobody stands off the map.
fn footprints_are_apart(theatre: &Theatre, battle: &Battle, broken: &mut Vec<String>) {
    let units: Vec<UnitId> = battle.on_field().collect();
    for (place, one) in units.iter().enumerate() {
        let at = theatre.footprint(battle, *one).shrunk(2 * SLACK);
        for other in &units[place + 1..] {
            if at.overlaps(&theatre.footprint(battle, *other).shrunk(2 * SLACK)) {
                broken.push(format!("{} stands on {}", theatre.name(battle, *one), theatre.name(battle, *other)));
            }
        }
        if !theatre.ground.extent().contains(battle.unit(*one).centre) {
            broken.push(format!("{} stands off the map", theatre.name(battle, *one)));
        }
    }
}

/// A unit has stands while it is on the map and none when it is gone; hits never make a stand; markers keep their cap; its
/// formation is one its arm has.
fn a_unit_is_sound(theatre: &Theatre, battle: &Battle, id: UnitId, broken: &mut Vec<String>) {
    let (unit, arm, name) = (battle.unit(id), theatre.arm(battle, id), theatre.name(battle, id));
    let condition = unit.condition;
    let mut law = |kept: bool, what: &str| {
        if !kept {
            broken.push(format!("{name} (unit {}): {what}: {unit:?}", id.0));
        }
    };
    law((unit.place == Place::Gone) == condition.is_gone(), "gone without stands, or there without any");
    let per_stand = theatre.book.tables.hits_per_stand.at(stand_kind(arm, unit.mounted)).value;
    law(u16::from(condition.hits) < per_stand.max(1), "its hits make a stand");
    law(u16::from(condition.panic) <= theatre.book.limit(Limit::PanicMax), "too many Panic Markers");
    law(!unit.mounted || arm == Arm::Cavalry, "mounted without horses");
    law(unit.withdrew_turn <= battle.turn && unit.flank_fire_turn <= battle.turn, "remembers the future");
    let fits = match unit.formation {
        Formation::Line | Formation::Column | Formation::Skirmish => matches!(arm, Arm::Infantry | Arm::Cavalry),
        Formation::Square => arm == Arm::Infantry,
        Formation::Limbered => arm.is_artillery() || arm == Arm::Wagon,
        Formation::Unlimbered => arm.is_artillery(),
    };
    law(fits, "a formation its arm does not have");
    if arm.is_artillery() {
        let guns: u16 = unit.guns.iter().map(|guns| u16::from(*guns)).sum();
        law(guns == condition.stands, "guns and stands differ");
    }
    if let Some(parent) = unit.parent {
        law(battle.unit(parent).muster == unit.muster, "a detachment of another unit");
    }
}

/// The stands of all parts of a unit and those it lost are what it began with; captured stands are among the lost.
fn stands_are_conserved(theatre: &Theatre, battle: &Battle, broken: &mut Vec<String>) {
    for (muster, regiment) in theatre.regiments.iter().enumerate() {
        let parts = battle.units.iter().filter(|unit| usize::from(unit.muster) == muster);
        let stands: u16 = parts.clone().map(|unit| unit.condition.stands).sum();
        let whole = &battle.units[muster];
        let lost = whole.condition.lost;
        // Horse holders are stands that are neither there nor lost; nobody has more than he began with.
        let holders = theatre.book.switches.horse_holders && regiment.arm == Arm::Cavalry;
        if !(stands + lost == regiment.stands || holders && stands + lost < regiment.stands) {
            let began = regiment.stands;
            broken.push(format!("{}: {stands} stands and {lost} lost are not {began}", regiment.name));
        }
        if parts.clone().any(|unit| unit.condition.lost != lost) {
            broken.push(format!("{}: its parts do not share their losses", regiment.name));
        }
        if whole.captured > lost {
            broken.push(format!("{}: {} captured of {lost} lost", regiment.name, whole.captured));
        }
    }
}

/// Whoever is in contact, charged or fired at is on the map, and an enemy.
fn fights_are_between_enemies(theatre: &Theatre, battle: &Battle, broken: &mut Vec<String>) {
    let contacts = battle.contacts.iter().map(|one| (one.charger, one.target));
    let announced = battle.announced.iter().map(|one| (one.unit, one.target));
    let declared = battle.declared.iter().map(|one| (one.firer, one.target));
    for (one, other) in contacts.chain(announced).chain(declared) {
        let enemies = theatre.side(battle, one) != theatre.side(battle, other);
        if !enemies || !battle.unit(one).is_on_field() || !battle.unit(other).is_on_field() {
            broken.push(format!("units {} and {} are not enemies on the map", one.0, other.0));
        }
    }
}

/// An officer is with a unit of his side that is on the map, or comes on with one, or is with nobody.
fn officers_are_somewhere(theatre: &Theatre, battle: &Battle, broken: &mut Vec<String>) {
    for (officer, post) in battle.officers.iter().zip(&theatre.posts) {
        if let Some(unit) = officer.with {
            let own = theatre.side(battle, unit) == theatre.headquarters[post.hq.index()].side;
            let together = match battle.unit(unit).place {
                Place::Field => true,
                Place::Coming(_) => matches!(officer.health, Health::Coming(_)),
                Place::Gone => false,
            };
            if !own || !together {
                broken.push(format!("{} is with a unit that is gone, or not his", post.name));
            }
        }
    }
}

/// What was declared, announced or begun belongs to its phase.
fn phases_hold_what_they_may(battle: &Battle, broken: &mut Vec<String>) {
    let phase = battle.phase;
    let mut law = |kept: bool, what: &str| {
        if !kept {
            broken.push(format!("{what} in the phase {phase:?}"));
        }
    };
    law(battle.declared.is_empty() || matches!(phase, Phase::DeclareFire | Phase::ResolveFire), "fire is declared");
    law(battle.picked.is_empty() || matches!(phase, Phase::DeclareFire | Phase::ResolveFire), "an officer is aimed at");
    law(
        battle.announced.is_empty() || matches!(phase, Phase::AnnounceCharges | Phase::Charges),
        "a charge is announced",
    );
    law(battle.moving.is_none() || phase == Phase::Movement, "a unit moves");
    law(battle.card.is_some() || matches!(phase, Phase::Draw | Phase::Over), "nobody is active");
}
