//! The Orders step for a general: orders accepted and written, Reserves released, attacks given up.

use engine::stage::{Act, Prospect};
use field::hex::Hex;

use super::pieces;
use super::stacks::Listener;
use crate::charts::{CommandModifier, CommandResult, Level, MoraleState};
use crate::command::Order;
use crate::play::command::{Command, Initiative};
use crate::play::position::Terse;
use crate::play::quiet::silent;
use crate::play::state::{FormationId, Instruction};
use crate::play::theatre::{Theatre, index};
use crate::unit::{Arm, is_wrecked};

/// Hexes to the enemy within which a formation on the march should deploy, and a Reserve is wanted.
const ALARM: u16 = 8;
/// Thousandths of its strength that a formation has lost that is not sent forward any more.
const WORN_OUT: i32 = 450;
/// Ways two dice can fall.
const WAYS: i32 = 36;

/// What is known about a formation before it is written to.
struct Force {
    men: i32,
    /// Thousandths of its strength that are gone, those disorganized or routed among them.
    worn: i32,
    at: Option<Hex>,
    /// Hexes to the nearest enemy.
    enemy: u16,
}

/// Tells everything that may be ordered, and last that the step is over.
pub(super) fn tell(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) {
    let mut goes_on = true;
    let army = theatre.armies[index(battle.active)];
    let writes = theatre.check_roll(battle, army).is_ok();
    for (number, card) in theatre.formations.iter().enumerate() {
        let formation = FormationId(number as u16);
        if card.side != battle.active || !goes_on {
            continue;
        }
        let may_roll = theatre.check_roll(battle, formation).is_ok();
        if may_roll && theatre.acceptable(battle, formation).is_ok() {
            let force = force(theatre, battle, formation);
            let prospect = prospect(theatre, battle, formation, formation, force.men / 4, false);
            goes_on = listener(Command::AcceptOrder { formation }, prospect);
        }
        goes_on = goes_on
            && (!may_roll || initiatives(theatre, battle, formation, listener))
            && (!writes || !theatre.is_command(formation) || writes_to(theatre, battle, army, formation, listener))
            && gives_up(theatre, battle, formation, listener);
    }
    if goes_on {
        listener(Command::EndStep, Prospect::of(Act::Pass));
    }
}

/// The chance of a Command Roll, in thousandths.
fn chance(theatre: &Theatre, battle: &Terse<'_>, roller: FormationId, helped: bool) -> i32 {
    let tables = &theatre.book.tables;
    let value = battle.leader_of(roller).map_or(0, |(_, leader)| i16::from(leader.command));
    let help = if helped { tables.command_modifiers.at(CommandModifier::Reserve).value } else { 0 };
    let yes =
        |dice: i16| tables.command_roll.at(dice + value + help).is_ok_and(|looked| looked.value == CommandResult::Yes);
    let ways: i32 = (2..=12).filter(|dice| yes(*dice)).map(|dice: i16| 6 - i32::from((dice - 7).abs())).sum();
    1_000 * ways / WAYS
}

fn prospect(
    theatre: &Theatre,
    battle: &Terse<'_>,
    roller: FormationId,
    formation: FormationId,
    merit: i32,
    helped: bool,
) -> Prospect {
    let piece = battle.leader_of(formation).map(|(leader, _)| pieces::leader(leader));
    Prospect { merit, piece, chance: chance(theatre, battle, roller, helped), ..Prospect::of(Act::Command) }
}

fn force(theatre: &Theatre, battle: &Terse<'_>, formation: FormationId) -> Force {
    let (mut sp, mut printed, mut broken) = (0_i32, 0_i32, 0_i32);
    let (mut q, mut r, mut count) = (0_i32, 0_i32, 0_i32);
    for unit in theatre.units_of(formation) {
        let now = battle.unit(unit);
        printed += i32::from(theatre.unit(unit).printed);
        sp += i32::from(now.sp);
        if matches!(now.state, MoraleState::Disorganized | MoraleState::Routed) {
            broken += i32::from(now.sp);
        }
        if let Some(at) = now.at {
            (q, r, count) = (q + i32::from(at.q), r + i32::from(at.r), count + 1);
        }
    }
    let at = (count > 0).then(|| Hex::at((q / count) as i16, (r / count) as i16));
    let enemy =
        at.and_then(|at| theatre.nearest(battle, at, battle.active.enemy())).map_or(u16::MAX, |(hexes, _)| hexes);
    let gone = printed - sp + broken / 2;
    Force { men: sp * theatre.almanac.men, worn: 1_000 * gone / printed.max(1), at, enemy }
}

/// A leader deploys his men early, or lets a Reserve go.
fn initiatives(theatre: &Theatre, battle: &Terse<'_>, formation: FormationId, listener: Listener<'_>) -> bool {
    let now = battle.formation(formation);
    let marches = now.order.order == Order::Move && !now.deployed;
    if marches && theatre.check_initiative(battle, formation, Initiative::Deploy).is_ok() {
        let force = force(theatre, battle, formation);
        let merit = if force.enemy <= ALARM { force.men / 4 } else { -force.men / 8 };
        let what = Initiative::Deploy;
        if !listener(
            Command::Initiative { formation, what },
            prospect(theatre, battle, formation, formation, merit, true),
        ) {
            return false;
        }
    }
    if now.running && theatre.check_initiative(battle, formation, Initiative::Stand).is_ok() {
        let force = force(theatre, battle, formation);
        let stand = prospect(theatre, battle, formation, formation, force.men / 4, false);
        if !listener(Command::Initiative { formation, what: Initiative::Stand }, stand) {
            return false;
        }
    }
    for other in theatre.formation_ids().filter(|id| battle.formation(*id).reserve) {
        let what = Initiative::ReleaseFormation(other);
        if theatre.check_initiative(battle, formation, what).is_err() {
            continue;
        }
        let force = force(theatre, battle, other);
        let merit = if force.enemy <= ALARM { force.men / 4 } else { -force.men / 8 };
        if !listener(Command::Initiative { formation, what }, prospect(theatre, battle, formation, other, merit, true))
        {
            return false;
        }
    }
    true
}

/// The army commander writes to a Command: attack or march to the best objective, or leave the Reserve.
fn writes_to(
    theatre: &Theatre,
    battle: &Terse<'_>,
    army: FormationId,
    to: FormationId,
    listener: Listener<'_>,
) -> bool {
    if battle.dispatches.iter().any(|sent| sent.to == to) {
        return true;
    }
    let now = battle.formation(to);
    let force = force(theatre, battle, to);
    let Some(at) = force.at else { return true };
    let helped = now.reserve;
    let mut offer = |says: Instruction, merit: i32| {
        // What arrives after the last turn is not worth writing.
        let due = theatre.check_issue(battle, to, says, &mut silent());
        if !due.is_ok_and(|due| usize::from(due) < theatre.turns.len()) {
            return true;
        }
        let mut prospect = prospect(theatre, battle, army, to, merit, helped);
        prospect.worn = force.worn;
        listener(Command::IssueOrder { to, says }, prospect)
    };
    if now.reserve {
        let merit = if force.enemy <= ALARM { force.men / 4 } else { force.men / 16 };
        return offer(Instruction::Release, merit);
    }
    let given =
        |id: &FormationId| theatre.formation(*id).command == to && battle.formation(*id).order.order != Order::None;
    let busy = theatre.order_in_force(battle, to).order != Order::None || theatre.formation_ids().any(|id| given(&id));
    // A march that has met the enemy becomes an attack.
    let met = force.enemy <= 2 * ALARM && !theatre.formation_ids().any(|id| given(&id) && attacks(battle, id));
    let guns = theatre.formation(to).level == Level::ArtilleryBattalion;
    let Some((goal, value)) = best_objective(theatre, battle, at).filter(|_| !busy || met) else { return true };
    // Whoever is ahead has nothing to gain by leaving his ground; whoever is not has nothing by staying.
    let ahead = theatre.lead(battle, battle.active) > 0;
    let zeal = value * 10 * (600 - force.worn) / 600;
    let attack = if ahead { -force.men / 20 } else { zeal.max(1) };
    if !guns && force.worn < WORN_OUT && !offer(Instruction::Attack(goal), attack) {
        return false;
    }
    let far = force.enemy > 3 * ALARM && !busy;
    let merit = if far { value * 10 + zeal } else { -force.men / 4 };
    offer(Instruction::Move(goal), merit)
}

/// Whether a formation executes an Attack order.
fn attacks(battle: &Terse<'_>, formation: FormationId) -> bool {
    battle.formation(formation).order.order == Order::Attack
}

/// The objective that the enemy holds, or nobody, and that is worth most for the way.
fn best_objective(theatre: &Theatre, battle: &Terse<'_>, from: Hex) -> Option<(Hex, i32)> {
    let side = index(battle.active);
    let wanted = |(place, card): (usize, &crate::play::ObjectiveCard)| {
        let held = battle.held.get(place).and_then(|held| held.by);
        let value = i32::from(card.worth[side].max(card.worth[1 - side]));
        let open = held != Some(battle.active) && value > 0;
        open.then(|| (i32::from(from.distance(card.at)) * 2 - value, card.at, value))
    };
    theatre.objectives.iter().enumerate().filter_map(wanted).min().map(|(_, at, value)| (at, value))
}

/// An attack that leads nowhere is given up.
fn gives_up(theatre: &Theatre, battle: &Terse<'_>, formation: FormationId, listener: Listener<'_>) -> bool {
    if !theatre.is_command(formation) || theatre.futile(battle, formation).is_err() {
        return true;
    }
    let force = force(theatre, battle, formation);
    let wrecked = |id: &crate::play::UnitId| {
        theatre.unit(*id).arm != Arm::Artillery
            && is_wrecked(&theatre.book, theatre.unit(*id).printed, battle.unit(*id).sp)
    };
    let (ruined, all) = (theatre.units_of(formation).filter(wrecked).count(), theatre.units_of(formation).count());
    let merit = force.men * (2 * ruined as i32 - all as i32) / (4 * all.max(1) as i32);
    let mut given = prospect(theatre, battle, formation, formation, merit, false);
    (given.chance, given.worn, given.act) = (1_000, force.worn, Act::Withdraw);
    listener(Command::DeclareFutile { formation }, given)
}
