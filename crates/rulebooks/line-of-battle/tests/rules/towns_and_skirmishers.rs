//! Two rules of the map with scripted dice: the roll at an intersection of a Town (P15), and Open Order that withdraws from whoever
//! comes up to it (9.4).
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, Kept, Official, Play, Policy, Scripted};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Formation;

use crate::support::{theatre, unit};

/// A battle in the Activity Phase of the Union in which only these two are left, one a side, each with all his leaders.
fn duel(units: [(&str, Hex, Formation); 2]) -> (Theatre, Battle, [UnitId; 2]) {
    let (theatre, mut battle) = theatre("nightfall");
    let active = battle.active;
    battle.step = TurnStep::Activity;
    for now in &mut battle.units {
        (now.at, now.sp) = (None, 0);
    }
    let ids = units.map(|(name, at, formation)| {
        let id = unit(&theatre, name);
        let now = &mut battle.units[id.index()];
        (now.at, now.formation, now.sp) = (Some(at), formation, theatre.unit(id).printed);
        id
    });
    for formation in &mut battle.formations {
        (formation.order, formation.reserve, formation.hq) = (InForce::NONE, false, None);
    }
    for leader in &mut battle.leaders {
        let other = usize::from(theatre.formation(leader.post).side != active);
        leader.at = leader.at.map(|_| units[other].1);
    }
    (theatre, battle, ids)
}

/// Obeys with these dice and first answers: the battle afterwards and what was told, if every die was thrown and none was missing.
fn scripted(theatre: &Theatre, battle: &Battle, command: &Command, faces: &[u8]) -> Option<(Battle, Kept<Event>)> {
    let answers = Policy(|_: &engine::Question| 0);
    let mut umpire = Official { dice: Scripted::new(faces), answers, record: Kept::<Event>::new() };
    let mut after = battle.clone();
    theatre.obey(&mut after, command, &mut umpire).ok()?;
    umpire.dice.finish().ok()?;
    Some((after, umpire.record))
}

fn cites(record: &Kept<Event>, rule: &str) -> bool {
    record.rules().iter().any(|cited| cited.id() == rule)
}

fn march(unit: UnitId, steps: &[Step]) -> Command {
    Command::Move { units: [unit].into(), leaders: [].into(), steps: steps.into() }
}

/// The crossing of the two roads in the town, and a hex where nobody is in the way.
fn crossing_and_nowhere() -> (Hex, Hex) {
    let (theatre, battle) = theatre("nightfall");
    let town = theatre.objectives.iter().find(|objective| objective.name == "town").expect("there is a town").at;
    let far = battle.unit(unit(&theatre, "C second b 1")).at.expect("it is there");
    (town, far)
}

/// Every way over the crossing along roads, in and out.
fn ways(town: Hex) -> Vec<(Hex, Side, Side)> {
    let each = |into: Side| Side::ALL.into_iter().map(move |out| (town.neighbour(into.opposite()), into, out));
    Side::ALL.into_iter().flat_map(each).filter(|(_, into, out)| out.opposite() != *into).collect()
}

#[test]
fn a_column_may_be_stuck_at_the_corner_of_a_town_and_goes_straight_on_without_a_roll() {
    let (town, far) = crossing_and_nowhere();
    let (mut corners, mut straight) = (0, 0);
    for (from, into, out) in ways(town) {
        let (theatre, battle, [column, _]) =
            duel([("U first a 1", from, Formation::Column), ("C second b 1", far, Formation::Line)]);
        let order = march(column, &[Step::Enter(into), Step::Enter(out)]);
        if let Some((after, _)) = scripted(&theatre, &battle, &order, &[]) {
            straight += u32::from(into == out && after.unit(column).at == Some(town.neighbour(out)));
        }
        let Some((stuck, told)) = scripted(&theatre, &battle, &order, &[1]) else { continue };
        corners += 1;
        assert_ne!(into, out, "nobody rolls to go straight on");
        assert_eq!((stuck.unit(column).at, stuck.unit(column).done), (Some(town), Done::Move));
        assert!(cites(&told, "LB-TEM-NOTE-C-ROLL"));
        let (through, _) = scripted(&theatre, &battle, &order, &[6]).expect("a six gets it through");
        assert_eq!(through.unit(column).at, Some(town.neighbour(out)));
        let (theatre, battle, [line, _]) =
            duel([("U first a 1", from, Formation::Line), ("C second b 1", far, Formation::Line)]);
        let order = march(line, &[Step::Enter(into), Step::Enter(out)]);
        assert!(scripted(&theatre, &battle, &order, &[1]).is_none(), "a line does not roll");
    }
    assert!(corners >= 2 && straight >= 2, "{corners} corners, {straight} straight ways");
}

/// The stack that comes up, the skirmishers in front of it so many hexes away, and the side they lie on.
fn skirmish(hexes: u16) -> (Theatre, Battle, [UnitId; 2], Side) {
    let (theatre, battle) = theatre("nightfall");
    let from = battle.unit(unit(&theatre, "U first a 1")).at.expect("it is there");
    let north = Side::new(0);
    let target = (0..hexes).fold(from, |at, _| at.neighbour(north));
    let (theatre, mut battle, ids) =
        duel([("U first a 1", from, Formation::Line), ("C first b 1", target, Formation::OpenOrder)]);
    battle.units[ids[0].index()].facing = Corner::new(0);
    battle.units[ids[1].index()].facing = Corner::new(3);
    (theatre, battle, ids, north)
}

fn fire(firer: UnitId, steps: &[Step], at: Hex) -> Command {
    Command::Fire {
        units: [firer].into(),
        leaders: [].into(),
        steps: steps.into(),
        shots: vec![Shot { units: [firer].into(), at }],
    }
}

#[test]
fn open_order_withdraws_from_whoever_turns_upon_it_and_nobody_fires() {
    let (theatre, mut battle, [firer, skirmishers], _) = skirmish(2);
    let at = battle.unit(skirmishers).at.expect("they are there");
    let before = *battle.unit(skirmishers);
    battle.units[firer.index()].facing = Corner::new(3);
    let order = fire(firer, &[Step::Turn(Corner::new(0))], at);
    let (after, told) = scripted(&theatre, &battle, &order, &[]).expect("no die falls");
    let gone = after.unit(skirmishers);
    assert_eq!(gone.at.map(|end| end.distance(at)), Some(2), "two hexes back");
    assert_eq!((gone.sp, gone.state, gone.formation), (before.sp, before.state, before.formation));
    assert!(after.legs.is_empty() && after.fired.is_empty(), "no legs, and no shot");
    assert_eq!(after.unit(firer).done, Done::Fire, "whoever came up is done");
    assert!(told.events.iter().any(|event| matches!(event, Event::Deed(Deed::Retreats { .. }))));
}

#[test]
fn open_order_stands_against_a_shot_that_no_volley_answers() {
    let (theatre, battle, [firer, skirmishers], _) = skirmish(2);
    let at = battle.unit(skirmishers).at.expect("they are there");
    let mut umpire = engine::Rollout::<_, Event>::seeded(2);
    let mut after = battle.clone();
    theatre.obey(&mut after, &fire(firer, &[], at), &mut umpire).expect("it fires from where it stands");
    assert_eq!(after.fired.len(), 1, "there was a shot");
}

#[test]
fn whoever_charges_open_order_finds_nobody_and_takes_its_hex() {
    let (theatre, battle, [charger, skirmishers], north) = skirmish(1);
    let at = battle.unit(skirmishers).at.expect("they are there");
    let (mut withdrew, mut balked) = (0, 0);
    // From where it stood it dares only with a leader who goes along.
    let here = |number: &usize| battle.leaders[*number].at == battle.unit(charger).at;
    let leaders = (0..battle.leaders.len()).filter(here).map(|number| LeaderId(number as u16)).collect();
    let order = Command::Move { units: [charger].into(), leaders, steps: [Step::Charge(north)].into() };
    for seed in 0..24 {
        let mut after = battle.clone();
        let mut umpire = Official {
            dice: Fast::seeded(seed),
            answers: Policy(|_: &engine::Question| 0),
            record: Kept::<Event>::new(),
        };
        theatre.obey(&mut after, &order, &mut umpire).expect("it may Charge");
        let (comes, goes) = (after.unit(charger), after.unit(skirmishers));
        assert_eq!((comes.sp, goes.sp), (battle.unit(charger).sp, battle.unit(skirmishers).sp), "nobody is hurt");
        if goes.at == Some(at) {
            balked += 1;
            assert_eq!(comes.at, battle.unit(charger).at, "whoever does not dare stays");
        } else {
            withdrew += 1;
            assert_eq!((goes.at.map(|end| end.distance(at)), comes.at), (Some(2), Some(at)));
        }
    }
    assert!(withdrew > 0, "{withdrew} withdrew, {balked} balked");
}
