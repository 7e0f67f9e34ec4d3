//! The order of battle as it stands now: a tree of commands with what is left of each.

use std::io;

use battle::plan::{Formation, Plan};
use engine::Side;
use engine::stage::{Badge, Piece, Scene};

use super::Theatre;
use super::map::{arrow, letters, style_of};
use crate::ink;
use crate::terminal::Page;
use crate::text::{clean, pad};

/// Columns for the name of a unit.
const NAME: usize = 30;

/// Shows both sides.
pub fn show(theatre: &Theatre, scene: &Scene, page: &mut Page<'_>) -> io::Result<()> {
    if scene.pieces.is_empty() {
        return page.line("Nobody is on the map.");
    }
    for side in Side::ALL {
        let standing = &scene.standing;
        let (engaged, lost) = (standing.engaged[side as usize], standing.tally.lost[side as usize]);
        let title = match engaged {
            0 => format!("{}: {lost} men lost", theatre.side_name(side)),
            _ => format!("{}: {lost} of {engaged} men lost", theatre.side_name(side)),
        };
        page.gap()?;
        page.wrapped(style_of(side), 0, &clean(&title))?;
        let mut tree = Tree { plan: &theatre.battle.plan, scene, side, page, shown: Vec::new() };
        for formation in tree.plan.formations.iter().filter(|formation| formation.under.is_none()) {
            tree.command(formation, 1)?;
        }
        tree.others()?;
    }
    Ok(())
}

struct Tree<'a, 'p, 'q> {
    plan: &'a Plan,
    scene: &'a Scene,
    side: Side,
    page: &'a mut Page<'q>,
    shown: Vec<&'p Piece>,
}

impl<'a> Tree<'a, 'a, '_> {
    /// A command with its units, then what stands under it.
    fn command(&mut self, formation: &'a Formation, depth: usize) -> io::Result<()> {
        if !self.has_any(formation) {
            return Ok(());
        }
        self.page.wrapped(ink::HEADING, 2 * depth, &clean(&formation.name))?;
        let own = |piece: &&'a Piece| {
            piece.side == self.side && piece.under.first().is_some_and(|under| *under == formation.id.as_str())
        };
        let own: Vec<&'a Piece> = self.scene.pieces.iter().filter(own).collect();
        for piece in own {
            self.piece(piece, depth + 1)?;
        }
        let plan = self.plan;
        for part in plan.formations.iter().filter(|part| part.under.as_ref() == Some(&formation.id)) {
            self.command(part, depth + 1)?;
        }
        Ok(())
    }

    fn has_any(&self, formation: &Formation) -> bool {
        let in_it = |piece: &Piece| piece.under.iter().any(|under| *under == formation.id.as_str());
        self.scene.pieces.iter().any(|piece| piece.side == self.side && in_it(piece))
    }

    /// What stands under no command of the plan.
    fn others(&mut self) -> io::Result<()> {
        let side = self.side;
        let left = |piece: &&'a Piece| piece.side == side && !self.shown.iter().any(|shown| shown.id == piece.id);
        let left: Vec<&'a Piece> = self.scene.pieces.iter().filter(left).collect();
        left.into_iter().try_for_each(|piece| self.piece(piece, 1))
    }

    fn piece(&mut self, piece: &'a Piece, depth: usize) -> io::Result<()> {
        self.shown.push(piece);
        let letter = letters(self.scene).get(&piece.id).copied().unwrap_or('?');
        let look = self.page.look;
        let strength = &piece.strength;
        let mut parts = Vec::new();
        if strength.full > 0 {
            parts.push(match strength.left == strength.full {
                true => strength.words.to_string(),
                false => format!("{} of {}", strength.words, strength.full),
            });
        }
        if strength.men > 0 {
            parts.push(format!("{} men", strength.men));
        }
        parts.extend(
            [&piece.formation, &piece.morale].into_iter().filter(|words| !words.is_empty()).map(ToString::to_string),
        );
        // A badge may only repeat in a sign what its morale says in words.
        let said = |badge: &&Badge| piece.morale.split(", ").any(|words| words == &*badge.long);
        parts.extend(piece.badges.iter().filter(|badge| !said(badge)).map(|badge| badge.long.to_string()));
        let indent = 2 * depth;
        let mark = look.paint(style_of(piece.side), format!("{letter}{}", arrow(piece.heading, &look)));
        let name = pad(&clean(&piece.name), NAME.saturating_sub(indent));
        let room = look.width.saturating_sub(NAME + 4);
        let words = crate::text::wrap(&clean(&parts.join(", ")), room.max(20));
        let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        self.page.line(format!("{:indent$}{mark} {name} {first}", "").trim_end())?;
        rest.iter().try_for_each(|line| self.page.line(format!("{:width$}{line}", "", width = NAME + 4)))
    }
}
