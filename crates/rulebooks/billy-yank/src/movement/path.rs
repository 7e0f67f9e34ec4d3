//! What a way costs (sections 6.3 and 6.4).

use engine::chart::Key;
use engine::{Asks, Fraction, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Going, Limit, Obstacle, PaceFactor, Terrain, TerrainNote};
use crate::citations::{obstacle_rule, terrain_rule};
use crate::rules::*;
use crate::unit::{Arm, Formation, Unit};
use crate::{Book, Event, Referee, Weather};

keys! {
    /// The columns of the terrain chart (6.4).
    pub enum MoverClass {
        /// Skirmishers and dismounted cavalry.
        Skirmishers = "skirmishers",
        /// Formed infantry.
        Foot = "foot",
        /// Mounted cavalry.
        Horse = "horse",
        /// Guns and wagons.
        Wheeled = "wheeled",
    }
}

impl MoverClass {
    /// The class of a unit.
    pub fn of(unit: &Unit) -> Self {
        match unit.arm {
            Arm::Artillery | Arm::HorseArtillery | Arm::Wagon => MoverClass::Wheeled,
            _ if unit.formation == Formation::Skirmish => MoverClass::Skirmishers,
            Arm::Infantry => MoverClass::Foot,
            Arm::Cavalry => MoverClass::Horse,
        }
    }
}

/// LIMIT: pieces of one way.
pub const LEGS_MAX: usize = 8;
/// LIMIT: kinds of ground that lie over one another.
pub const LAYERS_MAX: usize = 3;
/// LIMIT: things crossed on one way.
pub const CROSSINGS_MAX: usize = 8;
/// LIMIT: metres of one piece.
pub const METRES_MAX: u16 = 2_000;

/// A piece of a way over one kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// Its length in metres.
    pub metres: u16,
    /// Every kind of ground it leads through; none is open ground.
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// Whether it follows a road, in column or limbered.
    #[serde(default)]
    pub on_road: bool,
    /// Whether that road is paved.
    #[serde(default)]
    pub paved: bool,
}

impl Leg {
    /// So many metres of one kind of ground.
    pub fn over(terrain: Terrain, metres: u16) -> Self {
        let terrain = if terrain == Terrain::Open { Vec::new() } else { vec![terrain] };
        Leg { metres, terrain, on_road: false, paved: false }
    }

    /// So many metres of road.
    pub fn road(metres: u16) -> Self {
        Leg { metres, terrain: Vec::new(), on_road: true, paved: false }
    }
}

keys! {
    /// Something that a way crosses.
    pub enum Crossing {
        /// A wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge",
        /// A fence.
        Fence = "fence",
        /// The bank of shallow water, in or out.
        ShallowBank = "shallow-bank",
        /// The bank of deep water, in or out.
        DeepBank = "deep-bank",
        /// A cheval-de-frise.
        ChevalDeFrise = "cheval-de-frise",
        /// A slant palisade.
        SlantPalisade = "slant-palisade",
        /// A fascine causeway over a ditch.
        Fascine = "fascine",
        /// A breached wall section.
        Breach = "breach",
    }
}

/// What a crossing is a line of.
enum Line {
    Ground(Terrain),
    Obstacle(Obstacle),
    Breach,
}

impl Crossing {
    fn line(self) -> Line {
        match self {
            Crossing::Wall => Line::Ground(Terrain::Wall),
            // SL-47: a fence moves as a hedge.
            Crossing::Hedge | Crossing::Fence => Line::Ground(Terrain::Hedge),
            Crossing::ShallowBank => Line::Ground(Terrain::ShallowWater),
            Crossing::DeepBank => Line::Ground(Terrain::DeepWater),
            Crossing::ChevalDeFrise => Line::Obstacle(Obstacle::ChevalDeFrise),
            Crossing::SlantPalisade => Line::Obstacle(Obstacle::SlantPalisade),
            Crossing::Fascine => Line::Obstacle(Obstacle::Fascine),
            Crossing::Breach => Line::Breach,
        }
    }

    const fn is_bank(self) -> bool {
        matches!(self, Crossing::ShallowBank | Crossing::DeepBank)
    }
}

/// How many times terrain counts in this weather, cited.
fn weather_times<U: Referee>(book: &Book, umpire: &mut U) -> u16 {
    if book.switches.weather == Weather::Clear {
        return 1;
    }
    umpire.cite(BY_TER_SNOW_DOUBLE);
    umpire.read(book.tables.ground.times.at(TerrainNote::SnowMud)).unwrap_or(1)
}

/// Per cent that one kind of ground takes from a class of mover inside it.
fn percent_of<U: Referee>(book: &Book, terrain: Terrain, class: MoverClass, umpire: &mut U) -> Ruling<u16, U> {
    let ground = &book.tables.ground;
    umpire.cite(BY_TER_TABLE);
    umpire.cite(terrain_rule(terrain));
    let going = umpire.read(ground.going.at(terrain, class.index())?);
    Ok(match going {
        Going::Slower(percent) => percent.into(),
        Going::NoteOne => {
            umpire.cite(BY_TER_NOTE1);
            umpire.read(ground.inside.at(TerrainNote::Note1)).unwrap_or_default()
        }
        Going::NoteTwo => {
            umpire.cite(BY_TER_NOTE2);
            umpire.read(ground.inside.at(TerrainNote::Note2)).unwrap_or_default()
        }
        // Refused before it comes to this.
        Going::Closed | Going::NotCrossed | Going::Bonus => 0,
    })
}

/// 6.3: the cost of one piece; nothing if it can only be crawled.
fn leg_cost<U: Referee>(book: &Book, leg: &Leg, class: MoverClass, umpire: &mut U) -> Ruling<Option<Fraction>, U> {
    let metres = Fraction::whole(leg.metres);
    if leg.on_road {
        umpire.cite(BY_TER_ROAD);
        let muddy = book.switches.weather == Weather::Mud;
        if muddy && leg.paved {
            umpire.cite(BY_TER_SNOW_PAVED);
        }
        // SL-64: an unpaved road in mud is no better than the ground beside it.
        if !muddy || leg.paved {
            umpire.cite(BY_MOVE_ROAD);
            let factor = umpire.read(book.tables.ground.factors.at(PaceFactor::RoadBonus)).0;
            return Ok(Some(metres.divided(Fraction::of(factor))));
        }
    }
    let mut percent = 0;
    for terrain in &leg.terrain {
        percent += percent_of(book, *terrain, class, umpire)?;
    }
    if leg.terrain.is_empty() && !leg.on_road {
        umpire.cite(BY_TER_OPEN);
    }
    if percent > 0 {
        percent *= weather_times(book, umpire);
    }
    let left = 100_u16.saturating_sub(percent);
    Ok((left > 0).then(|| metres.divided(Fraction::new(left.into(), 100))))
}

/// 6.3 and 6.6: what it costs to cross something, as a share of the allowance.
fn crossing_cost<U: Referee>(
    book: &Book,
    crossing: Crossing,
    class: MoverClass,
    allowance: Fraction,
    umpire: &mut U,
) -> Ruling<Fraction, U> {
    let ground = &book.tables.ground;
    let percent = match crossing.line() {
        Line::Ground(terrain) => {
            let going = ground.going.at(terrain, class.index())?;
            let note = match going.value {
                Going::NoteOne => Some((TerrainNote::Note1, BY_TER_NOTE1)),
                Going::NoteTwo => Some((TerrainNote::Note2, BY_TER_NOTE2)),
                _ => None,
            };
            let percent = match (crossing.is_bank(), note) {
                (true, Some((note, rule))) => {
                    umpire.cite(rule);
                    umpire.read(ground.bank.at(note)).unwrap_or_default()
                }
                // Only wheels mind a bank.
                (true, None) => 0,
                (false, _) => percent_of(book, terrain, class, umpire)?,
            };
            if percent > 0 { percent.saturating_mul(weather_times(book, umpire)) } else { 0 }
        }
        Line::Obstacle(obstacle) => {
            umpire.cite(BY_OBS_TABLE);
            umpire.cite(obstacle_rule(obstacle));
            umpire.read(ground.crossing.at(obstacle)).unwrap_or_default()
        }
        Line::Breach => umpire.read(book.tables.limits.at(Limit::BreachPercent)),
    };
    Ok(allowance.percent(percent))
}

/// 6.3: what the whole way costs; nothing if a piece of it can only be crawled.
pub(crate) fn path_cost<U: Referee>(
    book: &Book,
    class: MoverClass,
    (legs, crossings): (&[Leg], &[Crossing]),
    allowance: Fraction,
    umpire: &mut U,
) -> Ruling<Option<Fraction>, U> {
    let mut total = Some(Fraction::ZERO);
    for (piece, leg) in legs.iter().enumerate() {
        let cost = leg_cost(book, leg, class, umpire)?;
        if let Some(cost) = cost {
            umpire.tell(|| Event::Paid { piece: piece as u16 + 1, metres: cost.shown() });
        }
        total = total.zip(cost).map(|(total, cost)| total.plus(cost));
    }
    for crossing in crossings {
        let cost = crossing_cost(book, *crossing, class, allowance, umpire)?;
        total = total.map(|total| total.plus(cost));
    }
    Ok(total)
}

/// Refuses ways that are closed to this class, and pieces that are none.
pub(crate) fn check_path(book: &Book, refusal: &mut Refusal, unit: &Unit, (legs, crossings): (&[Leg], &[Crossing])) {
    let class = MoverClass::of(unit);
    refusal.unless(legs.len() <= LEGS_MAX, "legs", BY_TER_TABLE, || format!("give at most {LEGS_MAX} pieces"));
    refusal.unless(crossings.len() <= CROSSINGS_MAX, "crossings", BY_OBS_TABLE, || {
        format!("give at most {CROSSINGS_MAX} crossings")
    });
    for (index, leg) in legs.iter().enumerate() {
        let field = format!("legs[{index}]");
        refusal.unless((1..=METRES_MAX).contains(&leg.metres), &format!("{field}.metres"), BY_MOVE_TABLE, || {
            format!("a piece is 1 to {METRES_MAX} metres long")
        });
        refusal.unless(leg.terrain.len() <= LAYERS_MAX, &format!("{field}.terrain"), BY_TER_TABLE, || {
            format!("give at most {LAYERS_MAX} kinds of ground")
        });
        for terrain in &leg.terrain {
            check_ground(book, refusal, &format!("{field}.terrain"), *terrain, class);
        }
        let column = matches!(unit.formation, Formation::Column | Formation::Limbered);
        refusal.unless(!leg.on_road || column, &format!("{field}.on_road"), road_rule(unit), || {
            "only columns and limbered units take the road".to_owned()
        });
    }
    for (index, crossing) in crossings.iter().enumerate() {
        let field = format!("crossings[{index}]");
        if let Line::Ground(terrain) = crossing.line() {
            let closed = matches!(book.tables.ground.going.at(terrain, class.index()), Ok(going) if going.value == Going::Closed);
            refusal.unless(!closed, &field, terrain_rule(terrain), || format!("a {crossing} is closed to {class}"));
        }
    }
}

fn check_ground(book: &Book, refusal: &mut Refusal, field: &str, terrain: Terrain, class: MoverClass) {
    if matches!(terrain, Terrain::Road | Terrain::Wall | Terrain::Hedge | Terrain::Building) {
        refusal.unless(false, field, terrain_rule(terrain), || match terrain {
            Terrain::Road => "say on_road instead".to_owned(),
            Terrain::Building => "a building is entered, not marched through".to_owned(),
            _ => format!("a {terrain} is crossed, not marched through"),
        });
        return;
    }
    let going = book.tables.ground.going.at(terrain, class.index());
    let open = going.is_ok_and(|going| !matches!(going.value, Going::Closed | Going::NotCrossed));
    refusal.unless(open, field, terrain_rule(terrain), || format!("{terrain} is closed to {class}"));
}

/// The rule that says who takes the road.
fn road_rule(unit: &Unit) -> Rule {
    match unit.arm {
        Arm::Infantry => BY_MOVE_INF_ROAD,
        Arm::Cavalry => BY_MOVE_WALK_ROAD,
        Arm::Artillery | Arm::HorseArtillery | Arm::Wagon => BY_MOVE_ROAD,
    }
}
