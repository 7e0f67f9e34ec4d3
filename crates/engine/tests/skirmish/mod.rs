//! A small invented game: two sides with men, dice, questions and a battery hidden in one of the woods.

use std::sync::Arc;

use engine::game::{Game, Rules, Setup};
use engine::{
    AnswerKind, Asks, Choices, Die, LedgerEntry, Play, Question, QuestionKind, Refusal, Rule, RuleKind, Ruling, Seat,
    Secret, Side, Umpire,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

static LEDGER: [LedgerEntry; 4] = [
    entry("SK-MARCH", "a march is at most six steps", 0),
    entry("SK-FIRE", "a gun hits on a five or a six", 1),
    entry("SK-MORALE", "who stands fast tests on a d10", 2),
    entry("SK-CAMP", "a camp cannot be pitched in the swamp", 3),
];

const fn entry(id: &'static str, statement: &'static str, index: u16) -> LedgerEntry {
    LedgerEntry { id, kind: RuleKind::Rule, chart: "Skirmish", statement, index }
}

const MARCH: Rule = Rule::from_ledger(&LEDGER[0]);
const FIRE: Rule = Rule::from_ledger(&LEDGER[1]);
const MORALE: Rule = Rule::from_ledger(&LEDGER[2]);
const CAMP: Rule = Rule::from_ledger(&LEDGER[3]);

static FALL_BACK: QuestionKind = QuestionKind {
    name: "fall-back",
    rule: MORALE,
    prompt: "fall back?",
    about: "who falls back need not test",
    answers: AnswerKind::YesNo,
};
static SHARE: QuestionKind = QuestionKind {
    name: "share",
    rule: CAMP,
    prompt: "how many men make camp?",
    about: "they rally",
    answers: AnswerKind::Number,
};
static GROUND: QuestionKind = QuestionKind {
    name: "ground",
    rule: CAMP,
    prompt: "where?",
    about: "the swamp is too wet",
    answers: AnswerKind::Named(GROUNDS),
};
const GROUNDS: &[&str] = &["hill top", "swamp", "ford"];

/// Everything that is true between two commands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    pub to_act: Side,
    pub men: [u16; 2],
    pub marched: u32,
    pub hidden_battery: u8,
    pub found: bool,
}

/// What a player may order. The tag makes it a shape that only a self-describing format reads back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    March { steps: u8 },
    Fire { guns: u8 },
    Scout,
    Probe,
    Camp { tents: Option<u16> },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    Marched,
    Hit(i16),
    Found(u8),
    Rallied(i16),
}

#[derive(Debug)]
pub struct Skirmish;

impl Skirmish {
    fn fire<U: Umpire<Event = Event>>(field: &mut Field, guns: u8, umpire: &mut U) -> Ruling<(), U> {
        let enemy = field.to_act.enemy();
        let hits = umpire.hits(guns, 5, FIRE)?;
        umpire.tell(|| Event::Hit(hits));
        let men = &mut field.men[enemy as usize];
        *men = men.saturating_sub(hits as u16);
        if hits > 0 && !umpire.yes(enemy, &FALL_BACK, Some(enemy as u16))? && umpire.d10(MORALE)? > 6 {
            *men = men.saturating_sub(umpire.sum(2, Die::Average, MORALE)? as u16);
        }
        Ok(())
    }

    fn camp<U: Umpire<Event = Event>>(field: &mut Field, umpire: &mut U) -> Ruling<(), U> {
        let side = field.to_act;
        let share = umpire.number(side, &SHARE, None, 1, 4)?;
        let ground = umpire.ask(Question { kind: &GROUND, side, about: None, choices: Choices::Named(GROUNDS) })?;
        if ground == 1 {
            return Err(Refusal::new().because("ground", "the swamp is too wet: choose another", CAMP).into());
        }
        let rallied = umpire.pair(CAMP)?.sum() + umpire.draw(5, CAMP)? as i16;
        umpire.tell(|| Event::Rallied(rallied));
        field.men[side as usize] += share;
        Ok(())
    }
}

impl Play for Skirmish {
    type Battle = Field;
    type Command = Command;
    type Event = Event;
    type View = u16;
    type Aide = ();

    fn obey<U: Umpire<Event = Event>>(&self, field: &mut Field, command: &Command, umpire: &mut U) -> Ruling<(), U> {
        match command {
            Command::March { steps } => {
                let mut refusal = Refusal::new();
                refusal.unless(*steps <= 6, "steps", MARCH, || format!("{steps} steps are more than 6"));
                refusal.verdict()?;
                field.marched += u32::from(*steps);
                umpire.tell(|| Event::Marched);
            }
            Command::Fire { guns } => Self::fire(field, *guns, umpire)?,
            Command::Scout => {
                field.found = true;
                umpire.tell(|| Event::Found(field.hidden_battery));
            }
            Command::Probe => {
                field.found = true;
                umpire.tell(|| Event::Found(field.hidden_battery));
                let enemy = field.to_act.enemy();
                field.marched += u32::from(umpire.yes(enemy, &FALL_BACK, None)?);
            }
            Command::Camp { .. } => Self::camp(field, umpire)?,
        }
        field.to_act = field.to_act.enemy();
        Ok(())
    }

    fn side_to_act(&self, field: &Field) -> Option<Side> {
        Some(field.to_act)
    }

    fn candidates(&self, _: &Field, _: Side, listener: &mut dyn FnMut(Command) -> bool) {
        let _ =
            listener(Command::Scout) && listener(Command::Fire { guns: 2 }) && listener(Command::March { steps: 6 });
    }

    fn view(&self, field: &Field, side: Side) -> u16 {
        field.men[side as usize]
    }

    fn score(&self, field: &Field, side: Side) -> i32 {
        i32::from(field.men[side as usize]) - i32::from(field.men[side.enemy() as usize])
    }

    fn reveals(&self, event: &Event) -> bool {
        matches!(event, Event::Found(_))
    }
}

pub fn secret(number: u8) -> Secret {
    Secret::new([number; 32])
}

pub fn rules() -> Rules {
    Rules {
        rulebook: "skirmish".to_owned(),
        charts: [0xC5; 32],
        switches: vec![("fog".to_owned(), "on".to_owned())],
        folder: None,
    }
}

pub fn seats() -> Vec<Seat> {
    vec![Seat::new("Anna", "magnolia"), Seat::new("Ben", "4\"3\n")]
}

pub fn start() -> Field {
    Field { to_act: Side::Union, men: [40, 40], marched: 0, hidden_battery: 3, found: false }
}

pub fn new_game(number: u8) -> Game<Skirmish> {
    let setup = Setup { rules: rules(), title: "The Ford, \u{201c}second day\u{201d}".to_owned(), seats: seats() };
    Game::new(Arc::new(Skirmish), setup, start(), secret(number)).unwrap()
}
