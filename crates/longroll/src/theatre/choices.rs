//! What may be ordered now, numbered, and grouped by the unit it is for.

use std::io;

use engine::Side;
use engine::game::{AnyGame, Offer};
use engine::stage::{PieceId, Scene};

use super::map::{Letters, letters};
use crate::ink;
use crate::terminal::Page;
use crate::text::clean;

/// LIMIT: orders that are listed; more are never worth reading.
const OFFERS_MAX: usize = 5_000;
/// As many choices as are shown at once; of more, only the groups are.
const SHOWN: usize = 40;

/// What may be ordered now.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    groups: Vec<Group>,
    offers: Vec<Offer>,
}

/// The orders for one unit, or for none.
#[derive(Clone, Debug)]
struct Group {
    piece: Option<PieceId>,
    name: String,
    /// The number of its first order, counted from nought.
    first: usize,
    count: usize,
}

impl Choices {
    /// Everything a side may order.
    pub fn of(game: &dyn AnyGame, side: Side, scene: &Scene) -> Self {
        let letters = letters(scene);
        let mut by_piece: Vec<(Option<PieceId>, Vec<Offer>)> = Vec::new();
        for offer in game.offers(side, OFFERS_MAX) {
            match by_piece.iter_mut().find(|(piece, _)| *piece == offer.piece) {
                Some((_, offers)) => offers.push(offer),
                None => by_piece.push((offer.piece, vec![offer])),
            }
        }
        let mut choices = Choices::default();
        for (piece, offers) in by_piece {
            let (first, count) = (choices.offers.len(), offers.len());
            choices.groups.push(Group { piece, name: name(piece, game, scene, &letters), first, count });
            choices.offers.extend(offers);
        }
        choices
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.offers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// The order of this number, counted from one.
    pub fn get(&self, number: usize) -> Option<&Offer> {
        self.offers.get(number.checked_sub(1)?)
    }

    /// The number of an order, counted from one.
    pub fn number_of(&self, command: &serde_json::Value) -> Option<usize> {
        self.offers.iter().position(|offer| offer.command == *command).map(|place| place + 1)
    }

    /// The only unit whose name holds this text, or whose letter it is.
    pub fn unit(&self, text: &str) -> Option<&str> {
        let wanted = text.to_lowercase();
        let letter = text.chars().count() == 1;
        let is = |group: &&Group| match letter {
            true => group.piece.is_some() && group.name.split(' ').next() == Some(text),
            false => group.piece.is_some() && group.name.to_lowercase().contains(&wanted),
        };
        let mut found = self.groups.iter().filter(is);
        match (found.next(), found.next()) {
            (Some(group), None) => Some(&group.name),
            _ => None,
        }
    }

    /// Shows all choices, or where they are many only their groups; `unit` shows those of one unit.
    pub fn show(&self, unit: Option<&str>, page: &mut Page<'_>) -> io::Result<()> {
        let whole = unit.is_some() || self.offers.len() <= SHOWN || self.groups.len() == 1;
        for group in self.groups.iter().filter(|group| unit.is_none_or(|unit| group.name == unit)) {
            match whole {
                true => self.show_group(group, page)?,
                false => self.show_head(group, page)?,
            }
        }
        if !whole {
            page.wrapped(ink::FAINT, 2, "The letter or the name of a unit lists its orders.")?;
        }
        Ok(())
    }

    fn show_group(&self, group: &Group, page: &mut Page<'_>) -> io::Result<()> {
        page.wrapped(ink::HEADING, 0, &clean(&group.name))?;
        for place in group.first..group.first + group.count {
            let Some(offer) = self.offers.get(place) else { break };
            let number = format!("{:>4}", place + 1);
            crate::report::entry(page, 0, 6, (&number, ink::TYPE), (&clean(&offer.words), ink::PLAIN))?;
        }
        Ok(())
    }

    /// A group on one line: its numbers, and how its orders begin.
    fn show_head(&self, group: &Group, page: &mut Page<'_>) -> io::Result<()> {
        let (first, last) = (group.first + 1, group.first + group.count);
        let span = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let sample = self.offers.get(group.first).map(|offer| offer.words.as_str()).unwrap_or_default();
        let more = if group.count > 1 { " …" } else { "" };
        let more = if page.look.boxes { more } else { &more.replace('…', "...") };
        let text = clean(&format!("{}: {sample}{more}", group.name));
        crate::report::entry(page, 0, 10, (&span, ink::TYPE), (&text, ink::PLAIN))
    }
}

fn name(piece: Option<PieceId>, game: &dyn AnyGame, scene: &Scene, letters: &Letters) -> String {
    let Some(id) = piece else { return "For all".to_owned() };
    let named = scene.pieces.iter().find(|piece| piece.id == id);
    let called = named.map(|piece| piece.name.to_string()).or_else(|| game.name_of(id));
    let name = called.unwrap_or_else(|| format!("unit {}", id.0));
    match letters.get(&id) {
        Some(letter) => format!("{letter} {name}"),
        None => name,
    }
}
