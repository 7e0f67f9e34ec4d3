//! Which combinations a maneuver effect allows troops (6.2), and which it forbids.

use engine::{Decimal, Refusal, Rule};

use super::{Stride, TroopOption, WantedOfTroops, is_well_handled, rules_of};
use crate::Book;
use crate::charts::Value;
use crate::legality;
use crate::maneuver::ManeuverEffect;
use crate::pieces::{Formation, Order};
use crate::rules::*;

/// Refuses what the effect does not allow, with every reason.
pub(super) fn check(book: &Book, wanted: &WantedOfTroops) -> Result<(), Refusal> {
    let mut refusal = Refusal::new();
    if let Some((rule, why)) = legality::forbidden_to(book, wanted.class, wanted.faction, wanted.formation) {
        refusal.unless(false, "formation", rule, || why.to_owned());
    }
    check_combination(wanted, &mut refusal);
    check_start(book, wanted, &mut refusal);
    check_details(book, wanted, &mut refusal);
    match wanted.option {
        Some(TroopOption::ChangeFormation) => check_change(book, wanted, &mut refusal),
        Some(TroopOption::FormSquare) => {
            if let Some((rule, why)) = legality::forbidden_to(book, wanted.class, wanted.faction, Formation::Square) {
                refusal.unless(false, "option", rule, || why.to_owned());
            }
            refusal.unless(wanted.formation != Formation::Square, "formation", FF_TMNV_WH_SQUARE, || {
                "it is in square already".to_owned()
            });
        }
        Some(TroopOption::ReplenishAmmo) => {
            check_ammo(book, FF_TMNV_WH_AMMO, wanted.close_range, wanted.wagon, &mut refusal);
        }
        _ => {}
    }
    refusal.verdict()
}

/// Well handled: a full move, or half a move and one option. Tardy: exactly one thing.
///
/// RULING: less may be done: half a move without an option, or an option without the half move.
fn check_combination(wanted: &WantedOfTroops, refusal: &mut Refusal) {
    let moves = wanted.moves != Stride::None;
    refusal.unless(moves || wanted.option.is_some(), "moves", FF_TMNV, || {
        "name a move or an option; a unit that does nothing holds".to_owned()
    });
    let rule = match wanted.effect {
        ManeuverEffect::Shaken => FF_MNV_DB_SHAKEN,
        ManeuverEffect::Wavering => FF_MNV_DB_WAVERING,
        ManeuverEffect::Panic => FF_MNV_GO_PANIC,
        _ => FF_MNV_GO_FALL_BACK,
    };
    let Some(well_handled) = is_well_handled(wanted.effect) else {
        refusal.unless(false, "effect", rule, || {
            format!("{} leaves no choice: it says what the unit does", wanted.effect)
        });
        return;
    };
    let Some(option) = wanted.option else {
        return;
    };
    let (well, tardy) = rules_of(option);
    if well_handled {
        refusal.unless(wanted.moves != Stride::Full, "moves", FF_TMNV_WH_HALF, || {
            "with an option goes only half a move".to_owned()
        });
    } else {
        refusal.unless(tardy.is_some(), "option", well, || format!("{option} needs a well handled maneuver"));
        refusal.unless(!moves, "moves", FF_TMNV_T_HALF, || {
            "a tardy unit does one thing only: a move or an option".to_owned()
        });
    }
    let needs_half = matches!(option, TroopOption::PassageOfLines | TroopOption::MarchByFlank);
    refusal.unless(!needs_half || wanted.moves == Stride::Half, "moves", well, || {
        format!("{option} is made with the half move")
    });
}

/// S17: field column, march column and mass are formed for nothing, at the start of a move. S77: a square or garrison changes
/// formation before it moves, and troops on foot mount by a change of formation (S18).
fn check_start(book: &Book, wanted: &WantedOfTroops, refusal: &mut Refusal) {
    let moves = wanted.moves != Stride::None;
    let leaves =
        wanted.option == Some(TroopOption::ChangeFormation) && wanted.into.is_some_and(|into| !into.is_all_round());
    refusal.unless(!(moves && wanted.formation.is_all_round()) || leaves, "formation", FF_TMNV_WH_FORM, || {
        "a square or garrison does not move; it changes formation first".to_owned()
    });
    let Some(start) = wanted.starts_in else {
        return;
    };
    let free = matches!(start, Formation::FieldColumn | Formation::MarchColumn | Formation::Mass);
    refusal.unless(free, "starts_in", FF_TMNV_WH_FORM, || {
        "only field column, march column and mass are formed for nothing; use change_formation".to_owned()
    });
    refusal
        .unless(moves, "starts_in", FF_TMNV_WH_FORM, || "a column or mass is formed at the start of a move".to_owned());
    let able = !wanted.formation.is_all_round() && wanted.formation != Formation::DismountedExtended;
    refusal.unless(able, "starts_in", FF_TMNV_WH_FORM, || {
        "a square, a garrison and troops on foot change formation first".to_owned()
    });
    if let Some((rule, why)) = legality::forbidden_to(book, wanted.class, wanted.faction, start) {
        refusal.unless(false, "starts_in", rule, || why.to_owned());
    }
}

/// The details that only some options have.
fn check_details(book: &Book, wanted: &WantedOfTroops, refusal: &mut Refusal) {
    let option = |option| wanted.option == Some(option);
    let passage = option(TroopOption::PassageOfLines);
    refusal.unless(!passage || wanted.friend.is_some(), "friend", FF_TMNV_WH_PASSAGE, || {
        "say which friendly unit it passes through".to_owned()
    });
    refusal.unless(passage || wanted.friend.is_none(), "friend", FF_TMNV_WH_PASSAGE, || {
        "only a passage of lines leads through friends".to_owned()
    });
    let broken = wanted.friend.is_some_and(|friend| friend.order == Order::Broken);
    refusal.unless(!broken, "friend.order", FF_TMNV_WH_PASSAGE, || "broken friends have no lines to pass".to_owned());
    let most = book.tables.whole(Value::ChangeFront).value;
    let front = option(TroopOption::ChangeFront);
    refusal.unless(!front || i32::from(wanted.degrees) <= i32::from(most), "degrees", FF_TMNV_WH_FRONT, || {
        format!("a change of front turns at most {most} degrees")
    });
    refusal.unless(front || wanted.degrees == 0, "degrees", FF_TMNV_WH_FRONT, || {
        "only a change of front turns".to_owned()
    });
    refusal.unless(option(TroopOption::ChangeFormation) || wanted.into.is_none(), "into", FF_TMNV_WH_FORM, || {
        "only change_formation leads into another formation".to_owned()
    });
    let turns = front || option(TroopOption::FaceRear) || option(TroopOption::ScaleObstacle);
    refusal.unless(!(turns && wanted.formation.is_all_round()), "option", FF_HOUSE_FLANKS, || {
        format!("a {} has no front and does not leave its place", wanted.formation)
    });
}

/// 6.2 `change_formation`: to line, extended line or garrison; mounting and dismounting are changes of formation (S18).
fn check_change(book: &Book, wanted: &WantedOfTroops, refusal: &mut Refusal) {
    use Formation as F;
    let Some(into) = wanted.into else {
        refusal.unless(false, "into", FF_TMNV_WH_FORM, || "say which formation".to_owned());
        return;
    };
    refusal.unless(into != wanted.formation, "into", FF_TMNV_WH_FORM, || format!("it is in {into} already"));
    let on_foot = wanted.class.is_cavalry() && !wanted.class.is_mounted_in(wanted.formation);
    let fine = match into {
        F::Line => !on_foot,
        F::Extended | F::Garrison => true,
        F::DismountedExtended => wanted.class.is_cavalry(),
        F::FieldColumn => on_foot,
        F::MarchColumn | F::Mass | F::Square => false,
    };
    refusal.unless(fine, "into", FF_TMNV_WH_FORM, || {
        "formations are changed to line, extended line or garrison; from foot to horse only to extended line or field column"
            .to_owned()
    });
    if let Some((rule, why)) = legality::forbidden_to(book, wanted.class, wanted.faction, into) {
        refusal.unless(false, "into", rule, || why.to_owned());
    }
}

/// S44: nobody replenishes in close range; with the switch `ammo_wagons` a wagon must be near.
pub(crate) fn check_ammo(book: &Book, rule: Rule, close_range: bool, wagon: Option<Decimal>, refusal: &mut Refusal) {
    refusal.unless(!close_range, "close_range", rule, || "nobody replenishes in close range of the enemy".to_owned());
    let reach = book.tables.value(Value::WagonReach).value;
    let near = wagon.is_some_and(|inches| inches >= Decimal::ZERO && inches <= reach);
    refusal.unless(!book.switches.ammo_wagons || near, "wagon", rule, || {
        format!("replenishing needs a friendly wagon within {reach} inches (switch ammo_wagons)")
    });
}
