//! Where the boxes of a staff map stand: behind their fronts, and clear of what else is drawn.

use battle::Battle;

use crate::paper::{Chart, Frame, Tenths};
use crate::troops::{Post, Troops, covers, right_of};
use crate::{entries, objectives};

/// How far a box is moved at once, in units of ornament, and how often to the rear and to each side.
const STEP: i32 = 12;
const STEPS_BACK: i32 = 9;
const STEPS_ASIDE: i32 = 5;

/// What it costs to lie over something, in steps.
const OVER_A_BOX: i32 = 100;
const OVER_AN_ARROW: i32 = 60;
const OVER_A_FRONT: i32 = 1;
const OVER_A_STAR: i32 = 2;
/// A step aside costs as much as so many to the rear: a box is looked for behind its front.
const ASIDE: i32 = 2;

/// Moves each box to where it covers least, and of such places to the nearest.
pub(crate) fn spread(battle: &Battle, troops: &mut Troops<'_>, chart: &Chart) {
    let scale = chart.scale;
    let arrows: Vec<Frame> =
        troops.coming.iter().filter_map(|coming| Some(entries::frame(coming.at?, chart))).collect();
    let stars = objectives::frames(battle, chart);
    let fronts: Vec<Vec<Frame>> = troops.posts.iter().map(|post| front(post, scale.units(4))).collect();
    let mut boxes: Vec<Frame> = Vec::new();
    for index in least_crowded_first(troops, chart) {
        let Some(post) = troops.posts.get_mut(index) else { continue };
        let first = post.behind;
        let mut best: Option<(i32, Tenths, Tenths)> = None;
        for (back, aside) in steps() {
            (post.behind, post.aside) = (first + scale.units(STEP * back), scale.units(STEP * aside));
            let own = post.nato_frame(scale);
            let over = |frames: &[Frame]| frames.iter().filter(|frame| frame.meets(&own)).count() as i32;
            let others = fronts.iter().enumerate().filter(|(other, _)| *other != index);
            let cost = back
                + aside.abs() * ASIDE
                + over(&boxes) * OVER_A_BOX
                + i32::from(!chart.frame().holds(&own)) * OVER_A_BOX
                + over(&arrows).min(1) * OVER_AN_ARROW
                + others.map(|(_, frames)| over(frames).min(1)).sum::<i32>() * OVER_A_FRONT
                + over(&stars) * OVER_A_STAR;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, post.behind, post.aside));
            }
        }
        if let Some((_, behind, aside)) = best {
            (post.behind, post.aside) = (behind, aside);
        }
        boxes.push(post.nato_frame(scale));
    }
}

/// Who stands alone gets the place behind his front before others are moved there.
fn least_crowded_first(troops: &Troops<'_>, chart: &Chart) -> Vec<usize> {
    let frames: Vec<Frame> = troops.posts.iter().map(|post| post.nato_frame(chart.scale)).collect();
    let crowd = |index: &usize| frames.iter().filter(|frame| frame.meets(&frames[*index])).count();
    let mut order: Vec<usize> = (0..frames.len()).collect();
    order.sort_by_key(crowd);
    order
}

/// Steps to the rear and to the right, the shortest first.
fn steps() -> impl Iterator<Item = (i32, i32)> {
    (0..STEPS_BACK).flat_map(|back| (0..=STEPS_ASIDE).flat_map(move |aside| [(back, aside), (back, -aside)]))
}

/// Boxes that cover the line of a front and its nib.
fn front(post: &Post<'_>, depth: Tenths) -> Vec<Frame> {
    covers(post.at, right_of(post.bearing()), post.front, depth, 0)
}
