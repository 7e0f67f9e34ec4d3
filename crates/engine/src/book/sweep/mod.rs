//! The sweep: which rules of a rulebook ever fire in its procedures.
//!
//! It plays the examples, then situations made out of them by changing a few fields to other legal values, with random dice
//! and random answers, as printed and with switches turned; and it makes up random forces. A situation in which
//! something fired for the first time is kept, and changed further: so it finds its way to rules that lie several changes
//! away from every example. A rule fires when it is cited by an outcome, or by a refusal: to forbid is to apply.
//!
//! One seed, one sweep, on every machine.

mod vary;

use serde_json::Value;
use vary::Variation;

use super::shape::Shape;
use super::{AnyProcedure, AnyRulebook, MusterRequest, Stopped};
use crate::chart::{ChartSet, Overlay, OverlayFile, Switch};
use crate::{Fast, Fault, Ledger, Rule, RuleSet, Side};

/// Opens a rulebook as printed or with switches turned.
pub type Open<'a> = &'a dyn Fn(Option<&Overlay>) -> Result<Box<dyn AnyRulebook>, Vec<Fault>>;

/// How thorough a sweep is.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// What all its lots follow from.
    pub seed: u64,
    /// Changed situations tried for each procedure.
    pub tries: u32,
    /// How often the dice of each are thrown.
    pub times: u64,
    /// Whether to go on when every rule that can fire has fired: only so a rule is found that fires and is said not to.
    pub to_the_end: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { seed: 1862, tries: 20_000, times: 2, to_the_end: false }
    }
}

/// How far a sweep has come.
#[derive(Clone, Copy, Debug)]
pub struct Advance {
    /// Situations tried so far.
    pub tried: u64,
    /// Out of how many at most.
    pub of: u64,
    /// Rules that have fired so far.
    pub fired: usize,
}

/// What a sweep has found.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The rules that fired.
    pub fired: RuleSet,
    /// Situations tried.
    pub tried: u64,
    /// Those of them that the rules could settle.
    pub settled: u64,
    /// Possible situations that the rules could not settle because their data are broken; each once.
    pub broken: Vec<String>,
}

/// LIMIT: settings in which all switches are turned together. Ours have at most five choices each.
const TURNED_MAX: usize = 6;
/// Settings in which every switch is set by lot.
const MIXED: usize = 4;
/// How often the dice of an example are thrown.
const EXAMPLE_TIMES: u64 = 100;
/// Situations of a procedure tried in a row, before the next has its turn.
const STRIDE: u32 = 50;
/// A walk from situation to situation has about so many steps before it starts again from one that was kept.
const WALK: usize = 16;
/// One in so many possible situations is kept although nothing new fired in it, so that walks start from many places.
const STROLL: usize = 60;
/// LIMIT: situations kept for a procedure.
const KEPT_MAX: usize = 400;
/// Random forces made of each side and year.
const FORCES: u64 = 5;

/// Sweeps a rulebook. `progress` is told now and then how far it has come.
pub fn sweep(open: Open<'_>, effort: Effort, progress: &mut dyn FnMut(Advance)) -> Result<Swept, Vec<Fault>> {
    let mut books = vec![open(None)?];
    for overlay in settings(books[0].about().slug, books[0].charts(), effort.seed) {
        // Switches that exclude each other are no setting.
        books.extend(open(Some(&overlay)));
    }
    let books: Vec<&dyn AnyRulebook> = books.iter().map(Box::as_ref).collect();
    Ok(sweep_books(&books, effort, progress))
}

/// Sweeps a rulebook in these settings and no others; all are the same rulebook.
pub fn sweep_books(books: &[&dyn AnyRulebook], effort: Effort, progress: &mut dyn FnMut(Advance)) -> Swept {
    let Some(first) = books.first() else {
        return Swept { fired: RuleSet::default(), tried: 0, settled: 0, broken: Vec::new() };
    };
    let ledger = first.ledger();
    let fired = RuleSet::with_room(ledger.len());
    let mut swept = Swept { fired, tried: 0, settled: 0, broken: Vec::new() };
    books.iter().for_each(|book| swept.muster(*book));
    let mut lot = Variation::new(effort.seed, first.charts());
    let in_all_settings = |at: usize| books.iter().filter_map(move |book| book.procedures().get(at)).map(Box::as_ref);
    let procedures = (0..first.procedures().len()).map(|at| in_all_settings(at).collect());
    let mut hunts: Vec<Hunt<'_>> = procedures.map(|settings| Hunt::new(settings, &mut swept, &mut lot)).collect();
    let of = swept.tried + hunts.len() as u64 * u64::from(effort.tries);
    for _ in 0..effort.tries.div_ceil(STRIDE) {
        for hunt in &mut hunts {
            let is_complete = || ledger.rules().all(|rule| swept.fired.contains(rule) || ledger.beyond(rule).is_some());
            if !effort.to_the_end && is_complete() {
                return swept;
            }
            progress(Advance { tried: swept.tried, of, fired: swept.fired.len() });
            for _ in 0..STRIDE {
                hunt.step(effort.times, &mut swept, &mut lot);
            }
        }
    }
    swept
}

/// Settings of the switches besides the printed one: all turned by one, by two, until each has been everywhere; then by lot.
fn settings(slug: &str, charts: &ChartSet, seed: u64) -> Vec<Overlay> {
    let switches = || charts.switches().iter().filter(|switch| !switch.choices.is_empty());
    let most = switches().map(|switch| switch.choices.len()).max().unwrap_or(1);
    let mut lot = Fast::seeded(seed);
    let mut overlay = |by: Option<usize>| {
        let line = |switch: &Switch| {
            let printed = switch.choices.iter().position(|choice| *choice == switch.default).unwrap_or(0);
            let turned = by.map_or_else(|| lot.below(switch.choices.len() as u32) as usize, |by| printed + by);
            format!("{} = \"{}\"\n", switch.id, switch.choices[turned % switch.choices.len()])
        };
        let text = switches().map(line).collect();
        let name = "switches.toml".to_owned();
        Overlay { files: vec![OverlayFile { path: name.clone(), slug: slug.to_owned(), name, text }] }
    };
    let turned = (1..most.min(TURNED_MAX)).map(Some);
    let mixed = std::iter::repeat_n(None, if most > 1 { MIXED } else { 0 });
    turned.chain(mixed).map(&mut overlay).collect()
}

impl Swept {
    /// What is wrong with a ledger after this sweep: rules that never fire though nothing says why not, rules that fire though
    /// it is said that they cannot, and situations that could not be settled. Empty is what a test wants.
    pub fn complaints(&self, ledger: Ledger) -> Vec<String> {
        let complaint = |rule: Rule| match (self.fired.contains(rule), ledger.beyond(rule)) {
            (false, None) => Some(format!("{rule} never fires, and nothing says why: {}", rule.statement())),
            (true, Some(beyond)) => Some(format!("{rule} fires, and is said to need a {}", beyond.name())),
            _ => None,
        };
        let broken = self.broken.iter().map(|broken| format!("not settled: {broken}"));
        ledger.rules().filter_map(complaint).chain(broken).collect()
    }

    /// Runs a situation, and says whether anything fired for the first time; nothing if it cannot be.
    fn run(&mut self, procedure: &dyn AnyProcedure, situation: &Value, seed: u64, times: u64) -> Option<bool> {
        self.tried += 1;
        let before = self.fired.len();
        match procedure.coverage(situation, seed, times) {
            Ok(rules) => {
                self.settled += 1;
                self.fired.merge(&rules);
            }
            Err(Stopped::Refused(refusal)) => {
                refusal.reasons.iter().filter_map(|reason| reason.rule).for_each(|rule| self.fired.insert(rule));
                return None;
            }
            Err(stopped) => {
                if procedure.check(situation).is_ok() {
                    let broken = format!("{}: {stopped:?}", procedure.name());
                    if !self.broken.contains(&broken) {
                        self.broken.push(broken);
                    }
                }
                return None;
            }
        }
        Some(self.fired.len() > before)
    }

    /// Makes up forces of both sides in every year of the war.
    fn muster(&mut self, book: &dyn AnyRulebook) {
        for (year, side) in (1861..=1865).flat_map(|year| Side::ALL.map(|side| (year, side))) {
            let request = MusterRequest { side, year, month: 6 };
            if let Some(Ok(rules)) = book.muster_coverage(&request, u64::from(year), FORCES) {
                self.fired.merge(&rules);
            }
        }
    }
}

/// The sweep over one procedure.
struct Hunt<'b> {
    /// The procedure in every setting of the switches.
    settings: Vec<&'b dyn AnyProcedure>,
    shape: Shape,
    /// The examples, every situation in which something fired for the first time, and some others.
    kept: Vec<Value>,
    now: Value,
}

impl<'b> Hunt<'b> {
    fn new(settings: Vec<&'b dyn AnyProcedure>, swept: &mut Swept, lot: &mut Variation) -> Self {
        let (mut kept, mut shape) = (Vec::new(), Shape::Json);
        if let Some(procedure) = settings.first() {
            kept.extend(procedure.examples().into_iter().map(|(_, situation)| situation));
            shape = Shape::of(&procedure.situation_schema());
        }
        for (procedure, example) in settings.iter().flat_map(|procedure| kept.iter().map(move |kept| (procedure, kept)))
        {
            swept.run(*procedure, example, lot.seed(), EXAMPLE_TIMES);
        }
        let now = kept.first().cloned().unwrap_or_default();
        Hunt { settings, shape, kept, now }
    }

    /// Changes the situation a little. One that cannot be is forgotten; from time to time it starts again from one kept.
    fn step(&mut self, times: u64, swept: &mut Swept, lot: &mut Variation) {
        let setting = lot.below(self.settings.len());
        let Some(procedure) = self.settings.get(setting) else {
            return;
        };
        if lot.below(WALK) == 0 {
            let at = lot.below(self.kept.len());
            self.now = self.kept.get(at).cloned().unwrap_or_default();
        }
        let mut changed = self.now.clone();
        lot.vary(&self.shape, &mut changed, &self.kept);
        if let Some(is_new) = swept.run(*procedure, &changed, lot.seed(), times) {
            if is_new || (self.kept.len() < KEPT_MAX && lot.below(STROLL) == 0) {
                self.kept.push(changed.clone());
            }
            self.now = changed;
        }
    }
}
