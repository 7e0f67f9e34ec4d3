//! Charge: the die roll modifiers (procedure 5.3, steps 2 and 3), in printed order.
//!
//! Modifiers that describe a unit are those of its side's lead unit; numbers are counted over all units (S45).

use engine::{Asks, Modifiers, Umpire};

use super::situation::Unit;
use super::state::{Fight, Role, Struggle};
use crate::charts::Value;
use crate::lines::ChargeLine;
use crate::losses::Piece;
use crate::pieces::{Class, Effectiveness, Formation, Ground, Letter, Order, Position, Rating};
use crate::rules::*;

/// 5.3 step 2. All modifiers of one side but Steady; each line at most once.
pub(super) fn sum<U: Umpire>(fight: &Fight<'_>, struggle: &Struggle, role: Role, umpire: &mut U) -> i16 {
    umpire.cite(FF_CHG_MOD);
    let tables = &fight.book.tables;
    let unit = fight.lead(struggle, role);
    let piece = struggle.lead_piece(role);
    let mut list = Modifiers::new();
    let mut line = |applies: bool, line: ChargeLine| {
        list.add_if(applies, line.rule(), || tables.charge.at(line));
    };

    line(unit.rating() == Rating::Crack, ChargeLine::Crack);
    line(unit.rating() == Rating::Veteran, ChargeLine::Veteran);
    line(unit.rating() == Rating::Trained, ChargeLine::Trained);
    line(unit.rating() == Rating::Raw, ChargeLine::Raw);

    // R33: guns are neither fresh nor worn nor spent.
    let effectiveness = match unit {
        Unit::Troops(troops) => Some(troops.endurance().with_stands(tables, piece.stands(), umpire)),
        Unit::Guns(_) => None,
    };
    line(effectiveness == Some(Effectiveness::Fresh), ChargeLine::Fresh);
    line(effectiveness == Some(Effectiveness::Worn), ChargeLine::Worn);
    line(effectiveness == Some(Effectiveness::Spent), ChargeLine::Spent);

    let odds = outnumbered(fight, struggle, role, umpire);
    line(odds == Some(ChargeLine::OutnumberedTwo), ChargeLine::OutnumberedTwo);
    line(odds == Some(ChargeLine::OutnumberedThree), ChargeLine::OutnumberedThree);

    let supported = matches!(unit, Unit::Guns(guns) if guns.supported);
    line(supported, ChargeLine::SupportedGuns);
    line(unit.is_guns() && !supported, ChargeLine::UnsupportedGuns);
    line(is_shaken(piece), ChargeLine::Disordered);
    line(is_thin(unit, piece), ChargeLine::Extended);
    line(is_exposed(unit, piece, umpire), ChargeLine::Outflanked);

    let position = if role == Role::Defender { position(fight, struggle) } else { Position::Open };
    line(position == Position::Favorable, ChargeLine::Favorable);
    line(matches!(position, Position::Strong | Position::Fortified), ChargeLine::Strong);

    line(has_cold_steel(fight, struggle, role), ChargeLine::ColdSteel);
    line(is_cavalry_charge(fight, struggle, role), ChargeLine::CavalryCharge);

    // R60: a Disliked leader does not give the line, and takes one more away.
    let disliked = unit.attached_leader().is_some_and(|leader| leader.is(Letter::D));
    let leader = unit.attached_leader().is_some() && !disliked;
    line(leader || unit.has_brave_colonel(), ChargeLine::Attached);
    line(unit.has_letter(Letter::G), ChargeLine::Gallant);
    if unit.has_letter(Letter::G) {
        umpire.cite(FF_LDR_G);
        umpire.cite(FF_LDR_G_COMBAT);
    }
    list.add_if(disliked, FF_LDR_D, || tables.letters_in_charge.at(Letter::D));
    umpire.apply(&list)
}

/// 5.3 step 3. Steady: the side with the lower total adds one, once, if a Steady leader is in radius (R35).
pub(super) fn steady<U: Umpire>(fight: &Fight<'_>, struggle: &Struggle, role: Role, umpire: &mut U) -> i16 {
    if !fight.lead(struggle, role).has_letter(Letter::S) {
        return 0;
    }
    umpire.cite(FF_LDR_S);
    umpire.cite(FF_LDR_S_COMBAT);
    let mut list = Modifiers::new();
    list.add(FF_CHG_MOD_STEADY, fight.book.tables.charge.at(ChargeLine::Steady));
    umpire.apply(&list)
}

/// S46: all stands in the combat, a gun stand as one. R32: three to one replaces two to one.
fn outnumbered<U: Umpire>(fight: &Fight<'_>, struggle: &Struggle, role: Role, umpire: &mut U) -> Option<ChargeLine> {
    let own = struggle.total_stands(role);
    let enemy = struggle.total_stands(role.enemy());
    let mut at_least = |value| enemy >= own * umpire.read(fight.book.tables.whole(value));
    if at_least(Value::OutnumberedThree) {
        Some(ChargeLine::OutnumberedThree)
    } else {
        at_least(Value::OutnumberedTwo).then_some(ChargeLine::OutnumberedTwo)
    }
}

/// Disordered troops, or guns all silenced.
fn is_shaken(piece: &Piece) -> bool {
    match piece {
        Piece::Troops(troops) => troops.order == Order::Disordered,
        Piece::Guns(guns) => guns.is_silenced(),
    }
}

/// Extended line, on foot or mounted, or militia.
fn is_thin(unit: Unit<'_>, piece: &Piece) -> bool {
    match unit {
        Unit::Troops(troops) => troops.class == Class::Militia || (troops.formation.is_extended() && !is_broken(piece)),
        Unit::Guns(_) => false,
    }
}

/// Outflanked, broken, march column, or limbered guns; wagons are limbered guns.
fn is_exposed<U: Umpire>(unit: Unit<'_>, piece: &Piece, umpire: &mut U) -> bool {
    let helpless = match unit {
        Unit::Troops(troops) => is_broken(piece) || troops.formation == Formation::MarchColumn,
        Unit::Guns(guns) => {
            if guns.wagons {
                umpire.cite(FF_SPEC_WAGONS);
            }
            guns.limbered || guns.wagons
        }
    };
    helpless || unit.is_outflanked()
}

fn is_broken(piece: &Piece) -> bool {
    matches!(piece, Piece::Troops(troops) if troops.order == Order::Broken)
}

/// S48: only the better of favorable ground and strong position. S49: works do not count while outflanked. S15: a square
/// in good order is a strong position against mounted attackers.
fn position(fight: &Fight<'_>, struggle: &Struggle) -> Position {
    let unit = fight.lead(struggle, Role::Defender);
    match unit.position() {
        _ if is_square_against_mounted(fight, struggle) => Position::Strong,
        Position::Fortified if !unit.is_fortified() => Position::Open,
        position => position,
    }
}

/// Whether mounted attackers meet a square in good order.
fn is_square_against_mounted(fight: &Fight<'_>, struggle: &Struggle) -> bool {
    let square = match (fight.lead(struggle, Role::Defender), struggle.lead_piece(Role::Defender)) {
        (Unit::Troops(troops), Piece::Troops(state)) => {
            troops.formation == Formation::Square && state.order == Order::Good
        }
        _ => false,
    };
    square && fight.lead(struggle, Role::Attacker).is_mounted()
}

/// Cold steel in the first combat, lancers, or a breakthrough charge. R34: a Desperate Struggle takes away all of them but
/// the lancers. A square in good order takes cold steel and lances from mounted attackers.
fn has_cold_steel(fight: &Fight<'_>, struggle: &Struggle, role: Role) -> bool {
    let Unit::Troops(troops) = fight.lead(struggle, role) else {
        return false;
    };
    let second = fight.combat.second_combat;
    let breakthrough = second && role == Role::Attacker && !struggle.struck_out;
    let steel = troops.cold_steel && !second && !struggle.struck_out;
    let lances = troops.class == Class::Lancer && troops.is_mounted();
    let useless = role == Role::Attacker && is_square_against_mounted(fight, struggle);
    breakthrough || (!useless && (steel || lances))
}

/// A charge or countercharge of mounted cavalry, not of mounted infantry, all over open ground; not against a square, and
/// not after a Desperate Struggle.
fn is_cavalry_charge(fight: &Fight<'_>, struggle: &Struggle, role: Role) -> bool {
    let unit = fight.lead(struggle, role);
    let Unit::Troops(troops) = unit else {
        return false;
    };
    let charges = match role {
        Role::Attacker => !is_square_against_mounted(fight, struggle),
        Role::Defender => unit.is_countercharging(),
    };
    let cavalry = unit.is_mounted() && troops.class != Class::MountedInfantry;
    charges && cavalry && troops.charged_over == Ground::Open && !struggle.struck_out
}
