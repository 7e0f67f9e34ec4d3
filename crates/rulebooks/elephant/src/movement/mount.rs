//! Cavalry that mounts or dismounts: what it costs, and how many stands it then has.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Penalty};
use crate::rules::*;
use crate::unit::STANDS_MAX;
use crate::{Book, Referee};

/// Cavalry changes between horse and foot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MountSituation {
    /// Whether it is mounted now, and dismounts; otherwise it mounts.
    pub mounted: bool,
    /// Its stands now.
    pub stands: u16,
    /// Mounting: how many mounted stands it has horses for, those held by horse holders included.
    #[serde(default)]
    pub horses: Option<u16>,
}

/// The unit afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MountOutcome {
    /// Whether it is mounted now.
    pub mounted: bool,
    /// Its stands now.
    pub stands: u16,
}

/// Mounting and dismounting as a procedure of its own.
pub struct Mount;

impl Procedure for Mount {
    type Book = Book;
    type Situation = MountSituation;
    type Outcome = MountOutcome;

    const NAME: &'static str = "mount";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "Cavalry mounts or dismounts, for an inch a die of its move.";

    fn examples() -> Vec<(&'static str, MountSituation)> {
        vec![
            ("eight stands dismount", MountSituation { mounted: true, stands: 8, horses: None }),
            ("six stands mount again", MountSituation { mounted: false, stands: 6, horses: Some(8) }),
        ]
    }

    fn check(_: &Book, situation: &MountSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let some = |stands: u16| (1..=STANDS_MAX).contains(&stands);
        refusal.unless(some(situation.stands), "stands", SE_STAND_CAV, || format!("give 1 to {STANDS_MAX}"));
        refusal.unless(situation.horses.is_none_or(some), "horses", SE_PEN_MOUNT, || format!("give 1 to {STANDS_MAX}"));
        refusal.unless(!situation.mounted || situation.horses.is_none(), "horses", SE_PEN_MOUNT, || {
            "horses are counted when a unit mounts".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MountSituation, umpire: &mut U) -> Ruling<MountOutcome, U> {
        umpire.cite_all([SE_PEN_MOUNT, if situation.mounted { SE_MOVE_DISMTD } else { SE_MOVE_CAV }]);
        umpire.read(book.tables.penalties.at(Penalty::Mount));
        let mut stands = situation.stands;
        // R 12: stands change one for one, or by the men in them where the table wants horse holders.
        if book.switches.horse_holders {
            umpire.cite_all([SE_STAND_CAV, SE_STAND_DISMTD]);
            let riding = umpire.read(book.tables.limits.at(Limit::HoldersMounted)).max(1);
            let on_foot = umpire.read(book.tables.limits.at(Limit::HoldersDismounted)).max(1);
            stands = match situation.mounted {
                true => (stands * on_foot).div_ceil(riding),
                false => stands * riding / on_foot,
            };
        }
        if let Some(horses) = situation.horses {
            stands = stands.min(horses);
        }
        Ok(MountOutcome { mounted: !situation.mounted, stands: stands.max(1) })
    }

    fn line(outcome: &MountOutcome) -> String {
        let how = if outcome.mounted { "mounted" } else { "on foot" };
        format!("{} {how}; an inch a die off its move", counted(outcome.stands, "stand", "stands"))
    }
}
