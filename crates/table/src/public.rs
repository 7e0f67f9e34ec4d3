//! What everybody may see: whatever both sides see alike.

use engine::Side;
use engine::game::Story;
use engine::stage::Scene;

/// What lies on the map for somebody who belongs to neither side: the pieces both see, with what both know of them.
pub(crate) fn public_scene(mut one: Scene, other: &Scene) -> Scene {
    one.pieces.retain_mut(|piece| {
        let Some(seen) = other.pieces.iter().find(|seen| seen.id == piece.id) else { return false };
        piece.badges.retain(|badge| seen.badges.contains(badge));
        if piece.strength != seen.strength {
            piece.strength = Default::default();
        }
        if piece.morale != seen.morale {
            piece.morale = Default::default();
        }
        if piece.done != seen.done {
            piece.done = Default::default();
        }
        piece.may_act &= seen.may_act;
        true
    });
    one.marks.retain(|mark| other.marks.contains(mark));
    if one.active != other.active {
        one.active = None;
    }
    if one.standing != other.standing {
        one.standing.to_do.clear();
    }
    one
}

/// What was ordered, as the side that did not give the order knows it; nothing where it may not.
pub(crate) fn public_order<T>(by: Option<Side>, [union, confederate]: [Option<&T>; 2]) -> Option<&T> {
    let (union, confederate) = union.zip(confederate)?;
    Some(if by == Some(Side::Union) { confederate } else { union })
}

/// A turn for somebody who belongs to neither side.
pub(crate) fn public_story(mut one: Story, other: &Story) -> Story {
    one.order = public_order(one.side, [one.order.as_ref(), other.order.as_ref()]).cloned();
    one.lines.retain(|line| other.lines.contains(line));
    one.words.retain(|words| other.words.contains(words));
    one
}
