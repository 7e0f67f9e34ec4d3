//! Command (section 9): radius, command state, and whose letters work on a unit.
//!
//! Not here: leaders that fall ([`crate::leaders`]) or change place ([`crate::succession`]).

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Refusal, Ruling, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::RadiusCell;
use crate::lines::RadiusLine;
use crate::pieces::{Class, Command, Letter};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: leaders near one unit.
pub const LEADERS_MAX: usize = 6;

engine::keys! {
    /// What lies between a leader and a unit.
    pub enum LeaderSight {
        /// A clear line of sight.
        Clear = "clear",
        /// A line through jungle.
        Dense = "dense",
        /// No line of sight.
        Blocked = "blocked",
    }
}

engine::keys! {
    /// Where a leader rides.
    pub enum Attachment {
        /// By himself.
        Detached = "detached",
        /// With this unit.
        ThisUnit = "this_unit",
        /// With another unit.
        OtherUnit = "other_unit",
        /// With a unit of the contiguous line of march that this unit marches in.
        SameLineOfMarch = "same_line_of_march",
    }
}

/// A leader of the unit's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LeaderNear {
    /// How far he is from the unit, in inches; 0 if attached to it.
    pub distance: Decimal,
    /// Whether he is of the unit's own faction.
    pub own_faction: bool,
    /// Whether the unit stands under him in the chain of command.
    pub own_chain: bool,
    /// Where he rides.
    pub attached: Attachment,
    /// Whether he has lost his horse.
    pub dismounted: bool,
    /// Whether he is a scout or another personality; they are leaders too.
    pub scout: bool,
    /// What lies between him and the unit.
    pub sight: LeaderSight,
    /// The letters behind his name.
    pub letters: Vec<Letter>,
}

impl Default for LeaderNear {
    fn default() -> Self {
        LeaderNear {
            distance: Decimal::ZERO,
            own_faction: true,
            own_chain: true,
            attached: Attachment::Detached,
            dismounted: false,
            scout: false,
            sight: LeaderSight::Clear,
            letters: Vec::new(),
        }
    }
}

/// A unit, and the leaders of its side near it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Commanded {
    /// What kind of troops it is; guns are as regulars here.
    pub class: Class,
    /// Whether it is a detachment of one stand.
    pub detachment: bool,
    /// Whether it is twilight, by the switch or by the turn.
    pub twilight: bool,
    /// Whether there is fog, by the switch or by the turn.
    pub fog: bool,
    /// The leaders, at most six.
    pub leaders: Vec<LeaderNear>,
}

/// How far one leader reaches, and what he does for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct LeaderReach {
    /// His radius in inches; nothing if he commands the whole line of march, or sees nothing of the unit.
    pub radius: Option<Decimal>,
    /// Whether the unit is inside it.
    pub reaches: bool,
    /// Whether his letters work on the unit.
    pub letters_work: bool,
}

/// In what command a unit is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CommandOutcome {
    /// In command, in provisional command or out of command.
    pub command: Command,
    /// Each leader, in the order of the situation.
    pub leaders: ArrayVec<LeaderReach, LEADERS_MAX>,
    /// The letters that work on the unit: of its own faction, chain and radius. A conducting leader lends only his own.
    pub letters: ArrayVec<Letter, LEADERS_MAX>,
}

/// Command radius and command state.
pub struct CommandState;

impl Procedure for CommandState {
    type Book = Book;
    type Situation = Commanded;
    type Outcome = CommandOutcome;

    const NAME: &'static str = "command";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str =
        "How far leaders command, whether a unit is in command, and whose letters work on it.";

    fn examples() -> Vec<(&'static str, Commanded)> {
        let leader = |inches, letters: &[Letter]| LeaderNear {
            distance: Decimal::from_int(inches),
            letters: letters.to_vec(),
            ..LeaderNear::default()
        };
        let under = |leaders| Commanded { leaders, ..Commanded::default() };
        let stranger = LeaderNear { own_chain: false, ..leader(5, &[Letter::E]) };
        let ally = LeaderNear { own_faction: false, ..leader(2, &[Letter::G]) };
        let jungle = LeaderNear { sight: LeaderSight::Dense, ..leader(6, &[]) };
        let column = LeaderNear { attached: Attachment::SameLineOfMarch, ..leader(30, &[Letter::S]) };
        vec![
            ("a leader seven inches off", under(vec![leader(7, &[Letter::E])])),
            ("a stranger and an ally", under(vec![stranger, ally])),
            ("a leader beyond the jungle", under(vec![jungle])),
            ("a leader at the head of the march", under(vec![column])),
            ("militia in fog", Commanded { class: Class::Militia, fog: true, ..under(vec![leader(3, &[Letter::H])]) }),
        ]
    }

    fn check(_: &Book, situation: &Commanded) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.leaders.len() <= LEADERS_MAX, "leaders", FF_CMD_RADIUS, || {
            format!("name at most {LEADERS_MAX} leaders")
        });
        for (index, leader) in situation.leaders.iter().enumerate() {
            let path = format!("leaders[{index}]");
            refusal.unless(leader.distance >= Decimal::ZERO, &format!("{path}.distance"), FF_CMD_RADIUS, || {
                "a distance is not negative".to_owned()
            });
            let with_it = leader.attached == Attachment::ThisUnit;
            refusal.unless(
                !with_it || leader.distance.is_zero(),
                &format!("{path}.distance"),
                FF_CMD_RADIUS_ATTACHED,
                || "a leader attached to the unit is with it".to_owned(),
            );
            refusal.unless(
                !with_it || leader.sight == LeaderSight::Clear,
                &format!("{path}.sight"),
                FF_CMD_RADIUS_ATTACHED,
                || "a leader attached to the unit sees it".to_owned(),
            );
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Commanded, umpire: &mut U) -> Ruling<CommandOutcome, U> {
        Ok(command(book, situation, umpire))
    }

    fn line(outcome: &CommandOutcome) -> String {
        let mut words = match outcome.command {
            Command::In => "in command".to_owned(),
            Command::Provisional => "in provisional command".to_owned(),
            Command::Out => "out of command".to_owned(),
        };
        if !outcome.letters.is_empty() {
            let letters: Vec<String> = outcome.letters.iter().map(Letter::to_string).collect();
            words.push_str(&format!(", letters {}", letters.join(" ")));
        }
        words
    }
}

/// 9 and 2.4. In command inside the radius of a leader of its own faction and chain, provisional inside that of another of
/// its faction, else out (S07). Militia is always provisional, a detachment always in command; letters work on both (S08).
fn command<U: Umpire>(book: &Book, situation: &Commanded, umpire: &mut U) -> CommandOutcome {
    umpire.cite(FF_CMD_RADIUS);
    let mut outcome = CommandOutcome { command: Command::Out, leaders: ArrayVec::new(), letters: ArrayVec::new() };
    for leader in situation.leaders.iter().take(LEADERS_MAX) {
        let reach = reach(book, situation, leader, umpire);
        let state = match (reach.reaches && leader.own_faction, leader.own_chain) {
            (true, true) => Command::In,
            (true, false) => Command::Provisional,
            (false, _) => Command::Out,
        };
        outcome.command = outcome.command.min(state);
        outcome.leaders.push(reach);
    }
    for letter in Letter::ALL {
        let works = |(leader, reach): (&LeaderNear, &LeaderReach)| reach.letters_work && lends(leader, *letter);
        if situation.leaders.iter().zip(&outcome.leaders).any(works) {
            outcome.letters.push(*letter);
        }
    }
    if situation.detachment {
        umpire.cite(FF_SPEC_DET_COMMAND);
        outcome.command = Command::In;
    } else if situation.class == Class::Militia {
        umpire.cite(FF_SPEC_MILITIA_COMMAND);
        outcome.command = Command::Provisional;
    }
    outcome
}

/// A Disliked leader is disliked only by the unit he is attached to.
fn lends(leader: &LeaderNear, letter: Letter) -> bool {
    leader.letters.contains(&letter) && (letter != Letter::D || leader.attached == Attachment::ThisUnit)
}

/// How far one leader reaches. The smallest radius applies; attached to a contiguous line of march he commands all of it.
///
/// RULING: nobody commands what he has no line of sight to, unless he rides with it.
fn reach<U: Umpire>(book: &Book, situation: &Commanded, leader: &LeaderNear, umpire: &mut U) -> LeaderReach {
    if leader.scout {
        umpire.cite(FF_SPEC_SCOUTS);
    }
    let (radius, reaches) = match leader.attached {
        Attachment::SameLineOfMarch => {
            umpire.cite(FF_CMD_RADIUS_MARCH);
            (whole_line(book, umpire), true)
        }
        Attachment::Detached | Attachment::ThisUnit | Attachment::OtherUnit => match leader.sight {
            LeaderSight::Blocked => {
                umpire.cite(FF_CMD_RADIUS_CLEAR);
                (None, false)
            }
            LeaderSight::Clear | LeaderSight::Dense => {
                let radius = smallest_radius(book, situation, leader, umpire);
                (Some(radius), leader.distance <= radius)
            }
        },
    };
    for (fails, rule) in [
        (!leader.own_faction, FF_LDR_SCOPE_FACTION),
        (!leader.own_chain, FF_LDR_SCOPE_CHAIN),
        (!reaches, FF_LDR_SCOPE_RADIUS),
    ] {
        if fails {
            umpire.cite(rule);
        }
    }
    if leader.letters.is_empty() {
        umpire.cite(FF_LDR_NONE);
    }
    LeaderReach { radius, reaches, letters_work: reaches && leader.own_faction && leader.own_chain }
}

/// The cell says that there is no radius in inches.
fn whole_line<U: Umpire>(book: &Book, umpire: &mut U) -> Option<Decimal> {
    match umpire.read(book.tables.field.radius.at(RadiusLine::March)) {
        RadiusCell::WholeLine => None,
        RadiusCell::Inches(inches) => Some(inches),
    }
}

fn smallest_radius<U: Umpire>(book: &Book, situation: &Commanded, leader: &LeaderNear, umpire: &mut U) -> Decimal {
    let conditions = [
        (leader.sight == LeaderSight::Dense, RadiusLine::Dense),
        (situation.twilight || book.switches.twilight, RadiusLine::Twilight),
        (situation.fog || book.switches.fog, RadiusLine::Fog),
        (leader.attached != Attachment::Detached, RadiusLine::Attached),
        (leader.dismounted, RadiusLine::Dismounted),
    ];
    let mut inches = |line: RadiusLine| {
        umpire.cite(line.rule());
        match umpire.read(book.tables.field.radius.at(line)) {
            RadiusCell::Inches(inches) => inches,
            RadiusCell::WholeLine => Decimal::from_thousandths(i32::MAX),
        }
    };
    let clear = inches(RadiusLine::Clear);
    conditions.iter().filter(|(applies, _)| *applies).map(|(_, line)| inches(*line)).fold(clear, Decimal::min)
}
