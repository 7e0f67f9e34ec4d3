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

pub(crate) const BRIGADE: Face = Face { class: "far-brigade", size: 74, spacing: 20 };
const SMALL: Face = Face { class: "far-brigade small", size: 52, spacing: 10 };
const PLACE: Face = Face { class: "far-place", size: 64, spacing: 0 };
const UNIT: Face = Face { class: "name far-unit", size: 52, spacing: 0 };
/// What the name of a unit may cover: fences and roads, but no more.
const UNIT_MOST: i32 = 560;

impl Labels<'_> {
    /// The few large names one reads from afar, or on a small screen.
    pub(crate) fn far(&self, sheet: &mut Sheet, blocked: &[Frame]) {
        let mut board = self.board(blocked);
        sheet.open("class=\"names far\"");
        self.brigade_names(sheet, &mut board, BRIGADE, 60);
        let spots = self.battle.ground.spots().iter().filter(|spot| is_landmark(spot.kind, spot.room));
        for spot in spots {
            let Some(name) = &spot.name else { continue };
            self.beside(sheet, &mut board, PLACE, name, spots::frame(spot, self.chart), 2);
        }
        for area in self.battle.ground.areas().iter().filter(|area| is_settled(area.kind)) {
            let Some(name) = &area.name else { continue };
            let seats = self.seats_inside(&area.region);
            self.set(sheet, &mut board, PLACE, "", name, &seats, NEVER);
        }
        self.far_unit_names(sheet, &mut board);
        sheet.close();
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

    /// From afar a brigade in a crowd has a small name at the end of a thread rather than none.
    pub(crate) fn called_from_afar(&self, sheet: &mut Sheet, board: &mut Board, post: &Post<'_>, middle: Place) {
        let scale = self.chart.scale;
        let leader = self.battle.plan.leaders.iter().find(|leader| leader.commands == post.formation.id);
        let names = [leader.map(words::surname), Some(words::formation(self.battle, post.formation))];
        let extra = format!("{} {}", colour(post.side), post.side.id);
        for text in names.into_iter().flatten().map(|name| name.to_uppercase()) {
            let (width, height) = (SMALL.width(&text, scale), SMALL.height(scale));
            let seats = names::rays(middle, width, height, scale.units(32));
            if let Some(seated) = self.set(sheet, board, SMALL, &extra, &text, &seats, NEVER) {
                return self.thread(sheet, board, middle, &seated);
            }
        }
    }
}

/// Places that people steer by.
fn is_landmark(kind: SpotKind, room: Option<u32>) -> bool {
    kind == SpotKind::Building && room.is_some_and(|room| room >= 100)
}
