//! Studies that run on the server: many battles between generals, with the figures so far for whoever watches.
//!
//! They are work, not games: they live in memory, and whoever restarts the server begins them again.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use battle::Battle;
use engine::Side;
use engine::book::AnyField;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use study::{Bout, Bouts, Findings, Lost, Study, Subject};

use crate::problem::{Kind, Problem};

/// LIMIT: battles of one study.
pub(crate) const BATTLES_MAX: u64 = 10_000;
/// LIMIT: studies that run at once: people at tables come first.
const RUNNING_MAX: usize = 2;
/// LIMIT: studies that are remembered.
const KNOWN_MAX: usize = 50;

/// How far a study has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StudyState {
    /// It goes on.
    Running,
    /// Every battle was fought.
    Done,
    /// Somebody has had enough.
    Cancelled,
    /// A battle could not be fought to its end.
    Failed,
}

/// A study as whoever watches it sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StudyPage {
    /// Its name.
    study: String,
    /// How far it has come.
    state: StudyState,
    /// Battles that were fought.
    fought: u64,
    /// Battles that are to be fought.
    battles: u64,
    /// What was found so far, as `longroll study --json` prints it; nothing before the first battle.
    results: Option<Value>,
    /// Why it failed.
    why: Option<String>,
}

/// What is studied.
pub(crate) struct Matter {
    pub subject: Subject,
    pub field: Arc<dyn AnyField>,
    pub bouts: Bouts,
}

impl Matter {
    /// Names and history come from the battle folder.
    pub(crate) fn named(subject: Subject, battle: &Battle) -> Subject {
        let plan = &battle.plan;
        let side = |side: Side| {
            let named = plan.sides.iter().find(|one| one.id.as_str() == side.name());
            named.or_else(|| plan.sides.get(side as usize))
        };
        let lost = |one: &battle::plan::Side| one.lost.map(|lost| Lost { least: lost.least, most: lost.most });
        Subject {
            title: plan.name.clone(),
            sides: Side::ALL.map(|one| side(one).map_or_else(|| one.name().to_owned(), |one| one.name.clone())),
            history: Side::ALL.map(|one| side(one).and_then(lost)),
            ..subject
        }
    }
}

/// One study.
struct Job {
    id: String,
    matter: Matter,
    /// The number of the next battle to be fought.
    next: AtomicU64,
    stop: AtomicBool,
    inside: Mutex<Inside>,
}

struct Inside {
    state: StudyState,
    /// Every battle with its number, in the order they came to an end.
    fought: Vec<(u64, Bout)>,
    why: Option<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// Fights battles until there is none left.
    fn work(&self) {
        let Matter { field, bouts, .. } = &self.matter;
        let names = [bouts.generals[0].as_str(), bouts.generals[1].as_str()];
        while !self.stop.load(Relaxed) {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= bouts.battles {
                return;
            }
            let (seed, swapped) = bouts.lot(number);
            let [union, confederate] = names;
            let leads = if swapped { [confederate, union] } else { names };
            match study::bouts::one(field.as_ref(), leads, seed, false) {
                Ok(fought) => lock(&self.inside).fought.push((number, Bout { seed, swapped, fought })),
                Err(fault) => {
                    lock(&self.inside).why = Some(fault.during(&format!("seed {seed}")).to_string());
                    self.stop.store(true, Relaxed);
                }
            }
        }
    }

    /// Runs on all cores but one, which is left to the tables.
    fn run(&self) {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get).saturating_sub(1).max(1);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.work());
            }
        });
        let mut inside = lock(&self.inside);
        inside.state = match &inside.why {
            Some(_) => StudyState::Failed,
            None if (inside.fought.len() as u64) < self.matter.bouts.battles => StudyState::Cancelled,
            None => StudyState::Done,
        };
    }

    fn page(&self) -> StudyPage {
        let Matter { subject, bouts, .. } = &self.matter;
        let (state, mut fought, why) = {
            let inside = lock(&self.inside);
            (inside.state, inside.fought.clone(), inside.why.clone())
        };
        let count = fought.len() as u64;
        fought.sort_by_key(|(number, _)| *number);
        let study = Study {
            subject: subject.clone(),
            generals: bouts.generals.clone(),
            seed: bouts.seed,
            bouts: fought.into_iter().map(|(_, bout)| bout).collect(),
        };
        let results = (count > 0).then(|| {
            let mut results = json!(study);
            results["findings"] = json!(Findings::of(&study));
            results
        });
        StudyPage { study: self.id.clone(), state, fought: count, battles: bouts.battles, results, why }
    }
}

/// The studies of a server.
#[derive(Default)]
pub(crate) struct Studies {
    jobs: Mutex<VecDeque<Arc<Job>>>,
}

impl Studies {
    /// Begins a study.
    pub(crate) fn begin(&self, id: String, matter: Matter) -> Result<StudyPage, Problem> {
        let inside = Mutex::new(Inside { state: StudyState::Running, fought: Vec::new(), why: None });
        let job = Arc::new(Job { id, matter, next: AtomicU64::new(0), stop: AtomicBool::new(false), inside });
        let mut jobs = lock(&self.jobs);
        let running = jobs.iter().filter(|job| lock(&job.inside).state == StudyState::Running).count();
        if running >= RUNNING_MAX {
            let why = format!("{running} studies are running already");
            return Err(Problem::new(Kind::TooOften, why, "wait until one has ended, or cancel one of yours"));
        }
        if jobs.len() >= KNOWN_MAX {
            jobs.pop_front();
        }
        jobs.push_back(Arc::clone(&job));
        drop(jobs);
        let page = job.page();
        tokio::task::spawn_blocking(move || job.run());
        Ok(page)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let jobs = lock(&self.jobs);
        jobs.iter().find(|job| job.id == id).cloned().ok_or_else(|| Problem::missing("study"))
    }

    /// How far a study has come.
    pub(crate) fn page(&self, id: &str) -> Result<StudyPage, Problem> {
        Ok(self.find(id)?.page())
    }

    /// Ends a study; what was fought stays.
    pub(crate) fn cancel(&self, id: &str) -> Result<StudyPage, Problem> {
        let job = self.find(id)?;
        job.stop.store(true, Relaxed);
        Ok(job.page())
    }

    /// Ends all of them: the server closes.
    pub(crate) fn close(&self) {
        lock(&self.jobs).iter().for_each(|job| job.stop.store(true, Relaxed));
    }
}
