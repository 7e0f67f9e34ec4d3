//! Each unit by itself: men, guns, weapons, and whether it stands somewhere.

use super::chain::{is_side_sure, side_of};
use super::{Listed, units};
use crate::plan::{Arm, Plan, Posture};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

pub(super) fn check(plan: &Plan, sheet: &mut Sheet<'_>) {
    for listed in units(plan) {
        strength(&listed, sheet);
        weapons(&listed, sheet);
        standing(plan, &listed, sheet);
        namesake(plan, &listed, sheet);
    }
    for number in 0..plan.formations.len() {
        comes_without_units(plan, number, sheet);
    }
}

/// A formation that arrives brings somebody: a unit that has no place of its own.
fn comes_without_units(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let formation = &plan.formations[number];
    let has_place = |listed: &Listed<'_>| listed.unit.at.is_some() || listed.unit.arrives.is_some();
    let own = || units(plan).filter(|listed| listed.formation == number);
    let sure = sheet.there(way!["formation", number, "units"]) && own().all(|one| one.sure(&["at", "arrives"], sheet));
    if formation.arrives.is_some() && !formation.units.is_empty() && own().all(|one| has_place(&one)) && sure {
        let reason = format!("{} arrives, and all of its units have places of their own", formation.name);
        sheet.wrong(way!["formation", number, "arrives"], reason, "take arrives away, or the places");
    }
}

/// Two units of one side must be told apart by their names.
fn namesake(plan: &Plan, listed: &Listed<'_>, sheet: &mut Sheet<'_>) {
    let side = |of: &Listed<'_>| {
        let formation = &plan.formations[of.formation];
        side_of(plan, formation).filter(|_| of.sure(&["name"], sheet) && is_side_sure(plan, formation, sheet))
    };
    let Some(own) = side(listed) else { return };
    let earlier = |other: &Listed<'_>| (other.formation, other.number) < (listed.formation, listed.number);
    let same = |other: &Listed<'_>| other.unit.name == listed.unit.name && side(other) == Some(own);
    if let Some(first) = units(plan).filter(earlier).find(same) {
        let line = sheet.line_of(&first.field("name"));
        let reason = format!("two units of one side are called {}", listed.unit.name);
        sheet.wrong(&listed.field("name"), reason, format!("the first one stands in line {line}"));
    }
}

fn strength(listed: &Listed<'_>, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    if unit.men == 0 {
        sheet.wrong(&listed.field("men"), format!("{} has no men", unit.name), "write how many stood in its ranks");
    }
    if !listed.sure(&["arm"], sheet) {
        return;
    }
    if unit.arm.has_guns() && unit.guns.is_empty() && listed.sure(&["guns"], sheet) {
        let hint = "add guns = [{ count = 6, weapon = \"12-pdr-napoleon\" }], or make it infantry";
        sheet.wrong(&listed.field("arm"), format!("{} has no guns", unit.name), hint);
    }
    if !unit.arm.has_guns() && !unit.guns.is_empty() {
        let reason = format!("{} is {} and has guns", unit.name, called(unit.arm));
        sheet.wrong(&listed.field("guns"), reason, "make the guns a battery of their own");
    }
    for (which, guns) in unit.guns.iter().enumerate() {
        let path = listed.within("guns", way![which, "ahead"]);
        let Some(ahead) = guns.ahead.filter(|_| sheet.sure(&listed.within("guns", way![which, "count"]))) else {
            continue;
        };
        if unit.arm != Arm::Ship {
            let reason = format!("{} is {} and says how many guns fire ahead", unit.name, called(unit.arm));
            sheet.wrong(&path, reason, "take ahead away: only ships have it");
        } else if ahead > guns.count {
            let reason = format!("{ahead} of {} guns of {} cannot fire ahead", guns.count, unit.name);
            sheet.wrong(&path, reason, "write how many of them can");
        }
    }
    if unit.arm == Arm::Ship && unit.ship.is_none() && listed.sure(&["ship"], sheet) {
        let hint = "add ship = { class = \"gunboat\", armour = \"ironclad\" }";
        sheet.wrong(&listed.field("arm"), format!("{} does not say what ship it is", unit.name), hint);
    }
    if unit.arm != Arm::Ship && unit.ship.is_some() {
        let hint = "take ship away, or make its arm ship";
        sheet.wrong(&listed.field("ship"), format!("{} is no ship", unit.name), hint);
    }
}

fn weapons(listed: &Listed<'_>, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    let wants = matches!(unit.arm, Arm::Infantry | Arm::Cavalry);
    if wants && unit.weapon.is_none() && listed.sure(&["arm", "weapon"], sheet) {
        let hint = "add weapon = \"rifle-musket\", or \"none\" for cold steel only";
        sheet.wrong(&listed.field("id"), format!("{} has no weapon", unit.name), hint);
    }
    let main = unit.weapon.iter().map(|weapon| (listed.field("weapon").to_vec(), weapon));
    let also = unit.also.iter().enumerate().map(|(which, weapon)| (listed.within("also", way![which]), weapon));
    for (path, weapon) in main.chain(also).filter(|(_, weapon)| !weapon.is_small_arm()) {
        let reason = format!("the men of {} cannot carry a {}", unit.name, weapon.name());
        sheet.wrong(&path, reason, "guns stand in the list of guns");
    }
    for (which, guns) in unit.guns.iter().enumerate().filter(|(_, guns)| guns.weapon.is_small_arm()) {
        let reason = format!("{} lists a {} among its guns", unit.name, guns.weapon.name());
        sheet.wrong(&listed.within("guns", way![which, "weapon"]), reason, "what men carry is their weapon");
    }
}

/// A unit stands somewhere or arrives, not both, and stands in a way its arm can.
fn standing(plan: &Plan, listed: &Listed<'_>, sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    let comes = unit.arrives.is_some() || plan.formations[listed.formation].arrives.is_some();
    let of_formation = way!["formation", listed.formation, "arrives"];
    if unit.at.is_none() && !comes && listed.sure(&["at", "arrives"], sheet) && sheet.sure(of_formation) {
        let reason = format!("{} neither stands anywhere nor arrives", unit.name);
        sheet.wrong(&listed.field("id"), reason, "add at, facing and posture, or arrives");
    }
    if unit.at.is_some() && unit.arrives.is_some() {
        let reason = format!("{} stands on the map and arrives", unit.name);
        sheet.wrong(&listed.field("arrives"), reason, "keep one of the two");
    }
    if unit.at.is_none() && unit.facing.is_some() && comes && listed.sure(&["at", "arrives"], sheet) {
        let reason = format!("{} arrives and has a facing", unit.name);
        sheet.wrong(&listed.field("facing"), reason, "take facing away: it comes on as its road leads");
    }
    for (missing, given) in [("facing", unit.facing.is_some()), ("posture", unit.posture.is_some())] {
        if unit.at.is_some() && !given && listed.sure(&[missing], sheet) {
            let reason = format!("{} stands on the map without a {missing}", unit.name);
            sheet.wrong(&listed.field("at"), reason, format!("add {missing}"));
        }
    }
    let arriving = unit.arrives.as_ref().and_then(|arrival| arrival.posture);
    let paths = [listed.field("posture").to_vec(), listed.within("arrives", way!["posture"])];
    for (posture, path) in [unit.posture, arriving].into_iter().zip(paths) {
        if let Some(posture) = posture {
            stance(listed, posture, &path, sheet);
        }
    }
}

/// Reports a posture that the arm of a unit cannot take.
pub(super) fn stance(listed: &Listed<'_>, posture: Posture, path: &[Step<'_>], sheet: &mut Sheet<'_>) {
    let unit = listed.unit;
    if !can_stand(unit.arm, posture) && listed.sure(&["arm"], sheet) {
        let is_afloat = posture == Posture::Afloat;
        let stand = if is_afloat { "be afloat".to_owned() } else { format!("stand in {}", posture.name()) };
        let reason = format!("{} is {} and cannot {stand}", unit.name, called(unit.arm));
        let hint = match unit.arm {
            Arm::Ship => "it can only be afloat".to_owned(),
            arm => format!("it can stand in {}", postures(arm)),
        };
        sheet.wrong(path, reason, hint);
    }
}

/// What an arm is called of one unit.
fn called(arm: Arm) -> &'static str {
    match arm {
        Arm::Ship => "a ship",
        Arm::HorseArtillery => "horse artillery",
        Arm::Infantry | Arm::Cavalry | Arm::Artillery | Arm::Wagons => arm.name(),
    }
}

/// Whether an arm can take a posture.
pub(super) fn can_stand(arm: Arm, posture: Posture) -> bool {
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
