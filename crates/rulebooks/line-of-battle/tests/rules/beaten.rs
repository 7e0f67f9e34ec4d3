//! Those who are beaten, on the map with scripted dice: whom they take along and whom they run over, from whom they go away, what
//! becomes of leaders left behind, and who takes over; and what walls, works and a Zero do to those who attack.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Choices, Fast, Kept, Official, Play, Policy, Question, Scripted, Side as Army};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::charts::{LeaderFate, MoraleState};
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Formation;

use crate::support::{Table, obey};

const NORTH: u8 = 0;
const SOUTH: u8 = 3;

/// So many hexes from another.
pub fn away(hex: Hex, side: u8, hexes: u16) -> Hex {
    (0..hexes).fold(hex, |hex, _| hex.neighbour(Side::new(side)))
}

impl Table {
    /// The lane in the Activity Phase of the Union, with these units only, and leaders in nobody's way.
    pub fn lane_of(names: &[&str]) -> Table {
        let mut table = Table::in_activity("lane");
        let stay: Vec<UnitId> = names.iter().map(|name| table.unit(name)).collect();
        for id in table.theatre.unit_ids().filter(|id| !stay.contains(id)) {
            let now = &mut table.battle.units[id.index()];
            (now.at, now.sp) = (None, 0);
        }
        table
    }

    pub fn leads_from(&mut self, leader: &str, at: Hex) -> LeaderId {
        let id = self.leader(leader);
        self.battle.leaders[id.index()].at = Some(at);
        id
    }

    /// Obeys with exactly these dice; the owner answers so.
    pub fn thrown(
        &self,
        command: &Command,
        faces: &[u8],
        answer: impl FnMut(&Question) -> u32,
    ) -> (Battle, Kept<Event>) {
        let mut umpire = Official { dice: Scripted::new(faces), answers: Policy(answer), record: Kept::<Event>::new() };
        let mut after = self.battle.clone();
        if let Err(halt) = self.theatre.obey(&mut after, command, &mut umpire) {
            panic!("{command:?}: {halt:?}");
        }
        umpire.dice.finish().expect("every die is thrown");
        (after, umpire.record)
    }

    /// U1 in front of C1, its brigadier with it to lead the Charge, and the brigadier of C1 in its hex.
    pub fn about_to_charge(names: &[&str]) -> (Table, Command, Hex) {
        let mut table = Table::lane_of(&[&["U1", "C1"], names].concat());
        let target = table.at("C1");
        table.beside("U1", "C1", Side::new(SOUTH));
        let from = table.at("U1");
        let leader = table.leads_from("Ubrig", from);
        table.leads_from("Cbrig", target);
        let charge = Command::Move {
            units: [table.unit("U1")].into(),
            leaders: [leader].into(),
            steps: [Step::Charge(Side::new(NORTH))].into(),
        };
        (table, charge, target)
    }

    fn retreat_ten(&self, name: &str, hexes: u8) -> Command {
        Command::RetreatTen { units: [self.unit(name)].into(), hexes }
    }

    fn disorganize(&mut self, name: &str) {
        self.now(name).state = MoraleState::Disorganized;
    }
}

/// The first answer to everything.
pub fn first(_: &Question) -> u32 {
    0
}

/// South wherever a side is chosen.
fn southward(question: &Question) -> u32 {
    match question.choices {
        Choices::Named(names) => names.iter().position(|name| *name == "s").unwrap_or(0) as u32,
        _ => 0,
    }
}

#[test]
fn leaders_of_a_stack_that_has_nowhere_to_go_may_be_captured() {
    let (mut table, charge, target) = Table::about_to_charge(&["U2", "U3", "U4", "UG1", "USharp"]);
    for (name, side) in [("U2", 0), ("U3", 1), ("U4", 2), ("UG1", 4), ("USharp", 5)] {
        table.now(name).at = Some(away(target, side, 1));
    }
    let leader = table.leader("Cbrig");
    // It closes, no volley hits, the shock spares him, his men would retreat, and the victor finds him alone.
    let (after, _) = table.thrown(&charge, &[6, 1, 1, 1, 3, 3, 4, 5], first);
    assert_eq!(after.unit(table.unit("C1")).sp, 0, "nobody gets out of there");
    assert_eq!(after.leaders[leader.index()].fate, LeaderFate::Captured);
    assert_eq!(after.unit(table.unit("U1")).at, Some(target));
}

#[test]
fn leaders_go_as_far_as_their_stack_came() {
    let (mut table, charge, target) = Table::about_to_charge(&["C2"]);
    table.now("C2").at = Some(Hex::at(2, 2));
    table.now("C1").sp = 2;
    let leader = table.leader("Cbrig");
    // One SP falls in the shock, the other after a retreat of two hexes: nobody is left in the hex that is entered.
    let (after, _) = table.thrown(&charge, &[6, 1, 1, 1, 1, 1], first);
    assert_eq!(after.unit(table.unit("C1")).sp, 0);
    let now = after.leaders[leader.index()];
    assert_eq!((now.fate, now.at.map(|at| at.distance(target))), (LeaderFate::Unhurt, Some(2)));
}

#[test]
fn a_volley_endangers_leaders_who_only_watch_the_charge() {
    let (mut table, charge, target) = Table::about_to_charge(&[]);
    let (from, far) = (table.at("U1"), away(target, NORTH, 4));
    table.leads_from("Cbrig", far);
    let (along, watches) = (table.leader("Ubrig"), table.leads_from("Udiv", from));
    // The volley takes a man; the brigadier is unhurt, the general who stays behind is killed, and C1 stands.
    let (after, _) = table.thrown(&charge, &[6, 3, 1, 1, 6, 6, 1, 1], first);
    assert_eq!(after.leaders[along.index()].fate, LeaderFate::Unhurt);
    assert_eq!(after.leaders[watches.index()].fate, LeaderFate::Killed);
    assert_eq!(after.unit(table.unit("C1")).at, Some(target));
}

#[test]
fn of_several_enemies_equally_near_the_owner_names_one_to_go_away_from() {
    let mut table = Table::lane_of(&["U1", "C1", "C2"]);
    let here = table.at("U1");
    let (north, south) = (away(here, NORTH, 3), away(here, SOUTH, 3));
    (table.now("C1").at, table.now("C2").at) = (Some(north), Some(south));
    table.disorganize("U1");
    let order = table.retreat_ten("U1", 1);
    for (answer, source) in [(0, north), (1, south)] {
        let mut asked = 0;
        let (after, _) = table.thrown(&order, &[], |question| {
            if question.kind.name != "retreat-from" {
                return 0;
            }
            asked += 1;
            assert_eq!((question.side, question.about), (Army::Union, Some(table.unit("U1").0)));
            answer
        });
        let end = after.unit(table.unit("U1")).at.expect("it is there");
        assert_eq!((asked, end.distance(source)), (1, 4), "answer {answer}");
    }
    // Of two the nearer one needs no question.
    table.now("C2").at = Some(away(south, SOUTH, 1));
    let (after, _) = table.thrown(&order, &[], |question| {
        assert_ne!(question.kind.name, "retreat-from");
        0
    });
    assert_eq!(after.unit(table.unit("U1")).at.map(|end| end.distance(north)), Some(4));
}

#[test]
fn a_retreat_ends_the_turns_in_which_nothing_was_done() {
    let (mut table, charge, target) = Table::about_to_charge(&[]);
    table.now("C1").idle = 3;
    let (after, _) = table.thrown(&charge, &[6, 1, 1, 1, 3, 3], first);
    let beaten = after.unit(table.unit("C1"));
    assert_ne!(beaten.at, Some(target), "it went");
    assert_eq!((beaten.idle, beaten.retreated), (0, true));
    // Skirmishers who withdraw have done something too.
    let mut table = Table::lane_of(&["U1", "CSkirm"]);
    table.beside("CSkirm", "U1", Side::new(NORTH));
    table.now("CSkirm").idle = 3;
    let at = table.at("CSkirm");
    table.now("U1").facing = Corner::new(SOUTH);
    let units: SomeUnits = [table.unit("U1")].into();
    let steps = [Step::Turn(Corner::new(NORTH))].into();
    let order = Command::Fire { units: units.clone(), leaders: [].into(), steps, shots: vec![Shot { units, at }] };
    let (after, _) = table.thrown(&order, &[], first);
    let gone = after.unit(table.unit("CSkirm"));
    assert_eq!((gone.at.map(|end| end.distance(at)), gone.idle), (Some(2), 0));
}

#[test]
fn whoever_retreats_runs_over_leaders_on_his_way() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let here = table.at("U1");
    table.now("C1").at = Some(away(here, NORTH, 2));
    table.disorganize("U1");
    let leader = table.leads_from("Cbrig", away(here, SOUTH, 1));
    let order = table.retreat_ten("U1", 2);
    let (after, _) = table.thrown(&order, &[1, 1], southward);
    assert_eq!(after.unit(table.unit("U1")).at, Some(away(here, SOUTH, 2)));
    assert_eq!(after.leaders[leader.index()].at, Some(table.at("C1")), "he got away to his men");
    let (after, _) = table.thrown(&order, &[4, 5], southward);
    assert_eq!(after.leaders[leader.index()].fate, LeaderFate::Captured);
}

#[test]
fn whoever_is_surrounded_does_not_perish_by_his_own_choice() {
    let mut table = Table::in_activity("nightfall");
    let here = table.at("U second a 1");
    let around = ["C first a 1", "C first a 2", "C first b 1", "C first b 2", "C second a 1", "C second a 2"];
    for (name, side) in around.iter().zip(Side::ALL) {
        table.now(name).at = Some(here.neighbour(side));
    }
    table.disorganize("U second a 1");
    let sp = table.battle.unit(table.unit("U second a 1")).sp;
    let (after, _) = table.thrown(&table.retreat_ten("U second a 1", 10), &[], first);
    let stays = after.unit(table.unit("U second a 1"));
    assert_eq!((stays.at, stays.sp, stays.formation), (Some(here), sp, Formation::Column));
    assert!(after.legs.is_empty());
}

#[test]
fn guns_are_not_displaced_nor_who_stands_with_them() {
    let asked = |with: &[&str]| {
        let mut table = Table::lane_of(&[&["U1", "U2", "C1"], with].concat());
        let here = table.at("U1");
        let behind = away(here, SOUTH, 1);
        table.now("C1").at = Some(away(here, NORTH, 2));
        table.disorganize("U1");
        table.now("U2").sp = 4;
        table.now("U2").idle = 3;
        for name in ["U2"].iter().chain(with) {
            table.now(name).at = Some(behind);
        }
        let mut names: &[&str] = &[];
        let (after, _) = table.thrown(&table.retreat_ten("U1", 1), &[], |question| match question.choices {
            Choices::Named(all) if question.kind.name == "last-hex" => {
                names = all;
                all.iter().position(|name| *name == "displace").unwrap_or(0) as u32
            }
            _ => southward(question),
        });
        let pushed = after.unit(table.unit("U2"));
        (names.contains(&"displace"), pushed.at != Some(behind), pushed.idle)
    };
    assert_eq!(asked(&[]), (true, true, 0));
    assert_eq!(asked(&["UG1"]), (false, false, 3));
}

/// A leader of the Union stands alone in front of a Confederate unit, which walks over him and kills him.
fn walked_over(table: &mut Table, by: &str, leader: &str) -> (LeaderId, Battle) {
    table.battle.active = Army::Confederate;
    table.battle.step = TurnStep::Activity;
    let ahead = table.battle.unit(table.unit(by)).facing.sides()[0];
    let fallen = table.leads_from(leader, table.at(by).neighbour(ahead));
    let order = table.go(by, &[Step::Enter(ahead)]);
    let (after, _) = table.thrown(&order, &[6, 6], |question| {
        assert_ne!(question.kind.name, "successor", "there is one who comes first");
        0
    });
    assert_eq!(after.leaders[fallen.index()].fate, LeaderFate::Killed);
    (fallen, after)
}

#[test]
fn the_next_level_down_takes_over_and_no_artilleryman() {
    let mut table = Table::lane_of(&["U1", "UG1", "C1"]);
    let (brigadier, gunner) = (table.leader("Ubrig"), table.leader("Uguns"));
    table.battle.leaders[gunner.index()].command = 4;
    let (_, after) = walked_over(&mut table, "C1", "Udiv");
    assert_eq!(after.formation(table.formation("U division")).leader, Some(brigadier));
    assert!(after.formation(table.formation("U division")).original_lost);
    let vacated = after.leader_of(table.formation("U brigade")).map(|(_, leader)| (leader.command, leader.morale));
    assert_eq!(vacated, Some((0, 0)), "his brigade gets a Replacement");
    assert_eq!(after.formation(table.formation("U guns")).leader, Some(gunner));
}

#[test]
fn a_brigadier_right_under_a_corps_does_not_lead_it_before_its_generals() {
    let mut table = Table::in_orders("nightfall");
    let (general, horseman) = (table.leader("U leader of first"), table.leader("U leader of horse"));
    table.battle.leaders[horseman.index()].command = 4;
    let (_, after) = walked_over(&mut table, "C first b 2", "U leader of corps");
    assert_eq!(after.formation(table.formation("U corps")).leader, Some(general));
    assert_eq!(after.formation(table.formation("U cavalry brigade")).leader, Some(horseman));
    let vacated = after.leader_of(table.formation("U first division")).map(|(_, leader)| leader.command);
    assert_eq!(vacated, Some(0));
}

#[test]
fn the_zero_rule_is_for_brigades_and_not_for_batteries() {
    let mut table = Table::lane_of(&["U1", "UG1", "C1"]);
    let division = table.formation("U division");
    let goal = Some(table.theatre.objectives[0].at);
    table.battle.formations[division.index()].order = InForce { order: Order::Attack, goal };
    let (brigadier, gunner) = (table.leader("Ubrig"), table.leader("Uguns"));
    table.battle.leaders[brigadier.index()].command = 0;
    table.battle.leaders[gunner.index()].command = 0;
    table.says(&table.go("U1", &[Step::Enter(Side::new(NORTH))]), &["LB-ZERO-ROLL"]);
    table.says(&Command::ZeroRoll { brigade: table.formation("U guns") }, &["LB-ZERO-ROLL"]);
    let guns = table.go("UG1", &[Step::Enter(Side::new(NORTH))]);
    obey(&table.theatre, &mut table.battle, &guns).expect("a battery waits for no die");
}

#[test]
fn whoever_perishes_on_his_way_out_of_a_zone_leaves_legs_behind() {
    let mut table = Table::lane_of(&["U1", "U4", "C1", "C2"]);
    let here = table.at("U1");
    let (north, beside, south) = (away(here, NORTH, 1), away(here, 2, 1), away(here, SOUTH, 1));
    (table.now("C1").at, table.now("C2").at) = (Some(north), Some(beside));
    for name in ["U1", "C1", "C2"] {
        table.now(name).facing = Corner::new(SOUTH);
    }
    table.now("U1").sp = 1;
    let division = table.formation("U division");
    table.battle.formations[division.index()].accepted = table.battle.turn;
    let (after, _) = table.thrown(&table.go("U1", &[Step::Enter(Side::new(SOUTH))]), &[], first);
    assert_eq!(after.unit(table.unit("U1")).sp, 0, "the second zone costs its last men");
    let legs: Vec<(Army, Hex)> = after.legs.iter().map(|legs| (legs.side, legs.at)).collect();
    assert_eq!(legs, [(Army::Union, south)]);
}

#[test]
fn a_wall_does_not_help_the_guns_of_a_division_that_attacks() {
    let mut table = Table::lane_of(&["UG1", "U4", "C1"]);
    table.battle.active = Army::Confederate;
    let road = table.at("U4");
    table.now("UG1").formation = Formation::Unlimbered;
    table.now("UG1").facing = Corner::new(NORTH);
    table.now("C1").facing = Corner::new(SOUTH);
    let division = table.formation("U division");
    let mut protected = |order: Order, name: &str| {
        table.battle.formations[division.index()].order = InForce { order, goal: None };
        let mut walls = 0;
        for (across, down) in (2..7).flat_map(|across| (0..3).map(move |down| (across, down))) {
            let at = away(away(road, 4, across), SOUTH, down);
            for other in ["UG1", "U4"] {
                table.now(other).at = Some(if other == name { at } else { road });
            }
            table.now("C1").at = Some(away(at, NORTH, 1));
            let mut umpire = Official { dice: Fast::seeded(1), answers: Policy(first), record: Kept::<Event>::new() };
            let fire = table.fire("C1", at);
            if table.theatre.obey(&mut table.battle.clone(), &fire, &mut umpire).is_ok() {
                walls += usize::from(umpire.record.rules().iter().any(|rule| rule.id() == "LB-SHIFT-TGT-PROT"));
            }
        }
        walls
    };
    for name in ["UG1", "U4"] {
        assert!(protected(Order::None, name) > 0, "{name} stands behind the wall somewhere");
        assert_eq!(protected(Order::Attack, name), 0, "{name}");
    }
}

#[test]
fn of_a_stack_that_goes_on_the_enemy_sees_the_top() {
    let mut table = Table::lane_of(&["U2", "U3", "C1"]);
    let target = table.at("C1");
    for name in ["U2", "U3"] {
        table.beside(name, "C1", Side::new(SOUTH));
    }
    let (from, far) = (table.at("U2"), away(target, NORTH, 4));
    table.leads_from("Cbrig", far);
    let leader = table.leads_from("Ubrig", from);
    let charge = Command::Move {
        units: [table.unit("U2"), table.unit("U3")].into(),
        leaders: [leader].into(),
        steps: [Step::Charge(Side::new(NORTH))].into(),
    };
    let (after, _) = table.thrown(&charge, &[6, 1, 3, 3], first);
    let seen = |side: Army| table.theatre.view(&after, side).advance.map(|advance| advance.units.len());
    assert_eq!((seen(Army::Union), seen(Army::Confederate)), (Some(2), Some(1)));
}

#[test]
fn breastworks_hold_back_a_charge_and_not_an_approach() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let here = table.at("U1");
    table.now("C1").at = Some(away(here, NORTH, 2));
    table.battle.works = vec![Works { at: here, facing: Corner::new(NORTH) }];
    let approach = Step::Enter(Side::new(NORTH));
    // A four is what it takes, and no leader helps.
    let (after, _) = table.thrown(&table.go("U1", &[approach]), &[4], first);
    assert_eq!(after.unit(table.unit("U1")).at, Some(away(here, NORTH, 1)));
    // For the Charge that follows six is too little.
    let charge = table.go("U1", &[approach, Step::Charge(Side::new(NORTH))]);
    let (after, _) = table.thrown(&charge, &[4, 6], first);
    assert_eq!(after.unit(table.unit("U1")).at, Some(away(here, NORTH, 1)));
    assert_eq!(after.unit(table.unit("C1")), table.battle.unit(table.unit("C1")));
}
