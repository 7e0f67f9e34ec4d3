//! What must hold after every command, whoever gave it.

use engine::Decimal;

use super::position::{Battle, Position};
use super::stack::has_front;
use super::state::{LeaderId, UnitId};
use super::theatre::Theatre;
use crate::charts::{LeaderFate, Limit, MoraleState};
use crate::turn::TurnStep;
use crate::unit::{Arm, Formation, has_formation};

/// Every law that a battle breaks, in words; none, if all is well.
pub fn broken_laws(theatre: &Theatre, battle: &Battle) -> Vec<String> {
    let mut broken = Vec::new();
    for id in theatre.unit_ids() {
        unit_laws(theatre, battle, id, &mut broken);
    }
    hex_laws(theatre, battle, &mut broken);
    for number in 0..battle.leaders.len() {
        leader_laws(theatre, battle, LeaderId(number as u16), &mut broken);
    }
    command_laws(theatre, battle, &mut broken);
    phase_laws(theatre, battle, &mut broken);
    if !battle.knows_itself(theatre) {
        broken.push("the table by hexes is not what one made afresh would be".to_owned());
    }
    broken
}

fn unit_laws(theatre: &Theatre, battle: &impl Position, id: UnitId, broken: &mut Vec<String>) {
    let (card, now) = (theatre.unit(id), battle.unit(id));
    let name = &card.name;
    let mut law = |holds: bool, what: &str| {
        if !holds {
            broken.push(format!("{name}: {what}"));
        }
    };
    law(now.sp <= card.printed, "more SPs than are printed");
    law(now.sp > 0 || now.at.is_none(), "destroyed, and still on the map");
    law(now.sp == 0 || now.at.is_some() || card.entry.is_some(), "lives, and is nowhere");
    law(now.at.is_none_or(|at| theatre.field.has(at)), "off the map");
    law(has_formation(card.arm, now.formation), "in a formation its arm does not have");
    law(now.formation != Formation::OpenOrder || card.open_order, "in Open Order without training");
    let lusts = now.state == MoraleState::BloodLust && (now.formation == Formation::OpenOrder || card.sharpshooter);
    law(!lusts, "Blood Lusted in Open Order");
    law(now.cbf <= 2, "too much counter-battery fire");
    let guns = card.arm == Arm::Artillery;
    law(guns || now.cbf == 0 && !now.shell_depleted && !now.canister_depleted, "no battery, and marked as one");
}

fn hex_laws(theatre: &Theatre, battle: &impl Position, broken: &mut Vec<String>) {
    for side in engine::Side::ALL {
        for hex in theatre.hexes_of(battle, side).iter().copied() {
            let number = theatre.number(hex);
            let units = theatre.units_at(battle, hex, side);
            let mut law = |holds: bool, what: &str| {
                if !holds {
                    broken.push(format!("hex {number}: {what}"));
                }
            };
            law(theatre.units_at(battle, hex, side.enemy()).is_empty(), "both sides are in it");
            let sps: u16 = units.iter().map(|id| u16::from(battle.unit(*id).sp)).sum();
            law(sps <= theatre.stacking_limit(), "too many SPs");
            let unlimbered = units.iter().any(|id| battle.unit(*id).formation == Formation::Unlimbered);
            let others = units.iter().any(|id| theatre.unit(*id).arm != Arm::Artillery);
            law(!(unlimbered && others), "unlimbered guns with other arms");
            let mut facings = units.iter().map(|id| battle.unit(*id)).filter(|unit| has_front(unit.formation));
            let first = facings.next().map(|unit| unit.facing);
            law(facings.all(|unit| Some(unit.facing) == first), "units face different ways");
            let mut places: Vec<u8> = units.iter().map(|id| battle.unit(*id).place).collect();
            places.dedup();
            law(units.len() == places.len(), "two units have the same place in the stack");
            law(theatre.leaders_at(battle, hex, side.enemy()).is_empty(), "a leader among his enemies");
        }
    }
}

fn leader_laws(theatre: &Theatre, battle: &impl Position, id: LeaderId, broken: &mut Vec<String>) {
    let now = &battle.leaders[id.index()];
    let mut law = |holds: bool, what: &str| {
        if !holds {
            broken.push(format!("leader {}: {what}", id.0));
        }
    };
    law(now.at.is_none_or(|at| theatre.field.has(at)), "off the map");
    law(now.fate == LeaderFate::Unhurt || now.at.is_none(), "lost, and still on the map");
    let leads = battle.formation(now.post).leader == Some(id);
    law(leads == (now.fate == LeaderFate::Unhurt), "he and his post do not agree");
}

fn command_laws(theatre: &Theatre, battle: &impl Position, broken: &mut Vec<String>) {
    for id in theatre.formation_ids() {
        let leader = battle.formation(id).leader;
        if leader.is_some_and(|leader| battle.leaders[leader.index()].post != id) {
            broken.push(format!("{}: its leader has another post", theatre.formation(id).name));
        }
    }
    for (number, wagon) in battle.wagons.iter().enumerate() {
        let name = &theatre.wagons[number].name;
        if wagon.lost && wagon.at.is_some() {
            broken.push(format!("{name}: destroyed, and still on the map"));
        }
        if wagon.at.is_some_and(|at| theatre.holder(battle, at) == Some(theatre.wagons[number].side.enemy())) {
            broken.push(format!("{name}: among the enemy"));
        }
    }
    for sent in &battle.dispatches {
        if sent.due < sent.sent {
            broken.push("an order arrives before it is sent".to_owned());
        }
    }
    for unit in &battle.reserves {
        if battle.unit(*unit).sp == 0 {
            broken.push(format!("{}: destroyed, and in Reserve", theatre.unit(*unit).name));
        }
    }
}

fn phase_laws(theatre: &Theatre, battle: &impl Position, broken: &mut Vec<String>) {
    let mut law = |holds: bool, what: &str| {
        if !holds {
            broken.push(what.to_owned());
        }
    };
    law(battle.over || matches!(battle.step, TurnStep::Orders | TurnStep::Activity), "nobody has anything to decide");
    law((1..=theatre.turns.len()).contains(&usize::from(battle.turn)), "a turn that the clock does not have");
    law(battle.held.len() == theatre.objectives.len(), "objectives are missing");
    let most = Decimal::from_int(theatre.book.limit(Limit::FireMost).into());
    law(battle.fired.iter().all(|fired| fired.sps <= most), "too many SPs fired out of a hex");
    let shots = theatre.book.limit(Limit::ShotsMost);
    law(battle.shots.iter().all(|at| u16::from(at.shots) <= shots), "too many artillery shots at a hex");
    if let Some(advance) = &battle.advance {
        let mut at = advance.units.iter().map(|going| battle.unit(going.unit).at);
        let first = at.next().flatten();
        law(first.is_some() && at.all(|at| at == first), "a stack that goes on has fallen apart");
        law(battle.step == TurnStep::Activity, "a stack goes on outside the Activity Phase");
    }
}
