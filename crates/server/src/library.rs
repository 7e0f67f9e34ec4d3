//! What can be played: rulebooks, battles, and a battle under a rulebook.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use battle::Battle;
use battle::plan::Plan;
use engine::Fault;
use engine::book::{AnyField, AnyRulebook, Folder, Measure};
use engine::chart::{Overlay, OverlayFile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::{Kind, Problem};

/// LIMIT: fielded battles kept at hand. Games share them; one more is mustered again in a moment.
const FIELDS_MAX: usize = 128;
/// LIMIT: files of a battle folder or of house rules.
const FILES_MAX: usize = 64;

/// What a table changes in the printed rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct House {
    /// Optional rules, by the names of their switches.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// Charts with other cells, by the names of their files.
    #[serde(default)]
    pub charts: BTreeMap<String, String>,
}

impl House {
    fn overlay(&self, slug: &str) -> Result<Option<Overlay>, Problem> {
        if self.switches.is_empty() && self.charts.is_empty() {
            return Ok(None);
        }
        let plain = |text: &String| !text.is_empty() && !text.contains(['"', '\\', '\n', '\r', '=', '#']);
        if !self.switches.iter().all(|(name, value)| plain(name) && plain(value)) || self.charts.len() > FILES_MAX {
            return Err(Problem::senseless(
                "a switch is not written as switches are",
                "name it and its value as listed",
            ));
        }
        let mut files = Vec::new();
        let mut lay = |name: &str, text: String| {
            let (path, slug) = (format!("house/{slug}/{name}"), slug.to_owned());
            files.push(OverlayFile { path, slug, name: name.to_owned(), text });
        };
        if !self.switches.is_empty() {
            let lines = self.switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n"));
            lay("switches.toml", lines.collect());
        }
        for (name, text) in &self.charts {
            if !name.ends_with(".tsv") || name.contains(['/', '\\']) {
                return Err(Problem::senseless(format!("{name:?} is no chart"), "charts end in .tsv"));
            }
            lay(name, text.clone());
        }
        Ok(Some(Overlay { files }))
    }
}

/// A battle, before anybody opens it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleLine {
    /// The name of its folder.
    pub folder: String,
    /// What people call it.
    pub name: String,
    /// Where it was fought.
    pub place: String,
    /// When.
    pub date: String,
    /// One or two sentences.
    pub about: String,
    /// When it begins and ends.
    pub hours: [String; 2],
    /// The rulebooks it suits; empty if it suits all.
    pub suits: Vec<String>,
    /// The sides.
    pub sides: Vec<SideLine>,
    /// The edges of its ground.
    pub ground: GroundLine,
}

/// The edges of some ground, in its own units: 9,144 to the yard, x to the east and y to the north.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct GroundLine {
    /// The least x.
    pub west: i32,
    /// The least y.
    pub south: i32,
    /// The greatest x.
    pub east: i32,
    /// The greatest y.
    pub north: i32,
}

impl GroundLine {
    fn of(battle: &Battle) -> Self {
        let extent = battle.ground.extent();
        let (low, high) = (extent.south_west, extent.north_east);
        GroundLine { west: low.x, south: low.y, east: high.x, north: high.y }
    }
}

/// A formation of a battle, as people call it. Pieces on the map name theirs by its id.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormationLine {
    /// Its short name in the folder.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The formation it stands under.
    pub under: Option<String>,
}

impl FormationLine {
    fn all(battle: &Battle) -> Vec<Self> {
        let line = |formation: &battle::plan::Formation| FormationLine {
            id: formation.id.to_string(),
            name: formation.name.clone(),
            under: formation.under.as_ref().map(ToString::to_string),
        };
        battle.plan.formations.iter().map(line).collect()
    }
}

/// A side of a battle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideLine {
    /// Its short name in the folder.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Men, crews of guns among them.
    pub men: u32,
    /// Guns.
    pub guns: u32,
    /// Regiments, batteries and ships.
    pub units: u32,
}

/// A battle that is at hand.
pub(crate) struct Shown {
    pub line: BattleLine,
    pub folder: Folder,
    pub battle: Battle,
}

fn line_of(folder: &str, battle: &Battle) -> BattleLine {
    let plan = &battle.plan;
    let sides = plan.sides.iter().map(|side| {
        let mut line = SideLine { id: side.id.to_string(), name: side.name.clone(), men: 0, guns: 0, units: 0 };
        for formation in plan.formations.iter().filter(|formation| side_of(plan, formation) == Some(line.id.clone())) {
            for unit in &formation.units {
                line.men += unit.men;
                line.guns += unit.guns.iter().map(|guns| guns.count).sum::<u32>();
                line.units += 1;
            }
        }
        line
    });
    BattleLine {
        folder: folder.to_owned(),
        name: plan.name.clone(),
        place: plan.place.clone(),
        date: plan.date.to_string(),
        about: plan.about.clone(),
        hours: [plan.clock.start.to_string(), plan.clock.end.to_string()],
        suits: plan.suits.iter().map(ToString::to_string).collect(),
        sides: sides.collect(),
        ground: GroundLine::of(battle),
    }
}

/// The side of a formation: its own, or that of whoever it is under.
fn side_of(plan: &Plan, formation: &battle::plan::Formation) -> Option<String> {
    let mut at = formation;
    // A chain of command is never longer than the list of formations.
    for _ in 0..=plan.formations.len() {
        if let Some(side) = &at.side {
            return Some(side.to_string());
        }
        let above = at.under.as_ref()?.to_string();
        at = plan.formations.iter().find(|formation| formation.id.to_string() == above)?;
    }
    None
}

/// What can be played.
pub(crate) struct Library {
    books: OnceLock<Vec<Arc<dyn AnyRulebook>>>,
    battles: Vec<Shown>,
    fields: Mutex<Vec<(String, Arc<dyn AnyField>)>>,
}

impl Library {
    /// Opens the battles of the program, and those in folders. One that cannot be fought is left out and logged.
    pub(crate) fn open(folders: &[impl AsRef<Path>]) -> Library {
        let mut all: BTreeMap<String, BTreeMap<String, Vec<u8>>> = BTreeMap::new();
        for folder in shelf::BATTLES.iter().filter_map(|name| shelf::battle(name)) {
            all.insert(folder.name, folder.files);
        }
        for folder in folders.iter().map(AsRef::as_ref) {
            all.extend(read_folders(folder));
        }
        let battles = all.into_iter().filter(|(_, files)| files.contains_key("battle.toml")).filter_map(shown);
        Library { books: OnceLock::new(), battles: battles.collect(), fields: Mutex::default() }
    }

    /// The rulebooks as printed, opened once.
    pub(crate) fn books(&self) -> &[Arc<dyn AnyRulebook>] {
        self.books.get_or_init(|| match shelf::all() {
            Ok(books) => books.into_iter().map(Arc::from).collect(),
            Err(faults) => {
                tracing::error!(?faults, "a rulebook does not open");
                Vec::new()
            }
        })
    }

    pub(crate) fn book(&self, slug: &str) -> Result<&Arc<dyn AnyRulebook>, Problem> {
        self.books().iter().find(|book| book.about().slug == slug).ok_or_else(|| Problem::missing("rulebook"))
    }

    pub(crate) fn battles(&self) -> &[Shown] {
        &self.battles
    }

    pub(crate) fn battle(&self, folder: &str) -> Result<&Shown, Problem> {
        self.battles.iter().find(|shown| shown.line.folder == folder).ok_or_else(|| Problem::missing("battle"))
    }

    /// The edges of the ground of a folder, and its formations.
    pub(crate) fn lie_of(&self, folder: &Folder) -> Result<(GroundLine, Vec<FormationLine>), Problem> {
        let lie = |shown: &Shown| (shown.line.ground, FormationLine::all(&shown.battle));
        match self.battle(&folder.name) {
            Ok(shown) if shown.folder.mark() == folder.mark() => Ok(lie(shown)),
            _ => Ok(lie(&open(folder.clone())?)),
        }
    }

    /// A battle that has taken the field under a rulebook, shared by everybody who plays it.
    pub(crate) fn field(&self, slug: &str, house: &House, folder: &Folder) -> Result<Arc<dyn AnyField>, Problem> {
        let key = key_of(slug, house, folder);
        let lock = || self.fields.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, field)) = lock().iter().find(|(known, _)| *known == key) {
            return Ok(Arc::clone(field));
        }
        let field: Arc<dyn AnyField> = self.take_field(slug, house, folder)?.into();
        let mut fields = lock();
        if fields.len() >= FIELDS_MAX {
            fields.remove(0);
        }
        fields.push((key, Arc::clone(&field)));
        Ok(field)
    }

    /// A rulebook with what a table changes in it.
    pub(crate) fn book_with(&self, slug: &str, house: &House) -> Result<Arc<dyn AnyRulebook>, Problem> {
        let printed = self.book(slug)?;
        let Some(overlay) = house.overlay(slug)? else { return Ok(Arc::clone(printed)) };
        let own = shelf::take(slug, Some(&overlay));
        own.map(Arc::from).map_err(|faults| Problem::of_faults(faults, "mend the house rules"))
    }

    fn take_field(&self, slug: &str, house: &House, folder: &Folder) -> Result<Box<dyn AnyField>, Problem> {
        let book = self.book_with(slug, house)?;
        match book.take_field(folder) {
            Some(Ok(field)) => Ok(field),
            Some(Err(faults)) => Err(Problem::of_faults(faults, "mend the battle, or choose another rulebook")),
            None => {
                let why = format!("{} has no game on a map yet", book.about().title);
                Err(Problem::new(Kind::Refused, why, "choose another rulebook"))
            }
        }
    }

    /// The map of a battle, as a rulebook wants it.
    pub(crate) fn map(
        &self,
        battle: &Battle,
        rulebook: Option<&str>,
        style: Option<&str>,
        bare: bool,
    ) -> Result<String, Problem> {
        let mut options = atlas::Options::default();
        if let Some(style) = style {
            let known = atlas::Style::ALL.into_iter().find(|known| known.name() == style);
            options.style = known.ok_or_else(|| {
                Problem::senseless(format!("no map is drawn in {style:?}"), "take bars, stands or nato")
            })?;
        }
        if let Some(slug) = rulebook {
            let book = self.book(slug)?;
            let scales = book.scales().map_err(|fault| Problem::of_faults(vec![fault], "choose another rulebook"))?;
            let named = battle.plan.rulebooks.get(slug).and_then(|values| values.get("scale")?.as_str());
            let scale = scales.iter().find(|scale| named == Some(scale.name)).or(scales.first());
            let measure = scale.map(|scale| scale.ground);
            options.note = Some(match measure {
                Some(Measure::Hex { .. }) | None => book.about().title.to_owned(),
                Some(measure) => format!("{} · {}", book.about().title, measure.words()),
            });
            if let Some(Measure::Hex { yards }) = measure {
                options.hex_yards = Some(yards.into());
            }
        }
        Ok(if bare { atlas::draw_ground(battle, &options) } else { atlas::draw(battle, &options) })
    }
}

/// What tells one fielded battle from another.
fn key_of(slug: &str, house: &House, folder: &Folder) -> String {
    let house = serde_json::to_string(house).unwrap_or_default();
    let mark = folder.mark();
    format!("{slug}\n{}\n{}\n{house}", mark.name, engine::game::to_hex(&mark.digest))
}

/// The battles in a folder of folders.
fn read_folders(folder: &Path) -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let mut all = BTreeMap::new();
    let listing = match std::fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) => {
            tracing::warn!(folder = %folder.display(), %error, "a folder of battles cannot be opened");
            return all;
        }
    };
    for path in listing.flatten().map(|entry| entry.path()).filter(|path| path.join("battle.toml").is_file()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let mut files = battle::folder::read(&path).unwrap_or_default();
        if let Ok(balance) = std::fs::read(path.join(BALANCE)) {
            files.insert(BALANCE.to_owned(), balance);
        }
        all.insert(name.to_owned(), files);
    }
    all
}

/// The balance certificate of a battle.
pub(crate) const BALANCE: &str = "balance.json";

fn shown((name, files): (String, BTreeMap<String, Vec<u8>>)) -> Option<Shown> {
    match open(Folder { name, files }) {
        Ok(shown) => Some(shown),
        Err(problem) => {
            tracing::warn!(why = problem.why, "a battle cannot be fought");
            None
        }
    }
}

/// Opens a battle folder, from wherever it comes.
pub(crate) fn open(folder: Folder) -> Result<Shown, Problem> {
    let is_name = |name: &str| {
        (1..=80).contains(&name.len())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
    };
    if !is_name(&folder.name) || folder.files.len() > FILES_MAX || !folder.files.keys().all(|name| is_name(name)) {
        return Err(Problem::senseless(
            "a folder or a file of it has a name that is none",
            "letters, digits, hyphens and dots are fine, 80 of them at most",
        ));
    }
    let battle = battle::open(&folder.files).map_err(|faults| {
        let fault = |fault: battle::Fault| {
            let (line, column) = (fault.line.unwrap_or(0), fault.column.unwrap_or(0));
            Fault::at(fault.file, line, column, fault.reason).hint(fault.hint)
        };
        Problem::of_faults(faults.into_iter().map(fault).collect(), "mend the battle folder")
    })?;
    Ok(Shown { line: line_of(&folder.name, &battle), folder, battle })
}
