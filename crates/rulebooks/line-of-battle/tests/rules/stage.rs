//! What stands around the map: every briefing has something legal and leads to an end, scenes show what may be seen, words read well, and
//! what is proposed is obeyed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use engine::stage::{Act, Bout, General, Intent, Outlook, PieceId, Prospect, Scene, Wants};
use engine::{Fast, Kept, Official, Play, Policy, Question, Side, Silent};
use line_of_battle::play::{Battle, Command, Deed, Dispatch, InForce, Instruction, Theatre, UnitId, muster};
use line_of_battle::turn::TurnStep;
use line_of_battle::{Event, Roll};

const TRAINING: [&str; 3] = ["training-toll-gate", "training-mill-creek", "training-crossroads"];
const ALL: [&str; 4] = ["training-toll-gate", "training-mill-creek", "training-crossroads", "mcphersons-ridge"];

pub fn theatre(name: &str) -> (Theatre, Battle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder reads");
    muster(crate::support::book(), &battle::open(&files).expect("the battle opens")).expect("the battle musters")
}

/// How one of these generals chooses.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    First,
    Last,
    Random,
    Greedy,
}

pub struct Trial {
    manner: Manner,
    dice: Fast,
}

impl Trial {
    pub fn new(manner: Manner) -> Trial {
        Trial { manner, dice: Fast::seeded(0) }
    }
}

/// What a plain man makes of a prospect.
fn worth(prospect: &Prospect) -> i32 {
    let hurt = prospect.harm * 2 - prospect.risk;
    let moves = prospect.nearer / 10 - prospect.apart / 40 + prospect.cover / 20 - prospect.flanked * 30;
    let sort = match prospect.act {
        Act::Duty => 1_000,
        Act::Charge => (prospect.chance - 400) / 4,
        Act::Command => prospect.nearer / 20,
        Act::Withdraw => (prospect.worn - 400) / 4,
        _ => 0,
    };
    hurt + moves + sort + prospect.merit
}

impl General for Trial {
    fn name(&self) -> &'static str {
        "trial"
    }

    fn wants(&self) -> Wants {
        Wants::Briefing
    }

    fn begin(&mut self, seed: u64) {
        self.dice = Fast::seeded(seed);
    }

    fn choose(&mut self, _: &Outlook, prospects: &[Prospect]) -> usize {
        match self.manner {
            Manner::First => 0,
            Manner::Last => prospects.len() - 1,
            Manner::Random => self.dice.below(prospects.len() as u32) as usize,
            Manner::Greedy => (0..prospects.len()).max_by_key(|place| worth(&prospects[*place])).unwrap_or(0),
        }
    }

    fn answer(&mut self, question: &Question) -> u32 {
        self.dice.below(question.choices.count())
    }
}

/// Fights a battle between two manners; a refused order fails.
fn fight(theatre: &Theatre, start: &Battle, manners: [Manner; 2], seed: u64) -> engine::stage::Fought {
    let [mut one, mut other] = manners.map(Trial::new);
    let mut bout = Bout::new(theatre, [&mut one, &mut other]);
    bout.keeps_laws = true;
    let fought = bout.fight(start, seed, &mut Fast::seeded(seed), &mut Silent::<Event>::new());
    match fought {
        Ok((end, fought)) => {
            assert!(end.over);
            fought
        }
        Err(fault) => panic!("{manners:?}, seed {seed}: {fault}"),
    }
}

#[test]
fn every_battle_ends_whoever_chooses() {
    for name in ALL {
        let (theatre, start) = theatre(name);
        for manner in [Manner::First, Manner::Last, Manner::Random, Manner::Greedy] {
            for seed in 0..3 {
                fight(&theatre, &start, [manner, manner], seed);
            }
        }
    }
}

#[test]
fn most_briefed_orders_are_legal_and_a_refusal_changes_nothing() {
    let (mut offered, mut refused) = (0, 0);
    for (name, seed) in [("training-toll-gate", 1), ("training-crossroads", 2), ("mcphersons-ridge", 3)] {
        watch(name, seed, |theatre, battle, _, _, _| {
            let Some(side) = theatre.side_to_act(battle) else { return };
            let mut legal = 0;
            theatre.brief(battle, side, &mut Default::default(), &mut |command, _| {
                offered += 1;
                let mut copy = battle.clone();
                match theatre.obey(&mut copy, &command, &mut engine::Rollout::<_, Event>::seeded(seed)) {
                    Ok(()) => legal += 1,
                    Err(_) => {
                        refused += 1;
                        assert_eq!(copy, *battle, "{command:?} was refused and changed something");
                    }
                }
                true
            });
            assert!(legal > 0, "nothing that is briefed is legal");
        });
    }
    assert!(refused * 8 < offered, "{refused} of {offered} were refused");
}

#[test]
fn a_battle_that_nobody_writes_down_goes_as_one_that_is_told() {
    for (name, seed) in [("training-toll-gate", 1), ("training-crossroads", 2), ("training-mill-creek", 5)] {
        let (theatre, start) = theatre(name);
        let [mut one, mut other] = [Manner::Greedy, Manner::Random].map(Trial::new);
        let mut bout = Bout::new(&theatre, [&mut one, &mut other]);
        let (silent, _) =
            bout.fight(&start, seed, &mut Fast::seeded(seed), &mut Silent::<Event>::new()).expect("it ends");
        let (told, _) = bout.fight(&start, seed, &mut Fast::seeded(seed), &mut Kept::<Event>::new()).expect("it ends");
        assert_eq!(silent, told, "{name}");
    }
}

#[test]
fn a_greedy_general_beats_a_random_one() {
    for name in TRAINING {
        let (theatre, start) = theatre(name);
        let (mut won, mut lost) = (0, 0);
        for seed in 0..6 {
            let fought = fight(&theatre, &start, [Manner::Greedy, Manner::Random], seed);
            let back = fight(&theatre, &start, [Manner::Random, Manner::Greedy], seed);
            let ahead = fought.tally.points[0] - fought.tally.points[1] + back.tally.points[1] - back.tally.points[0];
            won += i32::from(ahead > 0);
            lost += i32::from(ahead < 0);
        }
        assert!(won > lost, "{name}: won {won}, lost {lost}");
    }
}

/// Plays a battle among briefed orders; everybody who wants to look at it may, before each order and at what came of it.
pub fn watch(name: &str, seed: u64, mut look: impl FnMut(&Theatre, &Battle, &Command, &[Event], &Battle)) {
    let (theatre, mut battle) = theatre(name);
    let mut chooser = Fast::seeded(seed);
    while let Some(side) = theatre.side_to_act(&battle) {
        let mut all: Vec<(Command, Prospect)> = Vec::new();
        theatre.brief(&battle, side, &mut Default::default(), &mut |command, prospect| {
            all.push((command, prospect));
            true
        });
        let (command, events, after) = loop {
            let greedy = (0..all.len()).max_by_key(|place| worth(&all[*place].1)).expect("there is something to order");
            let place = if chooser.below(3) == 0 { chooser.below(all.len() as u32) as usize } else { greedy };
            let command = all.swap_remove(place).0;
            let mut after = battle.clone();
            let mut answers = Fast::seeded(chooser.below(1_000_000).into());
            let policy = Policy(move |question: &Question| answers.below(question.choices.count()));
            let dice = Fast::seeded(chooser.below(1_000_000).into());
            let mut umpire = Official { dice, answers: policy, record: Kept::<Event>::new() };
            if theatre.obey(&mut after, &command, &mut umpire).is_ok() {
                break (command, umpire.record.events, after);
            }
        };
        look(&theatre, &battle, &command, &events, &after);
        battle = after;
    }
}

fn check_scene(theatre: &Theatre, battle: &Battle, scene: &Scene, seen_by: Option<Side>) {
    let shown: Vec<PieceId> = scene.pieces.iter().map(|piece| piece.id).collect();
    let each: BTreeSet<PieceId> = shown.iter().copied().collect();
    assert_eq!(each.len(), shown.len(), "no piece is shown twice");
    assert!(shown.is_sorted(), "pieces stand in the order of their numbers");
    for id in theatre.unit_ids() {
        let on_map = battle.unit(id).at.is_some();
        let known = seen_by.is_none_or(|side| theatre.unit(id).side == side);
        if known {
            assert_eq!(each.contains(&PieceId(id.0)), on_map, "{}", theatre.unit(id).name);
        } else {
            assert!(on_map || !each.contains(&PieceId(id.0)));
        }
    }
    assert!(
        scene.pieces.iter().all(|piece| !piece.name.is_empty() && piece.place.is_some() && !piece.under.is_empty())
    );
    assert_eq!(scene.marks.iter().filter(|mark| mark.kind == "objective").count(), theatre.objectives.len());
    assert!(!scene.standing.phase.is_empty() && scene.standing.clock.len() >= 5, "{:?}", scene.standing);
}

#[test]
fn a_scene_shows_every_living_unit_once() {
    let mut orders = 0;
    watch("training-mill-creek", 4, |theatre, battle, _, _, _| {
        orders += 1;
        if orders % 7 == 0 {
            for seen_by in [None, Some(Side::Union), Some(Side::Confederate)] {
                check_scene(theatre, battle, &theatre.scene(battle, seen_by), seen_by);
            }
        }
    });
}

#[test]
fn every_order_and_every_event_reads_like_a_sentence() {
    let plain = |words: &str| !words.is_empty() && !words.contains(['{', '}', '[', ']', '"', '_']);
    let mut told = BTreeSet::new();
    for (name, seed) in [("training-mill-creek", 1), ("training-crossroads", 2), ("mcphersons-ridge", 3)] {
        watch(name, seed, |theatre, battle, command, events, after| {
            let words = theatre.say(battle, command);
            let named = theatre.units.iter().any(|card| words.contains(&card.name))
                || theatre.formations.iter().any(|card| words.contains(&card.name))
                || theatre.leaders.iter().any(|card| words.contains(&card.name))
                || theatre.sides.iter().any(|side| words.contains(side));
            assert!(plain(&words) && named, "{command:?}: {words}");
            let gist = theatre.gist(battle, after, None);
            assert!(plain(&gist), "{gist}");
            for event in events {
                let reads = theatre.narrate(after, event, None);
                assert!(reads.as_ref().is_none_or(|words| plain(words)), "{event:?}: {reads:?}");
                let quiet = matches!(event, Event::Moved { .. } | Event::Became { .. } | Event::Ordered { .. });
                let deed = matches!(event, Event::Deed(deed) if !matches!(deed, Deed::StepBegan { .. }));
                assert!(!deed || reads.is_some(), "{event:?} says nothing");
                assert!(!quiet || reads.is_none());
                told.insert(reads.unwrap_or_default().split(' ').next().unwrap_or_default().to_owned());
            }
        });
    }
    assert!(told.len() > 30, "{told:?}");
}

#[test]
fn the_clock_says_when_it_is_dark_and_every_piece_has_a_name() {
    let (theatre, mut battle) = crate::support::theatre("nightfall");
    let mut clocks = BTreeSet::new();
    for turn in 1..=theatre.turns.len() {
        battle.turn = turn as u16;
        let clock = theatre.scene(&battle, None).standing.clock.to_string();
        clocks.insert(clock.split_once(", ").map_or("day", |(_, light)| light).to_owned());
    }
    assert_eq!(clocks.iter().map(String::as_str).collect::<Vec<_>>(), ["day", "night", "twilight"]);
    for name in ALL {
        let (theatre, battle) = crate::support::theatre(name);
        for id in theatre.unit_ids() {
            assert_eq!(theatre.name_of(&battle, PieceId(id.0)).as_ref(), Some(&theatre.unit(id).name));
        }
        for command in crate::support::offered(&theatre, &battle) {
            let piece = theatre.actor(&battle, &command);
            assert!(piece.is_none_or(|piece| theatre.name_of(&battle, piece).is_some()), "{command:?}");
        }
    }
}

#[test]
fn what_is_proposed_is_obeyed() {
    let (mut asked, mut given) = (0, 0);
    let mut pick = Fast::seeded(5);
    watch("training-crossroads", 6, |theatre, battle, _, _, _| {
        if battle.step != TurnStep::Activity {
            return;
        }
        let scene = theatre.scene(battle, Some(battle.active));
        let own: Vec<_> = scene.pieces.iter().filter(|piece| piece.side == battle.active && piece.may_act).collect();
        let Some(piece) = (!own.is_empty()).then(|| own[pick.below(own.len() as u32) as usize]) else { return };
        let to = scene.pieces[pick.below(scene.pieces.len() as u32) as usize].at;
        let enemies: Vec<_> = scene.pieces.iter().filter(|piece| piece.side != battle.active).collect();
        let target = enemies[pick.below(enemies.len() as u32) as usize].id;
        let heading = pick.below(65_536) as u16;
        let intents = [
            Intent::March { to, heading: Some(heading) },
            Intent::March { to, heading: None },
            Intent::Face { heading },
            Intent::Fire { target },
            Intent::Charge { target },
        ];
        for intent in intents {
            asked += 1;
            let Ok(proposal) = theatre.propose(battle, piece.id, &intent) else { continue };
            given += 1;
            assert!(!proposal.way.is_empty() && !proposal.cost.is_empty());
            let mut copy = battle.clone();
            for order in &proposal.orders {
                let mut umpire = engine::Rollout::<_, Event>::seeded(7);
                let obeyed = theatre.obey(&mut copy, order, &mut umpire);
                assert!(obeyed.is_ok(), "{} {intent:?}: {order:?}: {obeyed:?}", piece.name);
            }
        }
    });
    assert!(given * 4 > asked, "{given} of {asked}");
}

#[test]
fn a_march_by_pointing_takes_the_cheapest_way_and_says_where_it_stops_short() {
    let (theatre, mut battle) = theatre("training-toll-gate");
    let mut umpire = engine::Rollout::<_, Event>::seeded(1);
    theatre.obey(&mut battle, &Command::EndStep, &mut umpire).expect("the Orders step ends");
    let scene = theatre.scene(&battle, None);
    let piece = scene.pieces.iter().find(|piece| piece.name == "1st Ohio").expect("it is on the map");
    let far = scene.pieces.iter().find(|other| other.side != piece.side).expect("an enemy").at;
    let proposal = theatre.propose(&battle, piece.id, &Intent::March { to: far, heading: None }).expect("it marches");
    assert!(proposal.short.is_some() && proposal.way.len() > 2, "{proposal:?}");
    assert!(proposal.cost.ends_with("MPs"), "{}", proposal.cost);
    let enemy = scene.pieces.iter().find(|other| other.side != piece.side).expect("an enemy");
    let wrong = theatre.propose(&battle, enemy.id, &Intent::March { to: far, heading: None });
    assert!(wrong.is_err_and(|refusal| refusal.to_string().contains("other side")));
}

#[test]
fn orders_of_the_other_side_stay_hidden() {
    let (theatre, mut battle) = theatre("training-crossroads");
    let secret = theatre.objectives[0].at;
    let theirs =
        theatre.formation_ids().find(|id| theatre.formation(*id).side == Side::Confederate).expect("they are there");
    let dispatch =
        Dispatch { to: theirs, says: Instruction::Attack(secret), sent: 1, due: 1, delivered: true, relay: None };
    battle.formations[theirs.index()].order =
        InForce { order: line_of_battle::command::Order::Attack, goal: Some(secret) };
    battle.dispatches.push(dispatch);
    let own = theatre.scene(&battle, Some(Side::Confederate));
    let badges = |scene: &Scene| {
        let theirs = scene.pieces.iter().filter(|piece| piece.side == Side::Confederate);
        theirs.flat_map(|piece| &piece.badges).filter(|badge| badge.long.contains("order")).count()
    };
    assert!(badges(&own) > 3, "its own side sees its orders");
    assert_eq!(badges(&theatre.scene(&battle, Some(Side::Union))), 0);
    let view = serde_json::to_string(&theatre.view(&battle, Side::Union)).expect("a view is plain data");
    let mut other = battle.clone();
    other.formations[theirs.index()].order = InForce::NONE;
    other.dispatches.clear();
    let plain = serde_json::to_string(&theatre.view(&other, Side::Union)).expect("a view is plain data");
    assert_eq!(view, plain, "nothing in it depends on their orders");
    let scene = |battle: &Battle| serde_json::to_string(&theatre.scene(battle, Some(Side::Union))).expect("plain data");
    assert_eq!(scene(&battle), scene(&other));
    let sent = Event::Deed(Deed::OrderSent { to: theirs, says: Instruction::Attack(secret), due: 3 });
    assert_eq!(theatre.narrate(&battle, &sent, Some(Side::Union)), None);
    assert!(theatre.narrate(&battle, &sent, Some(Side::Confederate)).is_some_and(|words| words.contains("attack")));
    assert!(theatre.is_secret(&battle, &Command::AcceptOrder { formation: theirs }));
    assert!(theatre.is_secret(&battle, &Command::EndStep), "it rolls for Attack Recovery and Fluke Stoppage");
    assert!(!theatre.is_secret(&battle, &Command::EndPhase));
}

#[test]
fn men_lost_are_those_of_the_strength_points() {
    let (theatre, mut battle) = theatre("training-crossroads");
    assert_eq!(theatre.tally(&battle).lost, [0, 0]);
    let foot = UnitId(theatre.units.iter().position(|card| card.name == "20th Maine").expect("it is there") as u16);
    let guns = theatre.units.iter().position(|card| card.name == "Rives Artillery").expect("they are there");
    battle.units[foot.index()].sp -= 2;
    battle.units[guns].sp -= 1;
    assert_eq!(theatre.tally(&battle).lost, [200, 20]);
    battle.over = true;
    let ending = theatre.ending(&battle).expect("it is over");
    assert!(ending.words.contains("points") && ending.rule.is_some(), "{ending:?}");
}

#[test]
fn the_journal_says_for_what_dice_were_thrown() {
    let (theatre, battle) = theatre("training-toll-gate");
    let closing = Event::Tried { roll: Roll::Closing, total: 3, needed: 4, passed: false };
    let said = theatre.narrate(&battle, &closing, None);
    assert_eq!(said.as_deref(), Some("Closing Roll: needs 4, has 3: it fails"));
    let rally = Event::Tried { roll: Roll::Rally, total: 5, needed: 4, passed: true };
    assert_eq!(theatre.narrate(&battle, &rally, None).as_deref(), Some("rally: needs 4, has 5: it comes off"));
}

#[test]
fn under_fog_of_war_nobody_learns_who_stands_below_or_what_he_has_left() {
    let mut table = crate::support::Table::in_activity("lane");
    let [two, three, guns] = ["U2", "U3", "UG1"].map(|name| table.unit(name));
    let (at, brigade) = (table.at("U2"), table.formation("U brigade"));
    for maker in [two, three] {
        table.battle.legs.push(line_of_battle::play::Legs { side: Side::Union, at, maker, mark: maker.0 });
    }
    let makers = |side| table.theatre.view(&table.battle, side).legs.iter().map(|legs| legs.maker).collect::<Vec<_>>();
    assert_eq!(makers(Side::Union), [Some(two), Some(three)]);
    assert_eq!(makers(Side::Confederate), [None]);
    let told = |deed: Deed, reader| table.theatre.narrate(&table.battle, &Event::Deed(deed), Some(reader));
    let hidden = [
        Deed::Ammunition { unit: guns, shell_depleted: true, canister_depleted: false },
        Deed::ZeroRolled { brigade, allowance: line_of_battle::charts::ZeroMa::Half },
        Deed::Left { unit: three, sp: 5, state: line_of_battle::charts::MoraleState::Shaken },
    ];
    for deed in hidden {
        assert!(
            told(deed.clone(), Side::Union).is_some() && told(deed.clone(), Side::Confederate).is_none(),
            "{deed:?}"
        );
    }
    for deed in [Deed::Retreats { units: vec![two, three], from: at }, Deed::Stands { units: vec![two, three], at }] {
        let names_both = |side| told(deed.clone(), side).is_some_and(|words| words.contains("U3"));
        assert!(names_both(Side::Union) && !names_both(Side::Confederate));
    }
    assert!(table.theatre.is_secret(&table.battle, &Command::ZeroRoll { brigade }));
    let mut shaken = table.battle.clone();
    shaken.units[three.index()].state = line_of_battle::charts::MoraleState::Shaken;
    let gist = |side| table.theatre.gist(&table.battle, &shaken, Some(side));
    assert!(gist(Side::Union).contains("U3") && !gist(Side::Confederate).contains("U3"));
}
