//! Previews: the exact odds of whole commands on the map add up, and rollouts of the same commands agree with them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, GivenAnswers, Official, Play, Policy, Question, Silent};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::charts::MoraleState;
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Formation;

use crate::support::{obey, offered, theatre, theatre_with, unit};

/// The toll gate with the lines face to face: one regiment beside an enemy, one two hexes from another, a general among them.
fn engaged(theatre: &Theatre, start: &Battle, variant: u64) -> Battle {
    let mut battle = start.clone();
    obey(theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    let at = |battle: &Battle, name: &str| battle.unit(unit(theatre, name)).at.expect("it is on the map");
    let north = Side::new(0);
    let (first, second) = (at(&battle, "1st Ohio"), at(&battle, "2nd Ohio"));
    let mut put = |name: &str, hex: Hex, facing: u8| {
        let now = &mut battle.units[unit(theatre, name).index()];
        (now.at, now.facing) = (Some(hex), Corner::new(facing));
    };
    put("1st Ohio", first, 0);
    put("2nd Ohio", second, 0);
    put("10th Georgia", first.neighbour(north), 3);
    put("11th Georgia", second.neighbour(north).neighbour(north), 3);
    if variant > 0 {
        let leader = battle.formation(theatre.armies[1]).leader.expect("it is led");
        battle.leaders[leader.index()].at = Some(first.neighbour(north));
        battle.units[unit(theatre, "10th Georgia").index()].sp = 2;
    }
    if variant > 1 {
        let leader = battle.formation(theatre.armies[0]).leader.expect("it is led");
        battle.leaders[leader.index()].at = Some(first);
        battle.units[unit(theatre, "11th Georgia").index()].state = MoraleState::Disorganized;
    }
    battle
}

fn is_charge(command: &Command) -> bool {
    matches!(command, Command::Move { steps, .. } if matches!(steps.last(), Some(Step::Charge(_))))
}

/// Strength of each side: what a command is about.
fn strengths(theatre: &Theatre, battle: &Battle) -> [u32; 2] {
    let mut sums = [0; 2];
    for id in theatre.unit_ids() {
        let place = usize::from(theatre.unit(id).side != engine::Side::Union);
        sums[place] += u32::from(battle.unit(id).sp);
    }
    sums
}

#[test]
fn previews_add_up_and_rollouts_agree() {
    let (mut previewed, mut compared) = (0, 0);
    for variant in 0..3 {
        let (theatre, start) = theatre_with("training-toll-gate", &[]);
        let battle = engaged(&theatre, &start, variant);
        let all = offered(&theatre, &battle);
        let wanted = all.iter().filter(|command| is_charge(command) || matches!(command, Command::Fire { .. }));
        for command in wanted.take(6) {
            let columns = theatre.preview(&battle, command, &GivenAnswers::new()).expect("it can be previewed");
            assert!(!columns.is_empty());
            for column in &columns {
                assert!(column.odds.unresolved.is_zero(), "{command:?}: some mass is left over");
                let mut sum = column.odds.unresolved.to_big();
                column.odds.outcomes.iter().for_each(|(_, ways)| sum += ways.to_big());
                assert_eq!(sum, column.odds.total.to_big(), "{command:?}");
                previewed += 1;
            }
            if let [column] = columns.as_slice() {
                compared += 1;
                agree(&theatre, &battle, command, &column.odds);
            }
        }
    }
    assert!(previewed > 5 && compared > 3, "{previewed} previews, {compared} compared");
}

/// What it comes to on the average lies within four standard errors of what rollouts come to.
fn agree(theatre: &Theatre, battle: &Battle, command: &Command, odds: &engine::Distribution<Battle>) {
    const ROLLOUTS: u32 = 2_000;
    let mut sums = [0_u64; 2];
    for seed in 0..ROLLOUTS {
        // The same answers as the preview gives: the first of everything, and as many as possible where it is SPs.
        let policy = Policy(|question: &Question| match question.kind.name {
            "firing-sps" => question.choices.count() - 1,
            _ => 0,
        });
        let dice = Fast::seeded(u64::from(seed) + 1);
        let mut umpire = Official { dice, answers: policy, record: Silent::<Event>::new() };
        let mut copy = battle.clone();
        theatre.obey(&mut copy, command, &mut umpire).expect("it is legal");
        let left = strengths(theatre, &copy);
        sums = [sums[0] + u64::from(left[0]), sums[1] + u64::from(left[1])];
    }
    for (side, sum) in sums.into_iter().enumerate() {
        let (mut mean, mut square) = (0.0, 0.0);
        for (outcome, ways) in &odds.outcomes {
            let chance = ways.to_f64() / odds.total.to_f64();
            let left = f64::from(strengths(theatre, outcome)[side]);
            mean += left * chance;
            square += left * left * chance;
        }
        let deviation = (square - mean * mean).max(0.0).sqrt();
        let sampled = sum as f64 / f64::from(ROLLOUTS);
        let error = 4.0 * deviation / f64::from(ROLLOUTS).sqrt() + 1e-9;
        assert!((sampled - mean).abs() <= error, "{command:?}: {sampled} rolled out, {mean} exactly, {error} allowed");
    }
}

#[test]
fn the_end_of_a_phase_is_previewed_unit_by_unit() {
    let (theatre, mut battle) = theatre_with("training-toll-gate", &[]);
    obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    let own: Vec<usize> = (0..battle.units.len()).filter(|number| battle.units[*number].at.is_some()).collect();
    for number in &own {
        battle.units[*number].state = MoraleState::Routed;
    }
    // One stands, or the battle would be over.
    battle.units[own[0]].state = MoraleState::Normal;
    let enemy = theatre.unit_ids().find(|id| theatre.unit(*id).side != battle.active && battle.unit(*id).at.is_some());
    battle.units[enemy.expect("there is an enemy").index()].state = MoraleState::Normal;
    let columns = theatre.preview(&battle, &Command::EndPhase, &GivenAnswers::new()).expect("it can be previewed");
    assert_eq!(columns.len(), 1);
    assert_eq!(columns[0].odds.outcomes.len(), 4, "two Routed units of the Union rally or do not");
}

#[test]
fn odds_do_not_count_the_men_of_a_hidden_enemy() {
    let (theatre, battle) = theatre_with("training-toll-gate", &[("fog-of-war", "on")]);
    let enemy = theatre.unit_ids().find(|id| theatre.unit(*id).side != battle.active).expect("there is an enemy");
    let (mut hurt, mut gone) = (battle.clone(), battle.clone());
    hurt.units[enemy.index()].sp -= 1;
    (gone.units[enemy.index()].sp, gone.units[enemy.index()].at) = (0, None);
    let said = |after: &Battle, reader| theatre.gist(&battle, after, reader);
    let (own, other) = (Some(battle.active), Some(battle.active.enemy()));
    assert_eq!(said(&hurt, own), said(&gone, own), "neither how many nor whether any are left");
    assert!(said(&hurt, other).contains("1 SP") && said(&gone, None).contains("destroyed"));
}

#[test]
fn a_preview_says_what_a_move_costs() {
    let (theatre, mut battle) = theatre_with("training-crossroads", &[]);
    obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    let (mut told, mut turned) = (0, 0);
    for command in offered(&theatre, &battle) {
        let cost = theatre.cost(&battle, &command);
        match &command {
            Command::Move { steps, .. } if steps.is_empty() => assert_eq!(cost, None, "{command:?}"),
            Command::Move { units, steps, .. } => {
                let cost = cost.expect("a move costs something");
                let (spent, all) = cost.split_once(" of ").expect("so many of so many");
                let all = all.strip_suffix(" MPs").and_then(|all| all.parse::<f64>().ok()).expect("a number");
                let spent: f64 = spent.parse().expect("a number");
                assert!(spent <= all, "{command:?}: {cost}");
                told += 1;
                if let [Step::Turn(_)] = steps[..] {
                    let guns = battle.unit(units[0]).formation == Formation::Unlimbered;
                    assert_eq!(cost.split(' ').next(), Some(if guns { "0" } else { "1" }), "{command:?}: {cost}");
                    turned += 1;
                }
            }
            _ => {}
        }
    }
    assert!(told > 50 && turned > 0, "{told} moves, {turned} of them turns");
    assert_eq!(theatre.cost(&battle, &Command::EndPhase), None);
}

/// What a command may come to, in words, each with its share in sixths if there is a whole number of them.
fn gists(theatre: &Theatre, battle: &Battle, command: &Command) -> Vec<(String, f64)> {
    let columns = theatre.preview(battle, command, &GivenAnswers::new()).expect("it can be previewed");
    let told = columns.into_iter().flat_map(|column| {
        let total = column.odds.total.to_f64();
        let odds = column.odds.map(|after| theatre.gist(battle, &after, None));
        odds.outcomes.into_iter().map(move |(gist, ways)| (gist, ways.to_f64() / total)).collect::<Vec<_>>()
    });
    told.collect()
}

#[test]
fn a_preview_says_what_changes_whatever_is_ordered() {
    let (theatre, mut battle) = theatre("nightfall");
    let formation = |name: &str| theatre.formation_ids().find(|id| theatre.formation(*id).name == name);
    let division = formation("U first division").expect("there is a division");
    let corps = formation("U corps").expect("there is a corps");
    let goal = theatre.objectives[0].at;
    battle.formations[division.index()].order = InForce { order: Order::Attack, goal: Some(goal) };
    battle.formations[division.index()].accepted = 1;
    battle.turn = 3;
    battle.dispatches.push(Dispatch {
        to: corps,
        says: Instruction::Attack(goal),
        sent: 1,
        due: 2,
        delivered: true,
        relay: None,
    });
    let mut seen = std::collections::BTreeSet::new();
    for step in [TurnStep::Orders, TurnStep::Activity] {
        battle.step = step;
        if step == TurnStep::Activity {
            for leader in &mut battle.leaders {
                leader.command = 0;
            }
        }
        for command in offered(&theatre, &battle) {
            let kind = format!("{command:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned();
            let what = match &command {
                Command::Initiative { what, .. } => {
                    format!("{what:?}").split('(').next().unwrap_or_default().to_owned()
                }
                Command::Move { steps, .. } => {
                    format!("{:?}", steps.first()).split('(').nth(1).unwrap_or_default().to_owned()
                }
                _ => String::new(),
            };
            if !seen.insert((kind, what)) {
                continue;
            }
            for (gist, chance) in gists(&theatre, &battle, &command) {
                assert_ne!(gist, "nothing changes", "{command:?}, {chance}");
                match &command {
                    Command::AcceptOrder { .. } => {
                        assert!(gist.contains("accepts its order") || gist.contains("nothing comes of it"), "{gist}")
                    }
                    Command::DeclareFutile { .. } => assert!(
                        gist.contains("the order of U first division ends") && gist.contains("recover"),
                        "{gist}"
                    ),
                    _ => {}
                }
            }
            if let Command::ZeroRoll { .. } = &command {
                let mut shares: Vec<u32> = gists(&theatre, &battle, &command)
                    .iter()
                    .map(|(_, chance)| (chance * 6.0).round() as u32)
                    .collect();
                shares.sort_unstable();
                assert_eq!(shares, [1, 2, 3]);
            }
        }
    }
    for wanted in
        ["AcceptOrder", "DeclareFutile", "Initiative", "ZeroRoll", "Move", "MoveLeader", "EndStep", "EndPhase"]
    {
        assert!(seen.iter().any(|(kind, _)| kind == wanted), "{wanted}: {seen:?}");
    }
}

#[test]
fn a_turn_says_where_to() {
    let (theatre, mut battle) = theatre("training-toll-gate");
    obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    let regiment = unit(&theatre, "1st Ohio");
    let turns: Vec<String> = offered(&theatre, &battle)
        .iter()
        .filter(|command| {
            matches!(command, Command::Move { units, steps, .. }
            if units.contains(&regiment) && matches!(steps[..], [Step::Turn(_)]))
        })
        .map(|command| theatre.say(&battle, command))
        .collect();
    let different: std::collections::BTreeSet<&String> = turns.iter().collect();
    assert!(turns.len() > 1 && different.len() == turns.len(), "{turns:?}");
    assert!(turns.iter().all(|words| words.contains("turns towards")), "{turns:?}");
}

#[test]
fn odds_name_only_what_was_asked_for() {
    let (theatre, start) = theatre_with("training-toll-gate", &[]);
    let battle = engaged(&theatre, &start, 0);
    let named = |command: &Command| {
        let columns = theatre.preview(&battle, command, &GivenAnswers::new()).expect("it can be previewed");
        columns.iter().flat_map(|column| column.answers.orders().map(|(name, _)| name.to_owned())).collect::<Vec<_>>()
    };
    let all = offered(&theatre, &battle);
    let is_turn =
        |command: &&Command| matches!(command, Command::Move { steps, .. } if matches!(steps[..], [Step::Turn(_)]));
    let turn = all.iter().find(is_turn).expect("somebody may turn");
    assert!(named(turn).is_empty(), "{:?}", named(turn));
    let fire = all.iter().find(|command| matches!(command, Command::Fire { .. })).expect("somebody may fire");
    let names = named(fire);
    assert!(names.iter().any(|name| name == "retreat-route"), "{names:?}");
    assert!(names.iter().all(|name| name != "depleted-battery"), "{names:?}");
}
