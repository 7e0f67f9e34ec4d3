//! Miscellany \[C\]: when infantry is secure against cavalry (P5, S74, S91).

use engine::book::Procedure;
use engine::{Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Terrain;
use crate::rules::*;
use crate::unit::{Edge, is_building};
use crate::{Book, Referee};

keys! {
    /// What covers an edge.
    #[derive(Default)]
    pub enum Cover {
        /// Nothing.
        #[default]
        None = "none",
        /// The rear edge of friendly infantry that faces the other way.
        BackToBack = "back_to_back",
        /// Friendly unrouted infantry or unlimbered guns that face this flank.
        FacingFlank = "facing_flank",
        /// Such a stand that faces the same way and whose own flank is covered in turn.
        ContinuedLine = "continued_line",
        /// Terrain prohibited to cavalry.
        Impassable = "impassable",
    }
}

/// One side or rear edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeCover {
    /// Which edge; each side edge is listed by itself.
    pub edge: Edge,
    /// An unrouted mounted enemy touches it, or stands beyond its line in sight within 24 inches.
    pub threatened: bool,
    /// What covers it.
    #[serde(default)]
    pub cover: Cover,
}

/// Infantry that may be secure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecureSituation {
    /// The terrain it is in.
    #[serde(default)]
    pub terrain: Terrain,
    /// Its two side edges and its rear edge, those that matter.
    pub edges: Vec<EdgeCover>,
}

/// Whether it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SecureOutcome {
    /// Whether the infantry is cavalry-secure.
    pub secure: bool,
    /// How many threatened edges lie open.
    pub open_edges: u8,
}

/// The question whether infantry is cavalry-secure.
pub struct CavalrySecure;

/// LIMIT: two sides and a rear.
const EDGES_MAX: usize = 3;

impl Procedure for CavalrySecure {
    type Book = Book;
    type Situation = SecureSituation;
    type Outcome = SecureOutcome;

    const NAME: &'static str = "cavalry-secure";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "Whether infantry is secure against cavalry: every threatened edge is covered.";

    fn examples() -> Vec<(&'static str, SecureSituation)> {
        let edge = |edge, cover| EdgeCover { edge, threatened: true, cover };
        vec![
            (
                "two brigades back to back",
                SecureSituation { terrain: Terrain::Clear, edges: vec![edge(Edge::Rear, Cover::BackToBack)] },
            ),
            (
                "a line with one flank in the air",
                SecureSituation {
                    terrain: Terrain::Clear,
                    edges: vec![edge(Edge::Side, Cover::FacingFlank), edge(Edge::Side, Cover::None)],
                },
            ),
            (
                "a brigade in a town",
                SecureSituation { terrain: Terrain::Town, edges: vec![edge(Edge::Rear, Cover::None)] },
            ),
        ]
    }

    fn check(_: &Book, situation: &SecureSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.edges.len() <= EDGES_MAX, "edges", VB_MSC_CAV_SECURE, || {
            "a stand has two side edges and a rear edge".to_owned()
        });
        let count = |wanted| situation.edges.iter().filter(|edge| edge.edge == wanted).count();
        refusal
            .unless(count(Edge::Front) == 0, "edges", VB_MSC_CAV_SECURE, || "the front edge needs no cover".to_owned());
        refusal.unless(count(Edge::Side) <= 2 && count(Edge::Rear) <= 1, "edges", VB_MSC_CAV_SECURE, || {
            "there are two side edges and one rear edge".to_owned()
        });
        for (index, edge) in situation.edges.iter().enumerate() {
            let fits = edge.cover != Cover::BackToBack || edge.edge == Edge::Rear;
            refusal.unless(fits, &format!("edges[{index}].cover"), VB_MSC_CAV_SECURE, || {
                "back to back covers the rear".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &SecureSituation, umpire: &mut U) -> Ruling<SecureOutcome, U> {
        umpire.cite(VB_MSC_CAV_SECURE);
        let open = situation.edges.iter().filter(|edge| edge.threatened && edge.cover == Cover::None).count();
        let secure = open == 0 || is_building(situation.terrain);
        Ok(SecureOutcome { secure, open_edges: open as u8 })
    }

    fn line(outcome: &SecureOutcome) -> String {
        if outcome.secure {
            "cavalry-secure".to_owned()
        } else {
            format!("not secure: {}", counted(outcome.open_edges, "open edge", "open edges"))
        }
    }
}
