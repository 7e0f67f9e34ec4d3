//! Detachments of skirmishers go out and come back (sections 4 and 6.7).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Maneuver};
use crate::rules::*;
use crate::unit::{Condition, FIGURES_MAX, Formation, Unit, check_unit};
use crate::{Book, Event, Referee};

/// What the skirmishers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum SkirmishAct {
    /// Some stands go out as a detachment.
    Deploy {
        /// How many whole stands.
        stands: u16,
        /// Metres from the parent at which they are placed.
        #[serde(default)]
        distance_m: u16,
    },
    /// A detachment comes back.
    Recall {
        /// Figures it still has.
        figures: u16,
        /// Figures it has lost.
        #[serde(default)]
        figures_lost: u16,
        /// Disorder Markers on it.
        #[serde(default)]
        disorder: u8,
        /// Whether it has used any of its movement this turn.
        #[serde(default)]
        moved: bool,
    },
}

/// A unit and its skirmishers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DetachmentSituation {
    /// The unit they belong to, without those that are out.
    pub parent: Unit,
    /// What they do.
    pub act: SkirmishAct,
}

/// Both afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DetachmentOutcome {
    /// The unit.
    pub parent: Condition,
    /// The detachment, if one is out.
    pub detachment: Option<Condition>,
}

/// Sending out and calling in skirmishers as a procedure.
pub struct Detachment;

impl Procedure for Detachment {
    type Book = Book;
    type Situation = DetachmentSituation;
    type Outcome = DetachmentOutcome;

    const NAME: &'static str = "detachment";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A unit sends out skirmishers, or calls them in with their losses and markers.";

    fn examples() -> Vec<(&'static str, DetachmentSituation)> {
        let deploy = SkirmishAct::Deploy { stands: 2, distance_m: 75 };
        let recall = SkirmishAct::Recall { figures: 6, figures_lost: 2, disorder: 1, moved: false };
        vec![
            ("two stands go out", DetachmentSituation { parent: Unit::infantry(20), act: deploy }),
            (
                "they come back the worse for it",
                DetachmentSituation { parent: Unit { disorder: 1, ..Unit::infantry(12) }, act: recall },
            ),
        ]
    }

    fn check(book: &Book, situation: &DetachmentSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let parent = &situation.parent;
        check_unit(book, &mut refusal, "parent", parent);
        let formed = parent.arm.is_foot_or_horse() && parent.formation != Formation::Skirmish;
        refusal.unless(formed, "parent.formation", BY_MOVE_SKIRM_SEE, || {
            "only formed infantry and cavalry have skirmishers".to_owned()
        });
        match situation.act {
            SkirmishAct::Deploy { stands, distance_m } => {
                let most = parent.stands(book, parent.figures).saturating_sub(1);
                refusal.unless((1..=most).contains(&stands), "act.deploy.stands", BY_MOVE_SKIRM_SEE, || {
                    format!("1 to {most} stands go out: one stays")
                });
                let reach = book.limit(Limit::SkirmishReach);
                refusal.unless(distance_m <= reach, "act.deploy.distance_m", BY_MOVE_SKIRM_SEE, || {
                    format!("they are placed within {reach} metres")
                });
            }
            SkirmishAct::Recall { figures, figures_lost, disorder, moved } => {
                let fits = figures >= 1 && figures.saturating_add(parent.figures) <= FIGURES_MAX;
                refusal.unless(fits && figures_lost <= FIGURES_MAX, "act.recall.figures", BY_STR_TABLE, || {
                    format!("at least 1 comes back, and a unit has at most {FIGURES_MAX} figures")
                });
                let most = book.limit(Limit::DisorderMax);
                refusal.unless(u16::from(disorder) <= most, "act.recall.disorder", BY_MOR_MOD_DISORDER, || {
                    format!("a unit carries at most {most} Disorder Markers")
                });
                refusal.unless(!moved, "act.recall.moved", BY_MAN_FULL_REJOIN, || {
                    "coming back takes the full allowance: it is the whole move".to_owned()
                });
            }
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DetachmentSituation, umpire: &mut U) -> Ruling<DetachmentOutcome, U> {
        let unit = &situation.parent;
        let mut parent = unit.condition();
        match situation.act {
            SkirmishAct::Deploy { stands, .. } => {
                umpire.cite(BY_MOVE_SKIRM_SEE);
                let each = umpire.read(book.tables.turn.figures_per_stand.at(unit.stand()));
                let figures = stands.saturating_mul(each).min(parent.figures.saturating_sub(1));
                parent.figures -= figures;
                // RULING: losses and markers stay with the parent.
                let detachment = Some(Condition { figures, figures_lost: 0, disorder: 0 });
                Ok(DetachmentOutcome { parent, detachment })
            }
            SkirmishAct::Recall { figures, figures_lost, disorder, .. } => {
                umpire.cite(BY_MAN_FULL_REJOIN);
                umpire.read(book.tables.ground.whole_move.at(Maneuver::RecallSkirmishers));
                parent.figures = parent.figures.saturating_add(figures);
                parent.figures_lost = parent.figures_lost.saturating_add(figures_lost);
                if disorder > 0 {
                    parent.take_markers(book, disorder);
                    umpire.tell(|| Event::Marked { markers: disorder });
                }
                Ok(DetachmentOutcome { parent, detachment: None })
            }
        }
    }

    fn line(outcome: &DetachmentOutcome) -> String {
        let Condition { figures, figures_lost, disorder } = outcome.parent;
        match outcome.detachment {
            Some(out) => format!("{} out, {figures} stay", counted(out.figures, "figure", "figures")),
            None => {
                let (together, markers) =
                    (counted(figures, "figure", "figures"), counted(disorder, "marker", "markers"));
                format!("{together} together, {figures_lost} lost, {markers}")
            }
        }
    }
}
