//! The few large names one reads from afar, or on a small screen.

use std::collections::BTreeSet;

use battle::plan::Id;
use field::ground::SpotKind;

use crate::ink::Sheet;
use crate::labels::{Labels, is_settled};
use crate::names::{self, Board, Face, NEVER};
use crate::paper::{Frame, Place};
use crate::spots;
use crate::troops::{Post, colour};
use crate::words;

const BRIGADE: Face = Face { class: "far-brigade", size: 74, spacing: 20 };
const SMALL: Face = Face { class: "far-brigade small", size: 52, spacing: 10 };
const PLACE: Face = Face { class: "far-place", size: 64, spacing: 0 };
const SMALL_PLACE: Face = Face { class: "far-place small", size: 50, spacing: 0 };
const UNIT: Face = Face { class: "name far-unit", size: 52, spacing: 0 };
/// What the name of a unit may cover: fences and roads, but no more.
const UNIT_MOST: i32 = 560;
/// What the name of a place may cost: one on the far side of a line of troops is not read as its name.
const PLACE_MOST: i32 = 390;
/// What the name of a brigade at the end of a thread may cost, as long as it has a shorter one.
const CALLED_MOST: i32 = 700;

impl Labels<'_> {
    /// The few large names one reads from afar, or on a small screen.
    pub(crate) fn far(&self, sheet: &mut Sheet, blocked: &[Frame]) {
        let mut board = self.board(blocked);
        sheet.open("class=\"names far\"");
        self.brigade_names(sheet, &mut board, self.far_face(), 60);
        let spots = self.battle.ground.spots().iter().filter(|spot| is_landmark(spot.kind, spot.room));
        for spot in spots {
            let Some(name) = &spot.name else { continue };
            let frame = spots::frame(spot, self.chart);
            let _ = self.beside(sheet, &mut board, PLACE, name, frame, (3, PLACE_MOST))
                || self.beside(sheet, &mut board, SMALL_PLACE, name, frame, (3, PLACE_MOST));
        }
        for area in self.battle.ground.areas().iter().filter(|area| is_settled(area.kind)) {
            let Some(name) = &area.name else { continue };
            let seats = self.seats_inside(&area.region);
            self.set(sheet, &mut board, PLACE, "", name, &seats, NEVER);
        }
        self.far_unit_names(sheet, &mut board);
        sheet.close();
    }

    /// Brigades are written alike: all of them smaller where a large name would reach over much of the map.
    fn far_face(&self) -> Face {
        let width = |post: &Post<'_>| {
            BRIGADE.width(&words::formation(self.battle, post.formation).to_uppercase(), self.chart.scale)
        };
        let widest = self.brigades().into_iter().map(|(post, _)| width(post)).max().unwrap_or(0);
        if widest * 5 > self.chart.frame().width() * 2 { SMALL } else { BRIGADE }
    }

    /// From afar the units of a brigade are named if each of them finds room beside itself: a few names among many would
    /// only be read as those of all.
    fn far_unit_names(&self, sheet: &mut Sheet, board: &mut Board) {
        let posts = &self.troops.posts;
        let mut done: BTreeSet<&Id> = BTreeSet::new();
        for first in posts.iter().filter(|post| done.insert(&post.formation.id)) {
            let own: Vec<&Post<'_>> = posts.iter().filter(|post| post.formation.id == first.formation.id).collect();
            let (mut tried, mut names) = (board.clone(), Sheet::default());
            if own.iter().all(|post| self.far_unit_name(&mut names, &mut tried, post)) {
                sheet.raw(&names.text);
                *board = tried;
            }
        }
    }

    fn far_unit_name(&self, sheet: &mut Sheet, board: &mut Board, post: &Post<'_>) -> bool {
        let scale = self.chart.scale;
        let text = words::short(&post.unit.name);
        let (width, height) = (UNIT.width(&text, scale), UNIT.height(scale));
        let near = self.unit_seats(post, width, height).into_iter().filter(|seat| !seat.thread);
        let Some(seated) = self.best_seat(board, post, (width, height), &near.collect::<Vec<_>>()) else {
            return false;
        };
        if seated.cost >= UNIT_MOST {
            return false;
        }
        let extra = format!("{} {}", colour(post.side), post.side.id);
        names::write(sheet, UNIT, &extra, &text, &seated, scale);
        board.take_all(&seated.frames, NEVER);
        true
    }

    /// From afar a brigade in a crowd has a small name at the end of a thread rather than none. Gives back where.
    pub(crate) fn called_from_afar(
        &self,
        sheet: &mut Sheet,
        board: &mut Board,
        post: &Post<'_>,
        middle: Place,
        named: &[(Place, Place)],
    ) -> Option<Place> {
        let scale = self.chart.scale;
        let leader = self.battle.plan.leaders.iter().find(|leader| leader.commands == post.formation.id);
        let names = [
            (Some(words::formation(self.battle, post.formation)), CALLED_MOST),
            (leader.map(words::surname), NEVER),
            (Some(words::formation(self.battle, post.formation)), NEVER),
        ];
        let extra = format!("{} {}", colour(post.side), post.side.id);
        for (text, most) in names.into_iter().filter_map(|(name, most)| Some((name?.to_uppercase(), most))) {
            let (width, height) = (SMALL.width(&text, scale), SMALL.height(scale));
            let mut seats = names::rays(middle, width, height, scale.units(32));
            for seat in &mut seats {
                seat.dislike += if self.is_out_of_order(middle, seat.middle, named) { CALLED_MOST } else { 0 };
            }
            if let Some(seated) = self.set(sheet, board, SMALL, &extra, &text, &seats, most) {
                self.thread(sheet, board, middle, &seated);
                return Some(seated.seat.middle);
            }
        }
        None
    }
}

/// Whether a name is one of those read from afar.
pub(crate) fn is_far(face: Face) -> bool {
    face.class.starts_with("far-")
}

/// Places that people steer by.
fn is_landmark(kind: SpotKind, room: Option<u32>) -> bool {
    kind == SpotKind::Building && room.is_some_and(|room| room >= 100)
}
