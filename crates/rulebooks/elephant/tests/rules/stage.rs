//! What stands around the map: what a general is told is legal and leads to an end, scenes are whole, words are words, and what
//! somebody points at becomes orders that are obeyed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Scale;
use elephant::play::{Battle, Board, Command, Deed, HqId, Theatre, UnitId};
use engine::exact::RUNS_MAX_ON_A_MAP;
use engine::official::Policy;
use engine::stage::{Act, Bout, Fought, General, Intent, Outlook, PieceId, Prospect, Spot, Wants};
use engine::{Fast, GivenAnswers, Halt, Kept, Official, Play, Question, Side, Silent};
use field::ground::{Point, YARD};

use crate::battles::battle;

const SCALES: [Scale; 3] = [Scale::RegimentalOne, Scale::RegimentalTwo, Scale::Brigade];
const BATTLES: [&str; 4] = ["training-toll-gate", "training-mill-creek", "training-crossroads", "brawners-farm"];

/// Takes whatever looks best.
struct Greedy;

/// Takes whatever comes.
struct Whimsical(Fast);

fn worth(told: &Prospect) -> i32 {
    let place = told.harm * told.chance / 2_000 - told.risk / 2 + told.cover / 40 - 15 * told.flanked;
    match told.act {
        Act::Duty => 1_000_000,
        Act::Fire => 2 * told.harm + told.nearer / 20,
        Act::Charge => told.harm * told.chance / 1_000 - told.risk,
        Act::Pass => told.nearer / 20 + place,
        Act::Withdraw => place + (told.worn - 500) / 5,
        Act::Command => told.merit,
        _ => place + told.merit + told.nearer / 8 - (told.apart - 800).max(0) / 20,
    }
}

impl General for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn wants(&self) -> Wants {
        Wants::Briefing
    }

    fn begin(&mut self, _seed: u64) {}

    fn choose(&mut self, _outlook: &Outlook, prospects: &[Prospect]) -> usize {
        let best = prospects.iter().enumerate().max_by_key(|(place, told)| (worth(told), std::cmp::Reverse(*place)));
        best.map_or(0, |(place, _)| place)
    }

    fn answer(&mut self, question: &Question) -> u32 {
        question.choices.count() - 1
    }
}

impl General for Whimsical {
    fn name(&self) -> &'static str {
        "whimsical"
    }

    fn wants(&self) -> Wants {
        Wants::Briefing
    }

    fn begin(&mut self, seed: u64) {
        self.0 = Fast::seeded(seed);
    }

    fn choose(&mut self, _outlook: &Outlook, prospects: &[Prospect]) -> usize {
        self.0.below(prospects.len() as u32) as usize
    }

    fn answer(&mut self, question: &Question) -> u32 {
        self.0.below(question.choices.count())
    }
}

fn fight(theatre: &Theatre, start: &Battle, seed: u64, greedy: [bool; 2]) -> Fought {
    let mut minds: [Box<dyn General>; 2] = greedy.map(|greedy| match greedy {
        true => Box::new(Greedy) as Box<dyn General>,
        false => Box::new(Whimsical(Fast::seeded(seed))),
    });
    let [one, two] = &mut minds;
    let mut bout = Bout::new(theatre, [one.as_mut(), two.as_mut()]);
    bout.keeps_laws = true;
    let fought = bout.fight(start, seed, &mut Fast::seeded(seed), &mut Silent::new());
    fought.unwrap_or_else(|fault| panic!("seed {seed}: {fault}")).1
}

#[test]
fn what_a_general_is_told_is_legal_and_leads_to_an_end() {
    for name in BATTLES {
        for scale in SCALES {
            let (theatre, start) = battle(name, scale);
            for seed in 0..6 {
                let fought = fight(&theatre, &start, seed, [seed % 3 != 0, seed % 2 != 0]);
                assert!(fought.tally.turn <= fought.tally.turns, "{name}");
            }
        }
    }
}

/// Plays a battle by whim, and looks at it before each order.
fn watch(theatre: &Theatre, start: &Battle, seed: u64, mut look: impl FnMut(&Battle, &Command, &[Event], &Battle)) {
    let mut dice = Fast::seeded(seed);
    let mut battle = start.clone();
    let mut kept = Board::default();
    let told = |battle: &Battle, side: Side, board: &mut Board| {
        let mut told = Vec::new();
        theatre.brief(battle, side, board, &mut |command, prospect| {
            told.push((command, prospect));
            true
        });
        told
    };
    while let Some(side) = theatre.side_to_act(&battle) {
        let offered = told(&battle, side, &mut kept);
        assert_eq!(offered, told(&battle, side, &mut Board::default()), "what is kept changes nothing that is told");
        let mut offered: Vec<_> = offered.into_iter().map(|(command, _)| command).collect();
        assert!(!offered.is_empty(), "nothing is offered in {:?}", battle.phase);
        let before = battle.clone();
        let (command, events) = loop {
            assert!(!offered.is_empty(), "seed {seed}: all that is offered in {:?} is refused", battle.phase);
            let command = offered.swap_remove(dice.below(offered.len() as u32) as usize);
            let mut kept = Kept::new();
            let mut answers = dice.clone();
            let policy = Policy(move |question: &Question| answers.below(question.choices.count()));
            let mut umpire = Official { dice: &mut dice, answers: policy, record: &mut kept };
            match theatre.obey(&mut battle, &command, &mut umpire) {
                Ok(()) => break (command, kept.events),
                Err(Halt::Refused(_)) => assert_eq!(battle, before, "{command:?} was refused after something happened"),
                Err(halt) => panic!("seed {seed}: {command:?}: {halt:?}"),
            }
        };
        look(&before, &command, &events, &battle);
    }
}

#[test]
fn every_scene_has_each_unit_once_and_on_the_map() {
    for name in BATTLES {
        let (theatre, start) = battle(name, Scale::RegimentalTwo);
        let extent = theatre.ground.extent();
        watch(&theatre, &start, 7, |_, _, _, after| {
            let scene = theatre.scene(after, None);
            let mut ids: Vec<PieceId> = scene.pieces.iter().map(|piece| piece.id).collect();
            ids.dedup();
            assert!(ids.is_sorted() && ids.len() == scene.pieces.len(), "each piece once, in order");
            for id in after.on_field() {
                assert!(ids.contains(&PieceId(id.0)), "unit {} is not in the scene", id.0);
            }
            for piece in &scene.pieces {
                let at = Point::new(piece.at.x as i32, piece.at.y as i32);
                assert!(extent.contains(at), "{} is off the map", piece.name);
                assert!(!piece.name.is_empty() && !piece.formation.is_empty() && piece.front > 0 && piece.depth > 0);
                assert!(piece.strength.left <= piece.strength.full && !piece.under.is_empty(), "{piece:?}");
                assert!(piece.badges.iter().all(|badge| (1..=3).contains(&badge.short.chars().count())));
            }
            let standing = scene.standing;
            assert!(standing.clock.ends_with('m') && !standing.phase.is_empty() && standing.to_do.ends_with('.'));
            assert!((0..2).all(|side| standing.tally.lost[side] <= standing.engaged[side]), "{standing:?}");
        });
    }
}

/// A volley may kill a general, all his regiments test, some run, and others with them: who asks beforehand gets an answer
/// all the same, and is told how much of it is open.
#[test]
fn whatever_an_order_sets_off_its_odds_are_told_in_so_many_runs() {
    let mut open = [0, 0];
    for (name, seed) in [("brawners-farm", 3), ("training-toll-gate", 5)] {
        let (theatre, start) = battle(name, Scale::RegimentalTwo);
        watch(&theatre, &start, seed, |before, command, _, _| {
            let throws = matches!(
                command,
                Command::FireAll { .. }
                    | Command::AnnounceCharge { .. }
                    | Command::Charge { .. }
                    | Command::Fight { .. }
            );
            if !throws {
                return;
            }
            match theatre.preview(before, command, &GivenAnswers::new()) {
                Ok(columns) => {
                    for column in &columns {
                        let odds = &column.odds;
                        assert!(odds.runs <= RUNS_MAX_ON_A_MAP, "{command:?} took {} runs", odds.runs);
                        let followed = odds.chance(|_| true);
                        let left_over = odds.unresolved.to_f64() / odds.total.to_f64();
                        assert!((followed + left_over - 1.0).abs() < 1e-9, "{command:?}: {followed} and {left_over}");
                        open[usize::from(left_over > 0.0)] += 1;
                    }
                }
                // More answers than there are columns for: it asks.
                Err(Halt::Pause(_)) => {}
                Err(halt) => panic!("{command:?}: {halt:?}"),
            }
        });
    }
    assert!(open[0] > open[1], "most orders are followed to their end: {open:?}");
}

#[test]
fn orders_and_events_are_told_in_words() {
    let (mut told, mut gists) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for (name, scale) in [("training-mill-creek", Scale::RegimentalOne), ("brawners-farm", Scale::RegimentalTwo)] {
        let (theatre, start) = battle(name, scale);
        let names: Vec<&str> = (theatre.regiments.iter().map(|regiment| regiment.name.as_str()))
            .chain(theatre.headquarters.iter().map(|hq| hq.name.as_str()))
            .chain(theatre.posts.iter().map(|post| post.name.as_str()))
            .collect();
        let plain = |words: &str| !words.is_empty() && !words.contains(['{', '"', '_']);
        watch(&theatre, &start, 3, |before, command, events, after| {
            let words = theatre.say(before, command);
            assert!(plain(&words), "{command:?}: {words}");
            let named = *command == Command::DrawCard || names.iter().any(|name| words.contains(name));
            assert!(named, "{command:?} names nobody: {words}");
            for event in events {
                let narrated = theatre.narrate(after, event, None);
                assert!(narrated.as_deref().is_none_or(plain), "{event:?}: {narrated:?}");
                told.extend(narrated);
            }
            let gist = theatre.gist(before, after, None);
            assert!(plain(&gist), "{command:?}: {gist}");
            gists.insert(gist);
            if let Some(piece) = theatre.actor(before, command) {
                assert!(theatre.scene(before, None).pieces.iter().any(|known| known.id == piece), "{command:?}");
            }
        });
    }
    for part in ["retreats", "loses 1 stand", "takes fright", "acts"] {
        assert!(gists.iter().any(|gist| gist.contains(part)), "no gist has {part}: {gists:#?}");
    }
    for part in [" charges ", " fires at ", "morale test", "comes up"] {
        assert!(told.iter().any(|words| words.contains(part)), "nothing was told of {part}");
    }
}

#[test]
fn sides_are_called_what_their_battle_calls_them() {
    for (name, called) in
        [("puebla", ["the French side", "the Mexican side"]), ("training-toll-gate", ["the Union", "the Confederacy"])]
    {
        let (theatre, start) = battle(name, Scale::RegimentalTwo);
        for (side, called) in Side::ALL.into_iter().zip(called) {
            let headquarters = HqId::at(0);
            let drawn = Event::OnTheMap(Deed::CardDrawn { side, headquarters });
            let words = theatre.narrate(&start, &drawn, None).unwrap_or_default();
            assert!(words.contains(&format!("{called} acts")), "{words}");
        }
    }
}

#[test]
fn a_piece_tells_what_it_has_done() {
    let (theatre, mut battle) = battle("training-toll-gate", Scale::RegimentalTwo);
    let id = battle.on_field().next().expect("somebody is on the map");
    let said = |battle: &Battle| {
        let piece = theatre.scene(battle, None).pieces.into_iter().find(|piece| piece.id == PieceId(id.0));
        piece.expect("it is shown").done.to_string()
    };
    assert_eq!(said(&battle), "");
    battle.unit_mut(id).done.fired = Some(elephant::fire::Stance::Move);
    assert_eq!(said(&battle), "has fired");
    battle.unit_mut(id).done.moved = true;
    assert_eq!(said(&battle), "has fired, has moved");
}

#[test]
fn what_is_wanted_becomes_orders_that_are_obeyed() {
    let mut obeyed = [0; 4];
    for (name, scale) in [("training-toll-gate", Scale::RegimentalTwo), ("brawners-farm", Scale::RegimentalTwo)] {
        let (theatre, start) = battle(name, scale);
        let mut whim = Fast::seeded(5);
        let extent = theatre.ground.extent();
        watch(&theatre, &start, 11, |before, _, _, _| {
            for id in before.on_field() {
                let unit = before.unit(id);
                let mut near = |by: i32| (whim.below(2 * by as u32) as i32 - by) * YARD;
                let (x, y) = (unit.centre.x + near(400), unit.centre.y + near(400));
                let to = Spot { x: x.clamp(0, extent.north_east.x).into(), y: y.clamp(0, extent.north_east.y).into() };
                let side = theatre.side(before, id);
                let enemies: Vec<UnitId> =
                    before.on_field().filter(|enemy| theatre.side(before, *enemy) != side).collect();
                let target = PieceId(enemies[whim.below(enemies.len() as u32) as usize].0);
                let heading = whim.below(65_536) as u16;
                let wants = [
                    Intent::March { to, heading: Some(heading) },
                    Intent::Face { heading },
                    Intent::Fire { target },
                    Intent::Charge { target },
                ];
                for (kind, intent) in wants.iter().enumerate() {
                    match theatre.propose(before, PieceId(id.0), intent) {
                        Ok(proposal) => {
                            assert!(!proposal.cost.is_empty());
                            obeyed[kind] += obey_all(&theatre, before, &proposal.orders);
                        }
                        Err(refusal) => assert!(!refusal.reasons.is_empty()),
                    }
                }
            }
        });
    }
    assert!(obeyed.iter().all(|count| *count > 2), "{obeyed:?}");
}

/// Obeys orders one after another, as long as nobody interferes; how many there were.
fn obey_all(theatre: &Theatre, before: &Battle, orders: &[Command]) -> usize {
    let mut battle = before.clone();
    // Whoever is fired at on his way may go no farther, or for nobody but the enemy.
    let storms = |battle: &Battle| battle.moving.is_some_and(|moving| battle.unit(moving.unit).overenthusiastic);
    for (place, command) in orders.iter().enumerate() {
        let (moves, stormed) = (battle.moving, storms(&battle));
        let quiet = Policy(|_: &Question| 0);
        let mut umpire = Official { dice: Fast::seeded(1), answers: quiet, record: Silent::new() };
        if let Err(halt) = theatre.obey(&mut battle, command, &mut umpire) {
            panic!("order {place} of {orders:?}: {halt:?}");
        }
        if moves.is_some() && (battle.moving.is_none() || storms(&battle) && !stormed) {
            break;
        }
    }
    orders.len()
}
