//! Losses: what fire and charges take from a unit, stand by stand.
//!
//! Fire and charges share these words: lose a stand, disordered, wrecked, damaged, silenced. Who picks the gun stands is
//! ruled once, here (S38, S39).

use arrayvec::ArrayVec;
use engine::{Asks, QuestionKind, Ruling, Side, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pieces::{GUN_STANDS_MAX, GunStand, GunStands, Order};
use crate::questions;

/// A unit as far as it can be hurt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Infantry or cavalry.
    Troops(
        /// Its stands and order.
        TroopState,
    ),
    /// A battery, or wagons.
    Guns(
        /// Its gun stands.
        GunState,
    ),
}

/// The stands and order of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TroopState {
    /// Its stands.
    pub stands: u8,
    /// Good order, disordered or broken.
    #[serde(default)]
    pub order: Order,
}

/// The gun stands of a battery.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunState {
    /// Its gun stands that are left, each as `{}` if nothing is wrong with it.
    #[serde(deserialize_with = "crate::pieces::read_gun_stands")]
    pub stands: GunStands,
}

/// Whose piece it is, and its number in the situation, for questions about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub side: Side,
    pub piece: u16,
}

impl Piece {
    /// How many stands it has left.
    pub fn stands(&self) -> u8 {
        match self {
            Piece::Troops(troops) => troops.stands,
            Piece::Guns(guns) => guns.stands.len() as u8,
        }
    }

    /// Whether nothing is left of it.
    pub fn is_destroyed(&self) -> bool {
        self.stands() == 0
    }
}

impl TroopState {
    /// Takes stands off, as many as there are; gives back how many that were.
    pub(crate) fn lose(&mut self, stands: u8) -> u8 {
        let lost = stands.min(self.stands);
        self.stands -= lost;
        lost
    }

    /// Good order becomes disorder; broken troops stay broken.
    pub(crate) fn disorder(&mut self) {
        self.order = self.order.max(Order::Disordered);
    }
}

impl GunState {
    /// Takes off one stand of the owner's choice. Gives back whether there was one.
    pub(crate) fn wreck_one<U: Umpire>(&mut self, owner: Owner, umpire: &mut U) -> Ruling<bool, U> {
        let choice = choose(&self.stands, |_, _| true, &questions::STAND_TO_WRECK, owner, umpire)?;
        if let Some(index) = choice {
            self.stands.remove(index);
        }
        Ok(choice.is_some())
    }

    /// Damages one stand: an undamaged one while there is one; a damaged one is wrecked. Gives back which stand is damaged
    /// now, and whether one was wrecked instead.
    pub(crate) fn damage_one<U: Umpire>(&mut self, owner: Owner, umpire: &mut U) -> Ruling<Damage, U> {
        let sound = self.stands.iter().any(|stand| !stand.damaged);
        let legal = |_, stand: &GunStand| !stand.damaged || !sound;
        let Some(index) = choose(&self.stands, legal, &questions::STAND_TO_DAMAGE, owner, umpire)? else {
            return Ok(Damage::Nothing);
        };
        if sound {
            self.stands[index].damaged = true;
            return Ok(Damage::Damaged(index));
        }
        self.stands.remove(index);
        Ok(Damage::Wrecked)
    }

    /// Silences one stand that is not yet silenced, while there is one; not `spared`, if the battery has another.
    pub(crate) fn silence_one<U: Umpire>(
        &mut self,
        spared: Option<usize>,
        owner: Owner,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let spared = spared.filter(|_| self.stands.len() > 1);
        let legal = |index, stand: &GunStand| !stand.silenced && Some(index) != spared;
        if let Some(index) = choose(&self.stands, legal, &questions::STAND_TO_SILENCE, owner, umpire)? {
            self.stands[index].silenced = true;
        }
        Ok(())
    }

    /// Silences every stand.
    pub(crate) fn silence_all(&mut self) {
        for stand in &mut self.stands {
            stand.silenced = true;
        }
    }

    /// Whether every stand is silenced.
    pub(crate) fn is_silenced(&self) -> bool {
        self.stands.iter().all(|stand| stand.silenced)
    }
}

/// What came of damaging a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// There was none.
    Nothing,
    /// This one is damaged now.
    Damaged(usize),
    /// A damaged one was wrecked.
    Wrecked,
}

/// Lets the owner choose among the legal stands. Stands in the same state are the same choice; one choice is not asked.
fn choose<U: Umpire>(
    stands: &[GunStand],
    legal: impl Fn(usize, &GunStand) -> bool,
    question: &'static QuestionKind,
    owner: Owner,
    umpire: &mut U,
) -> Ruling<Option<usize>, U> {
    let mut choices: ArrayVec<usize, GUN_STANDS_MAX> = ArrayVec::new();
    for (index, stand) in stands.iter().enumerate() {
        if legal(index, stand) && !choices.iter().any(|known| stands[*known] == *stand) {
            choices.push(index);
        }
    }
    if choices.is_empty() {
        return Ok(None);
    }
    let answer = umpire.number(owner.side, question, Some(owner.piece), 1, choices.len() as u16)?;
    Ok(choices.get(usize::from(answer) - 1).copied())
}
