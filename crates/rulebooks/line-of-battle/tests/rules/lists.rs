//! The list of candidates against commands tried one by one: what is offered is legal, and of what could be offered nothing
//! legal is missing.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, Halt, Play, Rollout};
use field::hex::{Bearing, Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Formation;

use crate::battles::eager;
use crate::support::{SWITCHES, obey_seeded, offered, theatre_with};

fn is_legal(theatre: &Theatre, battle: &Battle, command: &Command) -> bool {
    let mut umpire = Rollout::<_, Event>::seeded(1);
    match theatre.obey(&mut battle.clone(), command, &mut umpire) {
        Ok(()) => true,
        Err(Halt::Refused(_)) => false,
        Err(halt) => panic!("{command:?}: {halt:?}"),
    }
}

fn has_front(formation: Formation) -> bool {
    matches!(formation, Formation::Line | Formation::OpenOrder | Formation::Unlimbered)
}

/// The steps that bring a side into the front.
fn turned(now: &UnitNow, side: Side) -> Steps {
    let ahead = !has_front(now.formation) || now.facing.sides().contains(&side);
    let corner = Corner::ALL.into_iter().find(|corner| corner.sides().contains(&side));
    corner.filter(|_| !ahead).map(Step::Turn).into_iter().collect()
}

fn towards(from: Hex, to: Hex) -> Option<Corner> {
    match from.bearing(to)? {
        Bearing::Corner(corner) => Some(corner),
        Bearing::Side(side) => {
            let (right, left) = (Corner::new(side.index() as u8), Corner::new(side.index() as u8 + 5));
            let near =
                |corner: Corner| corner.sides().map(|side| from.neighbour(side).distance(to)).iter().sum::<u16>();
            Some(if near(right) <= near(left) { right } else { left })
        }
    }
}

/// Moves, Charges, turns and shots of single units, written down without asking whether they are legal.
fn thinkable(theatre: &Theatre, battle: &Battle) -> Vec<Command> {
    let mut all = Vec::new();
    let alone = |id: UnitId| theatre.unit_ids().all(|other| other == id || battle.unit(other).at != battle.unit(id).at);
    for id in theatre.unit_ids().filter(|id| theatre.unit(*id).side == battle.active && alone(*id)) {
        let now = battle.unit(id);
        let Some(at) = now.at.filter(|_| now.done == Done::Nothing) else { continue };
        let here = |number: &usize| {
            let leader = &battle.leaders[*number];
            let own = theatre.formation(leader.post).side == battle.active;
            own && leader.at == Some(at) && !leader.moved
        };
        let leaders: SomeLeaders =
            (0..battle.leaders.len()).filter(here).map(|number| LeaderId(number as u16)).collect();
        let mut go = |steps: Steps| all.push(Command::Move { units: [id].into(), leaders: leaders.clone(), steps });
        for side in Side::ALL {
            go(turned(now, side).with(Step::Charge(side)));
            for hexes in [1, 2, 4] {
                go((0..hexes).fold(turned(now, side), |steps, _| steps.with(Step::Enter(side))));
            }
        }
        for corner in Corner::ALL.into_iter().filter(|corner| has_front(now.formation) && *corner != now.facing) {
            go([Step::Turn(corner)].into());
        }
        let enemies = theatre.unit_ids().filter(|other| theatre.unit(*other).side != battle.active);
        let mut hexes: Vec<Hex> = enemies.filter_map(|other| battle.unit(other).at).collect();
        hexes.sort();
        hexes.dedup();
        for target in hexes {
            let Some(corner) = towards(at, target) else { continue };
            let turns: [Steps; 2] = [[].into(), [Step::Turn(corner)].into()];
            for steps in turns.into_iter().filter(|steps| steps.is_empty() || corner != now.facing) {
                let units: SomeUnits = [id].into();
                let shots = vec![Shot { units: units.clone(), at: target }];
                all.push(Command::Fire { units, leaders: [].into(), steps, shots });
            }
        }
    }
    all
}

#[test]
fn what_is_offered_is_legal_and_nothing_legal_is_missing() {
    let mut compared = 0;
    for (number, name) in ["training-toll-gate", "nightfall", "training-crossroads"].into_iter().enumerate() {
        let mut chooser = Fast::seeded(number as u64 + 5);
        let settings = SWITCHES.map(|name| (name, if chooser.below(2) == 0 { "on" } else { "off" }));
        let (theatre, mut battle) = theatre_with(name, &settings);
        for round in 0..400_u64 {
            let all = offered(&theatre, &battle);
            let Some(command) = all.get(chooser.below(all.len().max(1) as u32) as usize).cloned() else { break };
            if round % 40 == 0 && battle.step == TurnStep::Activity && battle.advance.is_none() {
                for command in &all {
                    assert!(is_legal(&theatre, &battle, command), "{name}, round {round}: offered {command:?}");
                }
                for command in thinkable(&theatre, &battle) {
                    compared += 1;
                    let listed = all.contains(&command);
                    assert_eq!(is_legal(&theatre, &battle, &command), listed, "{name}, round {round}: {command:?}");
                }
            }
            battle = obey_seeded(&theatre, &battle, &command, round).expect("what is offered is legal");
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// Random games in which the list is compared.
const GAMES: u64 = 6;

/// Lists are kept from order to order, and only those made again that an order has touched. A copy of a battle keeps nothing:
/// its list is made afresh.
#[test]
fn the_list_that_is_kept_is_the_one_made_afresh() {
    for (number, name) in
        ["training-crossroads", "training-toll-gate", "nightfall", "training-mill-creek"].into_iter().enumerate()
    {
        for game in 0..GAMES {
            let mut chooser = Fast::seeded(game * 7 + number as u64);
            let settings = SWITCHES.map(|name| (name, if chooser.below(2) == 0 { "on" } else { "off" }));
            let (theatre, mut battle) = theatre_with(name, &settings);
            let mut umpire = Rollout::<_, Event>::seeded(game);
            let mut orders = 0;
            while theatre.side_to_act(&battle).is_some() {
                let all = offered(&theatre, &battle);
                assert_eq!(all, offered(&theatre, &battle.clone()), "{name}, game {game}, order {orders}");
                // Now and then only the first of the list are heard.
                if chooser.below(4) == 0 {
                    let mut heard = chooser.below(all.len() as u32);
                    let side = battle.active;
                    theatre.candidates(&battle, side, &mut |_| {
                        heard = heard.saturating_sub(1);
                        heard > 0
                    });
                }
                // Left to themselves random players hardly meet.
                let eager = if game == 0 { None } else { eager(&theatre, &battle, &all, &mut chooser) };
                let place = eager.unwrap_or_else(|| chooser.below(all.len() as u32) as usize);
                theatre.obey(&mut battle, &all[place], &mut umpire).expect("what is offered is legal");
                orders += 1;
            }
        }
    }
}
