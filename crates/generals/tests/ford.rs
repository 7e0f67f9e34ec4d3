//! A small invented battle at a ford, and what the generals make of it.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::stage::{Act, Bout, Ending, General, Outlook, Prospect, Tally};
use engine::{
    AnswerKind, Asks, Choices, Fast, LedgerEntry, Play, Question, QuestionKind, Rule, RuleKind, Ruling, Side, Silent,
    Umpire,
};
use generals::sergeant::Temper;
use generals::{RANKS, Recruit, Sergeant, enlist, practice};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

static LEDGER: [LedgerEntry; 1] = [LedgerEntry {
    id: "FORD-FIRE",
    kind: RuleKind::Rule,
    chart: "The ford",
    statement: "Fire hits more often the nearer the enemy is.",
    index: 0,
}];
const FIRE: Rule = Rule::from_ledger(&LEDGER[0]);

static HOW_MANY: QuestionKind = QuestionKind {
    name: "firing-sps",
    rule: FIRE,
    prompt: "how many fire?",
    about: "more hit more",
    answers: AnswerKind::Number,
};
static AMMUNITION: QuestionKind = QuestionKind {
    name: "ammunition",
    rule: FIRE,
    prompt: "shell or canister?",
    about: "canister hits harder",
    answers: AnswerKind::Named(&["shell", "canister"]),
};
static STAND: QuestionKind = QuestionKind {
    name: "stand-fast",
    rule: FIRE,
    prompt: "stand?",
    about: "an invented question",
    answers: AnswerKind::YesNo,
};

/// LIMIT: turns of the battle.
const TURNS: u16 = 12;

/// Two lines with the ford between them: how far each stands from it, and how many men it has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
struct Ford {
    turn: u16,
    to_act: Side,
    yards: [i32; 2],
    men: [i32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Order {
    Wait,
    Fire,
    Forward,
    Back,
    /// Offered, and refused by the umpire of this battle.
    Swim,
}

struct Creek;

impl Creek {
    fn apart(ford: &Ford) -> i32 {
        ford.yards[0] + ford.yards[1]
    }

    /// Hits a line scores on the other, on average.
    fn hits(ford: &Ford, by: Side) -> i32 {
        ford.men[by as usize] * (600 - Self::apart(ford)).max(0) / 4_000
    }
}

impl Play for Creek {
    type Battle = Ford;
    type Command = Order;
    type Event = ();
    type View = Ford;
    type Aide = ();

    fn obey<U: Umpire<Event = ()>>(&self, ford: &mut Ford, order: &Order, umpire: &mut U) -> Ruling<(), U> {
        let (us, them) = (ford.to_act as usize, ford.to_act.enemy() as usize);
        match order {
            Order::Wait => {}
            Order::Swim => {
                let refusal = engine::Refusal::new().because("order", "the creek is too deep", FIRE);
                return Err(refusal.into());
            }
            Order::Forward => ford.yards[us] = (ford.yards[us] - 50).max(0),
            Order::Back => ford.yards[us] += 50,
            Order::Fire => {
                let share = i32::from(umpire.number(ford.to_act, &HOW_MANY, None, 1, 10)?);
                let hits = Self::hits(ford, ford.to_act) * share / 10;
                let luck = i32::from(umpire.sum(2, engine::Die::D6, FIRE)?);
                ford.men[them] = (ford.men[them] - hits * luck / 7).max(0);
            }
        }
        ford.to_act = ford.to_act.enemy();
        ford.turn += u16::from(ford.to_act == Side::Union);
        Ok(())
    }

    fn side_to_act(&self, ford: &Ford) -> Option<Side> {
        (ford.turn <= TURNS && ford.men.iter().all(|men| *men > 0)).then_some(ford.to_act)
    }

    fn candidates(&self, ford: &Ford, _: Side, listener: &mut dyn FnMut(Order) -> bool) {
        let _ = ford;
        [Order::Wait, Order::Fire, Order::Forward, Order::Back, Order::Swim].into_iter().all(listener);
    }

    fn brief(&self, ford: &Ford, side: Side, (): &mut (), listener: &mut dyn FnMut(Order, Prospect) -> bool) {
        let enemy = Self::apart(ford);
        let seen = |act| Prospect { enemy, risk: Self::hits(ford, side.enemy()), ..Prospect::of(act) };
        let fire = Prospect { harm: Self::hits(ford, side), ..seen(Act::Fire) };
        let nearer = ford.yards[side as usize].min(50);
        let forward = Prospect { nearer, enemy: enemy - nearer, ..seen(Act::Advance) };
        let back = Prospect { nearer: -50, ..seen(Act::Withdraw) };
        let _ = listener(Order::Wait, seen(Act::Pass))
            && listener(Order::Fire, fire)
            && listener(Order::Forward, forward)
            && listener(Order::Back, back);
    }

    fn view(&self, ford: &Ford, _: Side) -> Ford {
        ford.clone()
    }

    fn score(&self, ford: &Ford, side: Side) -> i32 {
        ford.men[side as usize] - ford.men[side.enemy() as usize]
    }

    fn tally(&self, ford: &Ford) -> Tally {
        let lost = ford.men.map(|men| (500 - men) as u32);
        Tally { turn: ford.turn.min(TURNS), turns: TURNS, points: [lost[1] as i32, lost[0] as i32], lost }
    }

    fn ending(&self, ford: &Ford) -> Option<Ending> {
        let winner = match self.score(ford, Side::Union) {
            0 => None,
            more if more > 0 => Some(Side::Union),
            _ => Some(Side::Confederate),
        };
        Some(Ending { winner, kind: "by losses", words: "by losses".to_owned(), rule: None })
    }

    fn reveals(&self, (): &()) -> bool {
        false
    }
}

fn start() -> Ford {
    Ford { turn: 1, to_act: Side::Union, yards: [400, 400], men: [500, 500] }
}

fn fight(union: &mut dyn General, confederate: &mut dyn General, seed: u64) -> engine::stage::Fought {
    let mut bout = Bout::new(&Creek, [union, confederate]);
    bout.fight(&start(), seed, &mut Fast::seeded(seed), &mut Silent::new()).expect("it is fought out").1
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    for rank in RANKS {
        let fought = |seed| fight(rank.enlist().as_mut(), rank.enlist().as_mut(), seed);
        assert_eq!(fought(3), fought(3), "{}", rank.name);
    }
    let all: Vec<_> = (0..8).map(|seed| fight(&mut Recruit::default(), &mut Recruit::default(), seed)).collect();
    assert!(all.iter().any(|one| *one != all[0]), "every seed gives the same battle");
}

#[test]
fn a_general_can_be_used_again() {
    let (mut first, mut second) = (Sergeant::default(), Recruit::default());
    let once = fight(&mut first, &mut second, 9);
    fight(&mut first, &mut second, 10);
    assert_eq!(fight(&mut first, &mut second, 9), once);
}

#[test]
fn the_sergeant_beats_the_recruit_from_both_sides() {
    let mut won = 0;
    for seed in 0..100 {
        let union = fight(&mut Sergeant::default(), &mut Recruit::default(), seed);
        let confederate = fight(&mut Recruit::default(), &mut Sergeant::default(), seed);
        won += u32::from(union.winner == Some(Side::Union));
        won += u32::from(confederate.winner == Some(Side::Confederate));
    }
    assert!(won >= 190, "he won {won} of 200");
}

#[test]
fn everybody_is_found_by_name() {
    for rank in RANKS {
        assert_eq!(enlist(rank.name).expect("he is listed").name(), rank.name);
    }
    assert!(enlist("lieutenant").is_none());
}

#[test]
fn where_he_has_no_preference_the_seed_decides() {
    let outlook = Outlook { side: Side::Union, turn: 1, turns: 4, ahead: 0 };
    let mut sergeant = Sergeant::default();
    let mut counts = [0; 5];
    for seed in 0..1_000 {
        sergeant.begin(seed);
        counts[sergeant.choose(&outlook, &[Prospect::default(); 5])] += 1;
    }
    assert!(counts.iter().all(|count| (130..270).contains(count)), "{counts:?}");
}

fn worth(prospect: Prospect) -> i32 {
    Temper::of(&Outlook { side: Side::Union, turn: 2, turns: 10, ahead: 0 }).weigh(&prospect)
}

#[test]
fn he_keeps_to_standing_practice() {
    let pass = Prospect::of(Act::Pass);
    let volley = Prospect { harm: 10, ..Prospect::of(Act::Fire) };
    let charge = Prospect { harm: 60, risk: 20, mass: 2_000, enemy: 0, ..Prospect::of(Act::Charge) };
    let hopeless = Prospect { chance: 200, mass: 700, ..charge };
    let worn = Prospect { worn: 900, ..charge };
    let advance = Prospect { nearer: 200, enemy: 600, risk: 5, ..Prospect::of(Act::Advance) };
    let alone = Prospect { apart: 1_000, ..advance };
    let outflanked = Prospect { flanked: 2, ..advance };
    let back = Prospect { worn: 900, nearer: -200, ..Prospect::of(Act::Withdraw) };
    let fresh = Prospect { worn: 0, ..back };
    let wood = Prospect { cover: 500, enemy: 300, ..Prospect::of(Act::Shift) };
    for (better, than, why) in [
        (volley, pass, "he fires where he can"),
        (charge, volley, "a massed charge is worth more than a volley"),
        (volley, hopeless, "fire comes before a charge that fails"),
        (volley, worn, "worn men fire, and do not charge"),
        (advance, pass, "he goes for the objectives"),
        (advance, alone, "he keeps his brigade together"),
        (pass, outflanked, "he protects his flanks"),
        (back, pass, "worn men go back"),
        (pass, fresh, "fresh men stay"),
        (wood, pass, "he uses cover"),
    ] {
        assert!(worth(better) > worth(than), "{why}: {} and {}", worth(better), worth(than));
    }
}

#[test]
fn late_in_the_day_he_dares_what_the_points_say() {
    let exchange = Prospect { harm: 20, risk: 20, ..Prospect::of(Act::Fire) };
    let worth = |turn, ahead| Temper::of(&Outlook { side: Side::Union, turn, turns: 10, ahead }).weigh(&exchange);
    assert!(worth(9, -5) > worth(9, 0) && worth(9, 0) > worth(9, 5));
    assert_eq!(worth(3, -5), worth(3, 5));
}

#[test]
fn questions_are_answered_by_practice_and_otherwise_with_the_first_choice() {
    let ask = |kind, choices| practice::answer(&Question { kind, side: Side::Union, about: None, choices });
    assert_eq!(ask(&HOW_MANY, Choices::Number { least: 2, most: 9 }), 7);
    assert_eq!(ask(&AMMUNITION, Choices::Named(&["shell", "canister"])), 1);
    assert_eq!(ask(&AMMUNITION, Choices::Named(&["shell", "shot"])), 0);
    assert_eq!(ask(&STAND, Choices::YesNo), 0);
    assert_eq!(ask(&STAND, Choices::Number { least: 0, most: 3 }), 0);
}
