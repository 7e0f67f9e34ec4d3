//! How deep a unit stands: its ranks follow from its formation.

use engine::chart::Key;
use engine::{Refusal, Rule};

use crate::rules::*;
use crate::unit::{Formation, STANDS_MAX};

/// The widest front of a column, in stands.
const COLUMN_FRONT: u16 = 2;
/// S 12: a square counts as so many ranks.
pub(crate) const SQUARE_RANKS: u8 = 3;
/// The most ranks of a line.
const LINE_RANKS: u8 = 3;
/// What a situation says that does not speak of ranks.
const UNSAID: u8 = 1;

/// How many ranks deep a unit of so many stands is, where `ranks` is what the situation says.
#[inline]
pub(crate) const fn depth(formation: Formation, stands: u16, ranks: u8) -> u8 {
    match formation {
        Formation::Square if ranks == UNSAID => SQUARE_RANKS,
        Formation::Column | Formation::Limbered if ranks == UNSAID => shallowest_column(stands),
        _ => ranks,
    }
}

/// The ranks of a column with the widest front it may have.
#[inline]
const fn shallowest_column(stands: u16) -> u8 {
    let ranks = stands.div_ceil(COLUMN_FRONT);
    if ranks > UNSAID as u16 && ranks <= STANDS_MAX { ranks as u8 } else { UNSAID }
}

/// What is known of the stands that make up the ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    /// The whole unit.
    Whole(u16),
    /// Some of its stands; the others are busy elsewhere.
    Part(u16),
    /// The whole unit, and others that follow up behind it and add their ranks.
    FollowedUp(u16),
}

impl Body {
    const fn stands(self) -> u16 {
        match self {
            Body::Whole(stands) | Body::Part(stands) | Body::FollowedUp(stands) => stands,
        }
    }
}

/// Refuses a depth that the unit's formation does not have. `rule` is what speaks of ranks here.
pub(crate) fn check_ranks(
    refusal: &mut Refusal,
    field: &str,
    (formation, body): (Formation, Body),
    ranks: u8,
    rule: Rule,
) {
    refusal.unless((1..=STANDS_MAX).contains(&u16::from(ranks)), field, rule, || {
        format!("a unit is 1 to {STANDS_MAX} ranks deep")
    });
    let stands = body.stands();
    let column = matches!(formation, Formation::Column | Formation::Limbered);
    // Ranks left unsaid follow from the formation, and a unit without stands is refused as such.
    if ranks <= UNSAID || stands == 0 {
        return;
    }
    let (shallowest, given) = (u16::from(shallowest_column(stands)), u16::from(ranks));
    let fits = match (formation, body) {
        (Formation::Column | Formation::Limbered, Body::Whole(_)) => given == shallowest || given == stands,
        (Formation::Column | Formation::Limbered, _) => given >= shallowest,
        (_, Body::FollowedUp(_)) => true,
        (Formation::Line, Body::Whole(_)) => ranks <= LINE_RANKS && given <= stands,
        (Formation::Line, Body::Part(_)) => ranks <= LINE_RANKS,
        (Formation::Square, _) => ranks == SQUARE_RANKS,
        (Formation::Skirmish | Formation::Unlimbered, _) => false,
    };
    let rule = if column { SE_MOVE_COLUMN_DEF } else { SE_HOUSE_RANKS };
    refusal.unless(fits, field, rule, || match formation {
        Formation::Column | Formation::Limbered => {
            format!("with a front of 1 or {COLUMN_FRONT} stands it is {stands} or {shallowest} ranks deep")
        }
        Formation::Line => format!("a line of {stands} is at most {LINE_RANKS} ranks deep, and no rank is empty"),
        Formation::Square => format!("a square counts as {SQUARE_RANKS} ranks"),
        Formation::Skirmish | Formation::Unlimbered => format!("a unit in {} has one rank", formation.name()),
    });
}
