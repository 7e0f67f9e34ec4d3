//! Cover: what a unit stands in or behind, and what that is worth (sections 7 and 12.1).
//!
//! Not here: whether a line of fire crosses a wall, which needs a map.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Looked, Refusal, Rule, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Cover, Fort, Obstacle, Terrain};
use crate::citations::{fort_rule, obstacle_rule, terrain_rule};
use crate::rules::*;
use crate::unit::{Arm, Direction, Formation, Unit};
use crate::{Book, Event, Referee};

keys! {
    /// Something that a unit stands in or behind.
    pub enum Shelter {
        /// In scrub.
        Scrub = "scrub",
        /// In crops.
        Fields = "fields",
        /// In a swamp.
        Swamp = "swamp",
        /// In a forest.
        Forest = "forest",
        /// In deep water.
        DeepWater = "deep-water",
        /// In a building.
        Building = "building",
        /// Behind a wall.
        Wall = "wall",
        /// Behind a hedge.
        Hedge = "hedge",
        /// Behind a fence.
        Fence = "fence",
        /// Behind an abatis.
        Abatis = "abatis",
        /// Behind a slant palisade.
        SlantPalisade = "slant-palisade",
        /// Behind a breached wall section.
        Breach = "breach",
        /// In a blockhouse.
        Blockhouse = "blockhouse",
        /// In a stockade.
        Stockade = "stockade",
        /// In a redoubt.
        Redoubt = "redoubt",
        /// In a fortress.
        Fortress = "fortress",
        /// Behind a palisade wall.
        PalisadeWall = "palisade-wall",
        /// Behind a reveted wall.
        RevetedWall = "reveted-wall",
        /// Behind the stone wall of a fort.
        StoneWall = "stone-wall",
        /// In a rifle pit.
        RiflePit = "rifle-pit",
        /// Behind a breastwork.
        Breastwork = "breastwork",
        /// In a trench.
        Trench = "trench",
        /// In a lunette.
        Lunette = "lunette",
        /// In a redan.
        Redan = "redan",
    }
}

/// LIMIT: things one unit stands in or behind at once.
pub const SHELTERS_MAX: usize = 4;

/// What a shelter is a line of.
enum Kind {
    Ground(Terrain),
    Fort(Fort),
    Obstacle(Obstacle),
    /// SL-47: a fence is not on the chart; it counts as a hedge.
    Fence,
    /// 12.3: what is left of a wall.
    Breach,
}

impl Shelter {
    fn kind(self) -> Kind {
        match self {
            Shelter::Scrub => Kind::Ground(Terrain::Scrub),
            Shelter::Fields => Kind::Ground(Terrain::Fields),
            Shelter::Swamp => Kind::Ground(Terrain::Swamp),
            Shelter::Forest => Kind::Ground(Terrain::Forest),
            Shelter::DeepWater => Kind::Ground(Terrain::DeepWater),
            Shelter::Building => Kind::Ground(Terrain::Building),
            Shelter::Wall => Kind::Ground(Terrain::Wall),
            Shelter::Hedge => Kind::Ground(Terrain::Hedge),
            Shelter::Fence => Kind::Fence,
            Shelter::Abatis => Kind::Obstacle(Obstacle::Abatis),
            Shelter::SlantPalisade => Kind::Obstacle(Obstacle::SlantPalisade),
            Shelter::Breach => Kind::Breach,
            Shelter::Blockhouse => Kind::Fort(Fort::Blockhouse),
            Shelter::Stockade => Kind::Fort(Fort::Stockade),
            Shelter::Redoubt => Kind::Fort(Fort::Redoubt),
            Shelter::Fortress => Kind::Fort(Fort::Fortress),
            Shelter::PalisadeWall => Kind::Fort(Fort::PalisadeWall),
            Shelter::RevetedWall => Kind::Fort(Fort::RevetedWall),
            Shelter::StoneWall => Kind::Fort(Fort::StoneWall),
            Shelter::RiflePit => Kind::Fort(Fort::RiflePit),
            Shelter::Breastwork => Kind::Fort(Fort::Breastwork),
            Shelter::Trench => Kind::Fort(Fort::Trench),
            Shelter::Lunette => Kind::Fort(Fort::Lunette),
            Shelter::Redan => Kind::Fort(Fort::Redan),
        }
    }

    /// Whether only men on foot get inside.
    const fn is_house(self) -> bool {
        matches!(self, Shelter::Building | Shelter::Blockhouse)
    }
}

keys! {
    /// What a unit defends in melee.
    #[derive(Default)]
    pub enum Position {
        /// Nothing but the ground it stands on.
        #[default]
        Open = "open",
        /// A fence, a wall, or works that are not fortified ground.
        FenceOrWall = "fence-or-wall",
        /// Fortified ground.
        Fieldworks = "fieldworks",
    }
}

/// The cover of one shelter, with its line and its rule.
fn cover_of(book: &Book, shelter: Shelter, unit: &Unit, from: Direction) -> (Looked<Cover>, Rule) {
    let ground = &book.tables.ground;
    match shelter.kind() {
        Kind::Ground(Terrain::Forest)
            if unit.rides() || unit.formation == Formation::Limbered || unit.arm == Arm::Wagon =>
        {
            // RD-35: horses and limbers find no better than soft cover among trees.
            (ground.cover.at(Terrain::Forest).map(|cover| cover.min(Cover::Soft)), BY_TER_FOREST_COVER)
        }
        Kind::Ground(terrain) => (ground.cover.at(terrain), terrain_rule(terrain)),
        Kind::Fence => (ground.cover.at(Terrain::Hedge), BY_TER_HEDGE),
        Kind::Obstacle(obstacle) => (ground.obstacle_cover.at(obstacle), obstacle_rule(obstacle)),
        Kind::Breach => {
            (ground.fort_cover.at(Fort::PalisadeWall).map(|cover| cover.min(Cover::Soft)), BY_FORT_PALISADE_WALL)
        }
        Kind::Fort(fort) => {
            let bare = from == Direction::Rear && ground.open_rear.at(fort).value;
            let cover = ground.fort_cover.at(fort).map(|cover| if bare { Cover::None } else { cover });
            (cover, fort_rule(fort))
        }
    }
}

/// Section 7: the best cover counts, and only that.
pub(crate) fn best_cover<U: Referee>(book: &Book, unit: &Unit, from: Direction, umpire: &mut U) -> Cover {
    let covers = unit.shelters.iter().map(|shelter| cover_of(book, *shelter, unit, from));
    let Some((cover, rule)) = covers.max_by_key(|(cover, _)| cover.value) else {
        return Cover::None;
    };
    umpire.cite(rule);
    let cover = umpire.read(cover);
    umpire.tell(|| Event::Covered { cover });
    cover
}

/// Whether it is in or behind any cover, for morale.
pub(crate) fn is_covered(book: &Book, unit: &Unit) -> bool {
    unit.shelters.iter().any(|shelter| cover_of(book, *shelter, unit, Direction::Front).0.value != Cover::None)
}

/// 12.1: whether it lies hidden in a trench.
pub(crate) fn hides(book: &Book, unit: &Unit) -> bool {
    unit.shelters.iter().any(|shelter| match shelter.kind() {
        Kind::Fort(fort) => book.tables.ground.hides.at(fort).value,
        _ => false,
    })
}

/// 5.7 and 12.1: what a unit defends in melee against an attack from there.
pub(crate) fn position<U: Referee>(book: &Book, unit: &Unit, from: Direction, umpire: &mut U) -> Position {
    let ground = &book.tables.ground;
    let mut best = Position::Open;
    for shelter in &unit.shelters {
        let here = match shelter.kind() {
            Kind::Ground(Terrain::Wall | Terrain::Hedge) | Kind::Fence => Position::FenceOrWall,
            Kind::Fort(fort) if from == Direction::Rear && ground.open_rear.at(fort).value => {
                umpire.cite(fort_rule(fort));
                Position::Open
            }
            Kind::Fort(fort) if ground.fortified.at(fort).value.0 == Some(true) => {
                umpire.cite(fort_rule(fort));
                umpire.read(ground.fortified.at(fort));
                Position::Fieldworks
            }
            Kind::Fort(fort) if ground.fort_cover.at(fort).value == Cover::Hard => {
                umpire.cite(fort_rule(fort));
                Position::FenceOrWall
            }
            _ => Position::Open,
        };
        best = best.max(here);
    }
    best
}

/// Refuses shelters that cannot hold the unit.
pub(crate) fn check_shelters(refusal: &mut Refusal, field: &str, unit: &Unit) {
    let house = unit.shelters.iter().any(|shelter| shelter.is_house());
    let on_foot = !unit.rides() && unit.formation != Formation::Limbered && unit.arm != Arm::Wagon;
    refusal.unless(on_foot || !house, field, BY_TER_BUILDING, || "only men on foot get into a building".to_owned());
    let forest = unit.shelters.iter().any(|shelter| matches!(shelter, Shelter::Forest | Shelter::Swamp));
    let wheels = unit.arm == Arm::Wagon || unit.arm.is_artillery();
    refusal.unless(!(forest && wheels && unit.formation != Formation::Unlimbered), field, BY_TER_FOREST, || {
        "wheels do not get into forest or swamp".to_owned()
    });
}

/// A unit and what it stands in or behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverSituation {
    /// The unit with its shelters.
    pub unit: Unit,
    /// From where it is fired at or attacked.
    #[serde(default)]
    pub from: Direction,
    /// Whether it has fired this turn: a garrison in a trench that has not lies hidden.
    #[serde(default)]
    pub fired: bool,
}

/// What its shelters are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CoverOutcome {
    /// Its cover against fire.
    pub cover: Cover,
    /// Whether only howitzers and mortars can hit it.
    pub hidden: bool,
    /// What it defends in melee.
    pub position: Position,
}

/// Sections 7 and 12.1 as a procedure of their own.
pub struct CoverOf;

impl Procedure for CoverOf {
    type Book = Book;
    type Situation = CoverSituation;
    type Outcome = CoverOutcome;

    const NAME: &'static str = "cover";
    const CHAPTER: &'static str = "Engineering";
    const SUMMARY: &'static str = "What woods, walls and works are worth against fire and in melee.";

    fn examples() -> Vec<(&'static str, CoverSituation)> {
        let behind = |shelters: &[Shelter], from| CoverSituation {
            unit: Unit { shelters: shelters.to_vec(), ..Unit::infantry(20) },
            from,
            fired: true,
        };
        let mut examples = vec![
            ("infantry behind a fence in a field", behind(&[Shelter::Fence, Shelter::Fields], Direction::Front)),
            ("a lunette taken in the rear", behind(&[Shelter::Lunette], Direction::Rear)),
            (
                "a silent garrison in a trench",
                CoverSituation { fired: false, ..behind(&[Shelter::Trench], Direction::Front) },
            ),
            (
                "cavalry among trees",
                CoverSituation {
                    unit: Unit { shelters: vec![Shelter::Forest], ..Unit::cavalry(16) },
                    from: Direction::Front,
                    fired: false,
                },
            ),
        ];
        examples.extend(Shelter::ALL.iter().map(|shelter| (shelter.name(), behind(&[*shelter], Direction::Front))));
        examples
    }

    fn check(book: &Book, situation: &CoverSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        crate::unit::check_unit(book, &mut refusal, "unit", &situation.unit);
        check_shelters(&mut refusal, "unit.shelters", &situation.unit);
        crate::unit::check_direction(&mut refusal, "from", &situation.unit, situation.from, BY_FORT_RIFLE_PIT);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &CoverSituation, umpire: &mut U) -> Ruling<CoverOutcome, U> {
        umpire.cite(BY_FORT_TABLE);
        let unit = &situation.unit;
        let hidden = hides(book, unit) && !situation.fired;
        if hidden {
            umpire.cite(BY_FORT_TRENCH);
        }
        Ok(CoverOutcome {
            cover: best_cover(book, unit, situation.from, umpire),
            hidden,
            position: position(book, unit, situation.from, umpire),
        })
    }

    fn line(outcome: &CoverOutcome) -> String {
        let hidden = if outcome.hidden { ", hidden from direct fire" } else { "" };
        match outcome.cover {
            Cover::None => format!("no cover{hidden}; in melee: {}", outcome.position),
            cover => format!("{cover} cover{hidden}; in melee: {}", outcome.position),
        }
    }
}
