//! The erased form: what the command line, the server, the browser and Python speak.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

use super::line::{Line, lines_of};
use super::odds::{OddsColumn, erase_odds};
use super::reading::read_situation;
use super::schema::describe_variants;
use super::wargame::{AnyField, Folder, Wargame, field};
use super::{About, Evening, MusterRequest, Procedure, ProcedureVisitor, Roster, Rulebook, Scale, Settle, Settled};
use crate::chart::{ChartSet, Overlay};
use crate::game::{AnyGame, Game, Rules, Setup, VerifyReport, WaitingLine, verify_with};
use crate::official::{Asked, Unattended};
use crate::{
    Attended, Continued, Counted, Dice, Fast, Fault, GivenAnswers, Halt, Kept, Ledger, OddsOptions, Official, Play,
    QuestionKind, Refusal, Rule, RuleSet, Waiting, side_by_side,
};
use crate::{Question, Seat, Secret};

/// Why an erased call gave no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// The input is not what the schema asks for, or data are broken.
    Fault(Fault),
    /// The rules say no.
    Refused(Refusal),
    /// A question needs an answer first.
    Open(Question),
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Self {
        Stopped::Fault(fault)
    }
}

impl From<Refusal> for Stopped {
    fn from(refusal: Refusal) -> Self {
        Stopped::Refused(refusal)
    }
}

impl From<Halt<Infallible>> for Stopped {
    fn from(halt: Halt<Infallible>) -> Self {
        match halt {
            Halt::Pause(never) => match never {},
            Halt::Refused(refusal) => Stopped::Refused(*refusal),
            Halt::Fault(fault) => Stopped::Fault(*fault),
        }
    }
}

impl From<Halt<Question>> for Stopped {
    fn from(halt: Halt<Question>) -> Self {
        match halt {
            Halt::Pause(question) => Stopped::Open(question),
            Halt::Refused(refusal) => Stopped::Refused(*refusal),
            Halt::Fault(fault) => Stopped::Fault(*fault),
        }
    }
}

/// How far a procedure has come.
#[derive(Clone, Debug)]
pub enum Progress {
    /// It is settled.
    Done(Resolution),
    /// It waits for dice or an answer; give them after those so far, and run it again.
    Waiting {
        /// What it waits for.
        waiting: Waiting,
        /// All dice so far, those given and those it rolled.
        faces: Vec<u8>,
        /// All answers so far, as numbers of choices.
        answers: Vec<u32>,
        /// What has happened so far.
        lines: Vec<Line>,
    },
}

/// A settled procedure.
#[derive(Clone, Debug, Serialize)]
pub struct Resolution {
    /// The outcome, as the outcome schema describes it.
    pub outcome: Value,
    /// The outcome in one line.
    pub summary: String,
    /// What happened, line by line, with citations.
    pub lines: Vec<Line>,
    /// Every rule that played a part, in the order it first did.
    pub rules: Vec<Rule>,
    /// All dice, in the order they fell.
    pub dice: Vec<u8>,
    /// All answers, as numbers of choices.
    pub answers: Vec<u32>,
}

/// A rulebook behind the façade.
pub trait AnyRulebook: Send + Sync {
    /// What it is.
    fn about(&self) -> &'static About;
    /// Every statement of its charts.
    fn ledger(&self) -> Ledger;
    /// Its charts and switches as opened.
    fn charts(&self) -> &ChartSet;
    /// Every kind of question it can ask.
    fn questions(&self) -> &'static [&'static QuestionKind];
    /// Its procedures, in the rulebook's order.
    fn procedures(&self) -> &[Box<dyn AnyProcedure>];
    /// The schema of its events.
    fn event_schema(&self) -> Value;
    /// The schema of the commands of an evening.
    fn command_schema(&self) -> Value;
    /// The schema of what a game may wait for, with every question of this rulebook.
    fn question_schema(&self) -> Value;

    /// The scales it can be played at; the one this table plays at comes first.
    fn scales(&self) -> Result<Vec<Scale>, Fault>;
    /// A random force from these dice; nothing where the rulebook has no tables for it.
    fn muster(&self, request: &MusterRequest, seed: u64) -> Option<Result<Roster, Stopped>>;
    /// Which rules fire in so many random forces; nothing where the rulebook has no tables for them.
    fn muster_coverage(&self, request: &MusterRequest, seed: u64, times: u64) -> Option<Result<RuleSet, Stopped>>;
    /// Begins an evening at a real table under this rulebook. The secret's commitment was published before the seats gave
    /// their words.
    fn begin_evening(&self, title: &str, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault>;
    /// Opens the save of an evening; without the secret its dice can only be typed.
    fn open_evening(&self, save: &[u8], secret: Option<Secret>) -> Result<Box<dyn AnyGame>, Fault>;
    /// Whether the save of an evening is whole, its dice honest, and its outcomes what the rules say.
    fn verify_evening(&self, save: &[u8]) -> Result<VerifyReport, Fault>;
    /// Whether it plays whole battles on a map.
    fn is_wargame(&self) -> bool;
    /// Musters a battle folder, ready to be played; nothing where the rulebook has no game on a map.
    fn take_field(&self, folder: &Folder) -> Option<Result<Box<dyn AnyField>, Vec<Fault>>>;

    /// The procedure of this name.
    fn procedure(&self, name: &str) -> Option<&dyn AnyProcedure> {
        self.procedures().iter().map(Box::as_ref).find(|procedure| procedure.name() == name)
    }
}

/// A procedure behind the façade.
pub trait AnyProcedure: Send + Sync {
    /// Its name in commands and files.
    fn name(&self) -> &'static str;
    /// The chapter it belongs to.
    fn chapter(&self) -> &'static str;
    /// What it settles.
    fn summary(&self) -> &'static str;
    /// The schema of its situation.
    fn situation_schema(&self) -> Value;
    /// The schema of its outcome.
    fn outcome_schema(&self) -> Value;
    /// Situations worth looking at, the plainest first.
    fn examples(&self) -> Vec<(&'static str, Value)>;
    /// Refuses a situation that is badly formed or cannot be.
    fn check(&self, situation: &Value) -> Result<(), Stopped>;
    /// Settles a situation with the dice and answers so far, then with `orders` and `dice`.
    fn resolve(
        &self,
        situation: &Value,
        faces: Vec<u8>,
        answers: Vec<u32>,
        orders: &GivenAnswers,
        dice: &mut dyn Dice<Pause = Waiting>,
    ) -> Result<Progress, Stopped>;
    /// The exact odds; open questions are shown side by side.
    fn odds(&self, situation: &Value, options: &OddsOptions) -> Result<Vec<OddsColumn>, Stopped>;
    /// How often each outcome (as JSON text) came up in so many rollouts, all questions answered by `orders`.
    fn rollouts(
        &self,
        situation: &Value,
        orders: &GivenAnswers,
        seed: u64,
        times: u64,
    ) -> Result<BTreeMap<String, u64>, Stopped>;
    /// Which rules fire in so many rollouts with random answers.
    fn coverage(&self, situation: &Value, seed: u64, times: u64) -> Result<RuleSet, Stopped>;
}

/// Opens a rulebook with the house rules of `overlay`, if any. Every mistake of the overlay is reported at once.
pub fn open<B: Rulebook>(overlay: Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>> {
    Ok(Box::new(shelve::<B>(overlay, None)?))
}

/// The same for a rulebook that plays whole battles on a map.
pub fn open_wargame<B: Wargame>(overlay: Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>>
where
    <B::Theatre as Play>::Battle: Send + Sync,
    <B::Theatre as Play>::Command: Send,
{
    Ok(Box::new(shelve::<B>(overlay, Some(field::<B>))?))
}

fn shelve<B: Rulebook>(overlay: Option<&Overlay>, field: Option<TakeField<B>>) -> Result<Shelved<B>, Vec<Fault>> {
    let charts = ChartSet::open(B::ABOUT.slug, B::sources(), overlay)?;
    let mut shelf = Shelved { procedures: Vec::new(), book: Arc::new(open_typed(charts)?), field };
    B::procedures(&mut shelf);
    Ok(shelf)
}

/// Reads the charts into typed tables. What the house rules have wrong is taken back piece by piece, so that all of it is
/// found at once.
fn open_typed<B: Rulebook>(mut charts: ChartSet) -> Result<B, Vec<Fault>> {
    let mut faults = Vec::new();
    loop {
        match B::open(charts.clone()) {
            Ok(book) if faults.is_empty() => return Ok(book),
            Ok(_) => return Err(faults),
            Err(fault) => match charts.take_back(fault) {
                Ok(placed) => faults.push(placed),
                Err(fault) => {
                    faults.push(fault);
                    return Err(faults);
                }
            },
        }
    }
}

/// How a rulebook with a game musters a battle folder.
type TakeField<B> = fn(&B, Rules, &Folder) -> Result<Box<dyn AnyField>, Vec<Fault>>;

struct Shelved<B> {
    book: Arc<B>,
    field: Option<TakeField<B>>,
    procedures: Vec<Box<dyn AnyProcedure>>,
}

impl<B: Rulebook> ProcedureVisitor<B> for Shelved<B> {
    fn visit<P: Procedure<Book = B>>(&mut self) {
        self.procedures.push(Box::new(Erased::<P> { book: Arc::clone(&self.book), procedure: PhantomData }));
    }
}

impl<B: Rulebook> AnyRulebook for Shelved<B> {
    fn about(&self) -> &'static About {
        const { &B::ABOUT }
    }

    fn ledger(&self) -> Ledger {
        B::ledger()
    }

    fn charts(&self) -> &ChartSet {
        self.book.charts()
    }

    fn questions(&self) -> &'static [&'static QuestionKind] {
        B::QUESTIONS
    }

    fn procedures(&self) -> &[Box<dyn AnyProcedure>] {
        &self.procedures
    }

    fn event_schema(&self) -> Value {
        schema::<B::Event>()
    }

    fn command_schema(&self) -> Value {
        let names = self
            .procedures
            .iter()
            .map(|procedure| json!({ "const": procedure.name(), "description": procedure.summary() }));
        let mut schema = schema::<Settle>();
        schema["properties"]["procedure"]["oneOf"] = names.collect();
        schema
    }

    fn question_schema(&self) -> Value {
        let names = B::QUESTIONS.iter().map(|question| {
            let description = format!("{} {} ({})", question.prompt, question.about, question.rule);
            json!({ "const": question.name, "description": description })
        });
        let names: Value = names.collect();
        let mut schema = schema::<WaitingLine>();
        for form in schema["oneOf"].as_array_mut().into_iter().flatten() {
            if let Some(question) = form.pointer_mut("/properties/question") {
                question["oneOf"] = names.clone();
            }
        }
        schema
    }

    fn scales(&self) -> Result<Vec<Scale>, Fault> {
        self.book.scales()
    }

    fn muster(&self, request: &MusterRequest, seed: u64) -> Option<Result<Roster, Stopped>> {
        let mut umpire = counting::<B>(seed, Unattended::Drawn(Fast::seeded(!seed)));
        self.book.muster(request, &mut umpire).map(|roster| roster.map_err(Stopped::from))
    }

    fn muster_coverage(&self, request: &MusterRequest, seed: u64, times: u64) -> Option<Result<RuleSet, Stopped>> {
        let mut umpire = counting::<B>(seed, Unattended::Drawn(Fast::seeded(!seed)));
        for _ in 0..times {
            if let Err(halt) = self.book.muster(request, &mut umpire)? {
                return Some(Err(halt.into()));
            }
        }
        Some(Ok(umpire.record.rules))
    }

    fn begin_evening(&self, title: &str, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault> {
        let setup = Setup { rules: self.rules(), title: title.to_owned(), seats };
        Ok(Box::new(Game::new(self.evening(), setup, Settled::default(), secret)?))
    }

    fn open_evening(&self, save: &[u8], secret: Option<Secret>) -> Result<Box<dyn AnyGame>, Fault> {
        Ok(Box::new(Game::open_bytes(self.evening(), &self.rules(), save, secret)?))
    }

    fn verify_evening(&self, save: &[u8]) -> Result<VerifyReport, Fault> {
        verify_with(self.evening(), &self.rules(), save)
    }

    fn is_wargame(&self) -> bool {
        self.field.is_some()
    }

    fn take_field(&self, folder: &Folder) -> Option<Result<Box<dyn AnyField>, Vec<Fault>>> {
        self.field.map(|field| field(&self.book, self.rules(), folder))
    }
}

impl<B: Rulebook> Shelved<B> {
    fn evening(&self) -> Arc<Evening<B>> {
        Arc::new(Evening::new(Arc::clone(&self.book)))
    }

    fn rules(&self) -> Rules {
        Rules {
            rulebook: B::ABOUT.slug.to_owned(),
            charts: self.charts().digest(),
            switches: self.switches(),
            folder: None,
        }
    }

    fn switches(&self) -> Vec<(String, String)> {
        self.charts().switches().iter().map(|switch| (switch.id.clone(), switch.value.clone())).collect()
    }
}

struct Erased<P: Procedure> {
    book: Arc<P::Book>,
    procedure: PhantomData<fn() -> P>,
}

impl<P: Procedure> Erased<P> {
    fn read(&self, situation: &Value) -> Result<P::Situation, Stopped> {
        Ok(read_situation::<P>(&self.book, situation)?)
    }
}

impl<P: Procedure> AnyProcedure for Erased<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn chapter(&self) -> &'static str {
        P::CHAPTER
    }

    fn summary(&self) -> &'static str {
        P::SUMMARY
    }

    fn situation_schema(&self) -> Value {
        schema::<P::Situation>()
    }

    fn outcome_schema(&self) -> Value {
        schema::<P::Outcome>()
    }

    fn examples(&self) -> Vec<(&'static str, Value)> {
        P::examples().into_iter().map(|(name, situation)| (name, to_json(&situation))).collect()
    }

    fn check(&self, situation: &Value) -> Result<(), Stopped> {
        self.read(situation).map(drop)
    }

    fn resolve(
        &self,
        situation: &Value,
        faces: Vec<u8>,
        answers: Vec<u32>,
        orders: &GivenAnswers,
        dice: &mut dyn Dice<Pause = Waiting>,
    ) -> Result<Progress, Stopped> {
        let situation = self.read(situation)?;
        let (given_faces, given_answers) = (faces.len(), answers.len());
        let mut dice = Continued::new(faces, dice);
        let mut answers = Asked::new(answers, orders.clone());
        let mut umpire: Attended<'_, _> = Official { dice: &mut dice, answers: &mut answers, record: Kept::new() };
        let result = P::run(&self.book, &situation, &mut umpire);
        let record = umpire.record;
        let lines = lines_of(self.book.charts(), &record, given_faces);
        let (outcome, summary) = match result {
            Ok(outcome) => (to_json(&outcome), P::line(&outcome)),
            Err(Halt::Pause(waiting)) => {
                return Ok(Progress::Waiting { waiting, faces: dice.faces, answers: answers.answers, lines });
            }
            Err(Halt::Refused(refusal)) => return Err(Stopped::Refused(*refusal)),
            Err(Halt::Fault(fault)) => return Err(Stopped::Fault(*fault)),
        };
        all_used("dice", given_faces, dice.used())?;
        all_used("answers", given_answers, answers.used())?;
        let (dice, answers) = (dice.faces, answers.answers);
        Ok(Progress::Done(Resolution { outcome, summary, lines, rules: record.rules(), dice, answers }))
    }

    fn odds(&self, situation: &Value, options: &OddsOptions) -> Result<Vec<OddsColumn>, Stopped> {
        let situation = self.read(situation)?;
        let columns = side_by_side(options, |umpire| P::run(&self.book, &situation, umpire))?;
        Ok(columns.iter().map(|column| erase_odds::<P>(&column.answers, &column.odds)).collect())
    }

    fn rollouts(
        &self,
        situation: &Value,
        orders: &GivenAnswers,
        seed: u64,
        times: u64,
    ) -> Result<BTreeMap<String, u64>, Stopped> {
        let situation = self.read(situation)?;
        let mut counts: indexmap::IndexMap<P::Outcome, u64, rustc_hash::FxBuildHasher> = indexmap::IndexMap::default();
        let mut umpire = counting::<P::Book>(seed, Unattended::Ordered(orders));
        for _ in 0..times {
            *counts.entry(P::run(&self.book, &situation, &mut umpire)?).or_default() += 1;
        }
        let mut texts = BTreeMap::new();
        for (outcome, count) in counts {
            texts.insert(to_json(&outcome).to_string(), count);
        }
        Ok(texts)
    }

    fn coverage(&self, situation: &Value, seed: u64, times: u64) -> Result<RuleSet, Stopped> {
        let situation = self.read(situation)?;
        let mut umpire = counting::<P::Book>(seed, Unattended::Drawn(Fast::seeded(!seed)));
        for _ in 0..times {
            P::run(&self.book, &situation, &mut umpire)?;
        }
        Ok(umpire.record.rules)
    }
}

/// Refuses dice or answers that were given and never needed.
fn all_used(what: &str, given: usize, used: usize) -> Result<(), Fault> {
    match given.saturating_sub(used) {
        0 => Ok(()),
        left => {
            Err(Fault::at(what, 0, used + 1, format!("{left} of the {what} were never needed")).hint("leave them out"))
        }
    }
}

/// An umpire with fast dice who keeps which rules fired.
fn counting<B: Rulebook>(seed: u64, answers: Unattended<'_>) -> Official<Fast, Unattended<'_>, Counted<B::Event>> {
    Official { dice: Fast::seeded(seed), answers, record: Counted::with_room(B::ledger().len()) }
}

pub(super) fn schema<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T).to_value();
    describe_variants(&mut schema);
    schema
}

/// Our own types always turn into JSON: they have no maps with other keys than text, and no failing fields.
pub(super) fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
