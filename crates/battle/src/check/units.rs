//! Each unit by itself: men, guns, weapons, and whether it stands somewhere.

use super::{Listed, units};
use crate::plan::{Arm, Plan, Posture};
use crate::sheet::Sheet;

pub(super) fn check(plan: &Plan, sheet: &mut Sheet<'_>) {
    for listed in units(plan) {
        let whole = !sheet.is_cut(&listed.field("")[..4]);
        strength(&listed, whole, sheet);
        weapons(&listed, whole, sheet);
        standing(plan, &listed, whole, sheet);
        let earlier = |other: &Listed<'_>| (other.formation, other.number) < (listed.formation, listed.number);
        let same = |other: &Listed<'_>| other.unit.name == listed.unit.name && side(plan, other) == side(plan, &listed);
        if let Some(first) = units(plan).filter(earlier).find(same) {
            let line = sheet.line_of(&first.field("name"));
            let reason = format!("two units of one side are called {}", listed.unit.name);
            sheet.wrong(&listed.field("name"), reason, format!("the first one stands in line {line}"));
        }
    }
}

fn side<'a>(plan: &'a Plan, listed: &Listed<'_>) -> Option<&'a crate::plan::Id> {
    super::chain::side_of(plan, &plan.formations[listed.formation])
}

fn strength(listed: &Listed<'_>, whole: bool, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    if unit.men == 0 {
        sheet.wrong(&listed.field("men"), format!("{} has no men", unit.name), "write how many stood in its ranks");
    }
    if whole && unit.arm.has_guns() && unit.guns.is_empty() {
        let hint = "add guns = [{ count = 6, weapon = \"12-pdr-napoleon\" }], or make it infantry";
        sheet.wrong(&listed.field("arm"), format!("{} has no guns", unit.name), hint);
    }
    if !unit.arm.has_guns() && !unit.guns.is_empty() {
        let reason = format!("{} is {} and has guns", unit.name, unit.arm.name());
        sheet.wrong(&listed.field("guns"), reason, "make the guns a battery of their own");
    }
    match (unit.arm, &unit.ship) {
        (Arm::Ship, None) if whole => {
            let hint = "add ship = { class = \"gunboat\", armour = \"ironclad\" }";
            sheet.wrong(&listed.field("arm"), format!("{} does not say what ship it is", unit.name), hint);
        }
        (Arm::Ship, _) | (_, None) => {}
        (_, Some(_)) => {
            sheet.wrong(
                &listed.field("ship"),
                format!("{} is no ship", unit.name),
                "take ship away, or make its arm ship",
            );
        }
    }
}

fn weapons(listed: &Listed<'_>, whole: bool, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    if whole && matches!(unit.arm, Arm::Infantry | Arm::Cavalry) && unit.weapon.is_none() {
        let hint = "add weapon = \"rifle-musket\", or \"none\" for cold steel only";
        sheet.wrong(&listed.field("id"), format!("{} has no weapon", unit.name), hint);
    }
    for (field, weapon) in
        unit.weapon.iter().map(|weapon| ("weapon", weapon)).chain(unit.also.iter().map(|one| ("also", one)))
    {
        if !weapon.is_small_arm() {
            let reason = format!("the men of {} cannot carry a {}", unit.name, weapon.name());
            sheet.wrong(&listed.field(field), reason, "guns stand in the list of guns");
        }
    }
    for guns in unit.guns.iter().filter(|guns| guns.weapon.is_small_arm()) {
        let reason = format!("{} lists a {} among its guns", unit.name, guns.weapon.name());
        sheet.wrong(&listed.field("guns"), reason, "what men carry is their weapon");
    }
}

/// A unit stands somewhere or arrives, not both, and stands in a way its arm can.
fn standing(plan: &Plan, listed: &Listed<'_>, whole: bool, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    let comes = unit.arrives.is_some() || plan.formations[listed.formation].arrives.is_some();
    match (unit.at.is_some(), comes) {
        (false, false) if whole => {
            let reason = format!("{} neither stands anywhere nor arrives", unit.name);
            sheet.wrong(&listed.field("id"), reason, "add at, facing and posture, or arrives");
        }
        (true, _) if unit.arrives.is_some() => {
            let reason = format!("{} stands on the map and arrives", unit.name);
            sheet.wrong(&listed.field("arrives"), reason, "keep one of the two");
        }
        (true, _) if whole && (unit.facing.is_none() || unit.posture.is_none()) => {
            let missing = if unit.facing.is_none() { "facing" } else { "posture" };
            let reason = format!("{} stands on the map without a {missing}", unit.name);
            sheet.wrong(&listed.field("at"), reason, format!("add {missing}"));
        }
        _ => {}
    }
    let arriving = unit.arrives.as_ref().and_then(|arrival| arrival.posture).map(|posture| ("arrives", posture));
    for (field, posture) in unit.posture.map(|posture| ("posture", posture)).into_iter().chain(arriving) {
        if !can_stand(unit.arm, posture) {
            let reason = format!("{} is {} and cannot stand in {}", unit.name, unit.arm.name(), posture.name());
            sheet.wrong(&listed.field(field), reason, format!("it can stand in {}", postures(unit.arm)));
        }
    }
}

fn can_stand(arm: Arm, posture: Posture) -> bool {
    use Posture::{
        Afloat, Attack, Battery, Dismounted, Garrison, Limbered, Line, March, Mounted, MountedLine, Skirmish, Square,
    };
    match arm {
        Arm::Infantry => matches!(posture, Line | March | Attack | Skirmish | Square | Garrison),
        Arm::Cavalry => matches!(posture, Mounted | MountedLine | Dismounted | Skirmish | March | Garrison),
        Arm::Artillery | Arm::HorseArtillery => matches!(posture, Battery | Limbered | March | Garrison),
        Arm::Wagons => matches!(posture, Limbered | March),
        Arm::Ship => posture == Afloat,
    }
}

fn postures(arm: Arm) -> String {
    let names: Vec<&str> = Posture::ALL.iter().filter(|one| can_stand(arm, **one)).map(|one| one.name()).collect();
    names.join(", ")
}
