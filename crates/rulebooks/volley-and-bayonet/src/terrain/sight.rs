//! Sight: what stands between two posts, and how high (S69).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sight_rule;
use crate::charts::{Column, Limit, Terrain};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: features on one line of sight.
const OBSTACLES_MAX: usize = 12;

/// One end of a line of sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Contours of the ground it stands on.
    #[serde(default)]
    pub contour: u8,
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// Inches from its base to the edge of that terrain, towards the other end.
    #[serde(default)]
    pub to_edge: Decimal,
}

/// A feature between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// What it is.
    pub terrain: Terrain,
    /// Contours of the ground it stands on; of a hill, the contour the line crosses.
    #[serde(default)]
    pub contour: u8,
    /// Viewer or target is within an inch of it (tree lines).
    #[serde(default)]
    pub adjacent: bool,
    /// It is the ruin of a burned-out building.
    #[serde(default)]
    pub burned_out: bool,
}

/// A line of sight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SightSituation {
    /// Who looks.
    #[serde(default)]
    pub viewer: Post,
    /// Who is looked at.
    #[serde(default)]
    pub target: Post,
    /// Both are in the same feature.
    #[serde(default)]
    pub same_feature: bool,
    /// Inches between them.
    pub distance: Decimal,
    /// What lies between, their own terrain not counted.
    #[serde(default)]
    pub between: Vec<Obstacle>,
}

/// Whether they see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SightOutcome {
    /// Whether the target is seen.
    pub visible: bool,
    /// The first terrain that blocks.
    pub blocked_by: Option<Terrain>,
}

/// Sight as a procedure.
pub struct Sight;

impl Procedure for Sight {
    type Book = Book;
    type Situation = SightSituation;
    type Outcome = SightOutcome;

    const NAME: &'static str = "sight";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "Whether one stand sees another across this terrain.";

    fn examples() -> Vec<(&'static str, SightSituation)> {
        let post = |terrain, contour, inches| Post { contour, terrain, to_edge: Decimal::from_int(inches) };
        let obstacle = |terrain| Obstacle { terrain, contour: 0, adjacent: false, burned_out: false };
        let plain = SightSituation {
            viewer: Post::default(),
            target: Post::default(),
            same_feature: false,
            distance: Decimal::from_int(10),
            between: Vec::new(),
        };
        vec![
            (
                "across a stream and a field of corn",
                SightSituation {
                    between: vec![obstacle(Terrain::Stream), obstacle(Terrain::StandingCrops)],
                    ..plain.clone()
                },
            ),
            ("from a forest's edge", SightSituation { viewer: post(Terrain::Forest, 0, 1), ..plain.clone() }),
            (
                "over an orchard from a hill",
                SightSituation {
                    viewer: post(Terrain::Clear, 2, 0),
                    between: vec![obstacle(Terrain::Orchard), obstacle(Terrain::HillOne)],
                    ..plain.clone()
                },
            ),
            (
                "across everything that hides nobody",
                SightSituation {
                    viewer: post(Terrain::Fort, 0, 0),
                    target: post(Terrain::Fortress, 0, 0),
                    between: [
                        Terrain::Bridge,
                        Terrain::BrokenGround,
                        Terrain::FieldWorks,
                        Terrain::HastyWorks,
                        Terrain::Marsh,
                        Terrain::MarshyStream,
                        Terrain::River,
                        Terrain::Road,
                        Terrain::Swamp,
                        Terrain::Village,
                    ]
                    .map(obstacle)
                    .to_vec(),
                    ..plain.clone()
                },
            ),
            (
                "past a line of trees beside it into a town",
                SightSituation {
                    target: post(Terrain::Town, 0, 0),
                    between: vec![Obstacle { adjacent: true, ..obstacle(Terrain::TreeLine) }, obstacle(Terrain::Town)],
                    ..plain
                },
            ),
        ]
    }

    fn check(_: &Book, situation: &SightSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let fine = |inches: Decimal| inches >= Decimal::ZERO;
        refusal
            .unless(fine(situation.distance), "distance", VB_SCALE_GROUND, || "a distance is not negative".to_owned());
        for (field, post) in [("viewer.to_edge", situation.viewer), ("target.to_edge", situation.target)] {
            refusal.unless(fine(post.to_edge), field, VB_TER_POINT, || "a distance is not negative".to_owned());
        }
        refusal.unless(situation.between.len() <= OBSTACLES_MAX, "between", VB_TER_ABBR_BLOS, || {
            format!("at most {OBSTACLES_MAX} features")
        });
        let same = situation.viewer.terrain == situation.target.terrain;
        refusal.unless(!situation.same_feature || same, "same_feature", VB_TER_POINT, || {
            "both ends of the line are then in the same terrain".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &SightSituation, umpire: &mut U) -> Ruling<SightOutcome, U> {
        for post in [&situation.viewer, &situation.target] {
            if hidden(book, post, situation, umpire) {
                return Ok(SightOutcome { visible: false, blocked_by: Some(post.terrain) });
            }
        }
        for obstacle in &situation.between {
            if blocks(book, obstacle, situation, umpire) {
                return Ok(SightOutcome { visible: false, blocked_by: Some(obstacle.terrain) });
            }
        }
        Ok(SightOutcome { visible: true, blocked_by: None })
    }

    fn line(outcome: &SightOutcome) -> String {
        match outcome.blocked_by {
            Some(terrain) => format!("not seen: {terrain}"),
            None => "seen".to_owned(),
        }
    }
}

/// What terrain is like for sight, the switches of the scenario counted.
fn vegetation(book: &Book, terrain: Terrain) -> Terrain {
    match terrain {
        Terrain::Swamp => book.switches.swamp_vegetation,
        Terrain::BrokenGround if book.switches.broken_ground_blocks => Terrain::Orchard,
        other => other,
    }
}

/// Whether the terrain a post is in hides it: seen out of and into from the edge only, and a little way inside.
fn hidden<U: Referee>(book: &Book, post: &Post, situation: &SightSituation, umpire: &mut U) -> bool {
    umpire.cite(sight_rule(post.terrain));
    let inside = match vegetation(book, post.terrain) {
        Terrain::Forest => Limit::ForestSight,
        Terrain::Orchard => Limit::OrchardSight,
        Terrain::Fort | Terrain::Fortress => {
            return !situation.same_feature && post.to_edge > book.limit(Limit::Edge);
        }
        _ => return false,
    };
    if situation.same_feature {
        return situation.distance > book.limit(inside);
    }
    post.to_edge > book.limit(Limit::Edge)
}

fn blocks<U: Referee>(book: &Book, obstacle: &Obstacle, situation: &SightSituation, umpire: &mut U) -> bool {
    let terrain = vegetation(book, obstacle.terrain);
    umpire.cite(sight_rule(obstacle.terrain));
    if obstacle.burned_out {
        umpire.cite(VB_TER_WOOD_AFTER);
    }
    let ruin = obstacle.burned_out && book.switches.burned_out_broken;
    let printed = book.tables.sight.at(terrain, Column::Commander).is_some_and(|cell| umpire.read(cell).0);
    if !(ruin || printed && !obstacle.burned_out) {
        return false;
    }
    umpire.cite(VB_TER_ABBR_BLOS);
    if terrain == Terrain::TreeLine && obstacle.adjacent {
        return false;
    }
    let height = |contour: u8| Decimal::from_int(contour.into());
    let higher = height(situation.viewer.contour.max(situation.target.contour));
    let ground = height(obstacle.contour);
    match terrain {
        // A hill blocks only if it is higher than both ends.
        Terrain::HillOne | Terrain::HillTwo => ground > higher,
        Terrain::StandingCrops => higher < ground + book.limit(Limit::HeightCrops),
        _ => higher < ground + book.limit(Limit::HeightTrees),
    }
}
