//! The balance certificate: what a study found, kept with the battle as `balance.json`.
//!
//! One file holds one certificate for each rulebook the battle was studied under. A certificate says who wins how often and how
//! sure that is, who played, and what it holds for: once the folder or the charts change, it is out of date, and says so by
//! its digests. The format is described in `docs/study.md`.

use engine::Fault;
use serde::{Deserialize, Serialize};

use crate::wilson::Interval;
use crate::{Findings, Study};

/// The name of the file in a battle folder.
pub const FILE: &str = "balance.json";

/// The version of the format.
pub const FORMAT: u32 = 1;

/// LIMIT: bytes of the file; a certificate has some eight hundred.
pub const BYTES_MAX: usize = 64 << 10;

/// What is known about the balance of a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Balance {
    /// The version of the format.
    pub format: u32,
    /// One for each rulebook, in the order of their names.
    pub certificates: Vec<Certificate>,
}

/// What a study found under one rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Certificate {
    /// The rulebook.
    pub rulebook: String,
    /// Its switches that were not set as printed, as name and value.
    pub switches: Vec<(String, String)>,
    /// The digest of its charts and switches.
    pub charts: String,
    /// The digest of the battle folder.
    pub folder: String,
    /// The version of the engine.
    pub engine: String,
    /// The generals, union first; they changed sides halfway.
    pub generals: [String; 2],
    /// How many battles were fought.
    pub battles: u64,
    /// The seed of the first.
    pub seed: u64,
    /// How often the union won.
    pub union: Interval,
    /// How often the confederates won.
    pub confederate: Interval,
    /// How often nobody did.
    pub draw: Interval,
    /// Turns a battle took, on average.
    pub turns: f64,
    /// Men either side lost, on average.
    pub lost: [f64; 2],
}

impl Certificate {
    /// What a study found.
    pub fn of(study: &Study, findings: &Findings) -> Self {
        let subject = &study.subject;
        let [union, confederate, draw] = [0, 1, 2].map(|place| findings.by_side[place].interval);
        Certificate {
            rulebook: subject.rulebook.clone(),
            switches: subject.switches.clone(),
            charts: subject.charts.clone(),
            folder: subject.folder.clone(),
            engine: subject.engine.clone(),
            generals: study.generals.clone(),
            battles: findings.battles,
            seed: study.seed,
            union,
            confederate,
            draw,
            turns: findings.turns.mean,
            lost: findings.lost.map(|lost| lost.mean),
        }
    }

    /// The figure in one line: `union 48.1% (45.0 to 51.2), confederate …`.
    pub fn line(&self) -> String {
        let percent = |name: &str, found: Interval| {
            let [share, low, high] = [found.share, found.low, found.high].map(|part| part * 100.0);
            format!("{name} {share:.1}% ({low:.1} to {high:.1})")
        };
        let shares =
            [percent("union", self.union), percent("confederate", self.confederate), percent("draw", self.draw)];
        let [first, second] = &self.generals;
        format!("{}: {}; {} battles, {first} against {second}", self.rulebook, shares.join(", "), self.battles)
    }
}

impl Balance {
    /// Nothing known yet.
    pub fn empty() -> Self {
        Balance { format: FORMAT, certificates: Vec::new() }
    }

    /// Reads the file of a battle folder.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let advice = "longroll study BATTLE --certify writes it anew once it is taken away";
        if bytes.len() > BYTES_MAX {
            return Err(Fault::of_file(FILE, "this is too large for a balance certificate").hint(advice));
        }
        let balance: Balance = serde_json::from_slice(bytes)
            .map_err(|error| Fault::at(FILE, error.line(), error.column(), reason(&error)).hint(advice))?;
        if balance.format != FORMAT {
            let why = format!("this is format {}, and this version reads {FORMAT}", balance.format);
            return Err(Fault::of_file(FILE, why).hint(advice));
        }
        Ok(balance)
    }

    /// Puts a certificate in the place of the one for the same rulebook.
    pub fn put(&mut self, certificate: Certificate) {
        self.certificates.retain(|other| other.rulebook != certificate.rulebook);
        self.certificates.push(certificate);
        self.certificates.sort_by(|a, b| a.rulebook.cmp(&b.rulebook));
    }

    /// The file as text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).map(|text| text + "\n").unwrap_or_default()
    }
}

/// What serde says, without the place, which stands before it.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(reason, _)| reason.to_owned())
}
