//! A charge combat that is being fought: everything that lives on from one roll to the next.

use arrayvec::ArrayVec;
use engine::{Asks, QuestionKind, Ruling, Side, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::situation::{ChargeCombat, UNITS_MAX, Unit};
use crate::event::{Event, UnitHurt};
use crate::leaders::{FallenOutcome, Officer};
use crate::losses::{Owner, Piece};
use crate::questions;
use crate::{Book, Referee};

engine::keys! {
    /// How a charge combat ends.
    pub enum ChargeResult {
        /// Swept from the field.
        Swept = "swept",
        /// Driven back.
        DrivenBack = "driven_back",
        /// Hard pressed.
        HardPressed = "hard_pressed",
        /// The attacker falters.
        Falter = "falter",
        /// The attacker recoils.
        Recoil = "recoil",
        /// The attacker is repulsed.
        Repulsed = "repulsed",
        /// A desperate struggle left nothing of one side, or of both.
        FoughtOut = "fought_out",
        /// A detachment broke as soon as it was charged.
        DetachmentBroken = "detachment_broken",
    }
}

engine::keys! {
    /// What a unit does after a charge combat.
    pub enum Movement {
        /// Stays where it is.
        Hold = "hold",
        /// Carries the position.
        Carry = "carry",
        /// Makes a breakthrough charge.
        Breakthrough = "breakthrough",
        /// Retreats 2 inches from the enemy.
        RetreatTwoInches = "retreat_two_inches",
        /// Retreats out of close range.
        RetreatOutOfCloseRange = "retreat_out_of_close_range",
        /// Makes a full retreat; guns limber first.
        FullRetreat = "full_retreat",
        /// Recalls, up to a full move.
        Recall = "recall",
        /// Nothing is left of it, or its fixed guns are lost.
        Lost = "lost",
    }
}

/// A unit after a charge combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct AfterCharge {
    /// What is left of it.
    pub unit: Piece,
    /// What it does now.
    pub movement: Movement,
}

/// An officer who rolled because his unit was swept or repulsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FallenInCharge {
    /// The number of his unit on the losing side, from 0.
    pub unit: u8,
    /// Who he is.
    pub officer: Officer,
    /// What became of him.
    pub outcome: FallenOutcome,
}

/// What came of a charge combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ChargeOutcome {
    /// How it ended.
    pub result: ChargeResult,
    /// Whether the attackers have a breakthrough charge to make.
    pub breakthrough: bool,
    /// The attackers, in the order of the situation.
    pub attackers: ArrayVec<AfterCharge, UNITS_MAX>,
    /// The defenders, in the order of the situation.
    pub defenders: ArrayVec<AfterCharge, UNITS_MAX>,
    /// The leaders and brave colonels who rolled.
    pub fallen: ArrayVec<FallenInCharge, { 2 * UNITS_MAX }>,
}

/// The two sides of a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Attacker,
    Defender,
}

impl Role {
    pub(super) fn enemy(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// The unchanging facts of one combat.
#[derive(Clone, Copy)]
pub(super) struct Fight<'a> {
    pub book: &'a Book,
    pub combat: &'a ChargeCombat,
}

/// A combat that is being fought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Struggle {
    pub attackers: ArrayVec<AfterCharge, UNITS_MAX>,
    pub defenders: ArrayVec<AfterCharge, UNITS_MAX>,
    lead_attacker: u8,
    lead_defender: u8,
    /// Whether a Desperate Struggle has struck out cold steel, breakthrough and cavalry charge.
    pub struck_out: bool,
    /// How it ended, once it has.
    pub result: Option<ChargeResult>,
    /// Whose leaders have to roll.
    pub leaders_of: Option<Role>,
    pub fallen: ArrayVec<FallenInCharge, { 2 * UNITS_MAX }>,
}

impl<'a> Fight<'a> {
    pub(super) fn side(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.combat.side,
            Role::Defender => self.combat.side.enemy(),
        }
    }

    pub(super) fn count(&self, role: Role) -> usize {
        match role {
            Role::Attacker => self.combat.attackers.len(),
            Role::Defender => self.combat.defenders.len(),
        }
    }

    /// Unit number `index` of a side. There is one: the lists of the struggle are as long as those of the situation.
    pub(super) fn unit(&self, role: Role, index: usize) -> Unit<'a> {
        match role {
            Role::Attacker => Unit::Troops(&self.combat.attackers[index]),
            Role::Defender => self.combat.defenders[index].unit(),
        }
    }

    /// The lead unit of a side.
    pub(super) fn lead(&self, struggle: &Struggle, role: Role) -> Unit<'a> {
        self.unit(role, struggle.lead(role))
    }

    /// The number of a unit in questions and events: attackers first, then defenders.
    pub(super) fn owner(&self, role: Role, index: usize) -> Owner {
        let before = match role {
            Role::Attacker => 0,
            Role::Defender => self.combat.attackers.len(),
        };
        Owner { side: self.side(role), piece: (before + index) as u16 }
    }
}

impl Struggle {
    /// Before the first roll.
    pub(super) fn new(fight: &Fight<'_>) -> Self {
        let units = |role| {
            (0..fight.count(role).min(UNITS_MAX))
                .map(|index| AfterCharge { unit: fight.unit(role, index).piece(), movement: Movement::Hold })
                .collect()
        };
        Struggle {
            attackers: units(Role::Attacker),
            defenders: units(Role::Defender),
            lead_attacker: 0,
            lead_defender: 0,
            struck_out: false,
            result: None,
            leaders_of: None,
            fallen: ArrayVec::new(),
        }
    }

    pub(super) fn units(&self, role: Role) -> &[AfterCharge] {
        match role {
            Role::Attacker => &self.attackers,
            Role::Defender => &self.defenders,
        }
    }

    pub(super) fn units_mut(&mut self, role: Role) -> &mut [AfterCharge] {
        match role {
            Role::Attacker => &mut self.attackers,
            Role::Defender => &mut self.defenders,
        }
    }

    pub(super) fn lead(&self, role: Role) -> usize {
        usize::from(match role {
            Role::Attacker => self.lead_attacker,
            Role::Defender => self.lead_defender,
        })
    }

    pub(super) fn lead_piece(&self, role: Role) -> &Piece {
        &self.units(role)[self.lead(role)].unit
    }

    pub(super) fn total_stands(&self, role: Role) -> i16 {
        self.units(role).iter().map(|unit| i16::from(unit.unit.stands())).sum()
    }

    /// 5.3 step 1. The lead unit of each side is its largest; its owner breaks ties. Where guns stand with troops, the
    /// troops lead whatever the counts.
    ///
    /// RULING: the lead unit stays the lead until nothing is left of it.
    pub(super) fn choose_leads<U: Umpire>(&mut self, fight: &Fight<'_>, umpire: &mut U) -> Ruling<(), U> {
        for role in [Role::Attacker, Role::Defender] {
            let keeps_lead = self.struck_out && !self.lead_piece(role).is_destroyed();
            if keeps_lead || self.units(role).len() == 1 {
                continue;
            }
            let left = |index: &usize| !self.units(role)[*index].unit.is_destroyed();
            let is_troops = |index: &usize| !fight.unit(role, *index).is_guns();
            let only_troops = (0..self.units(role).len()).filter(left).any(|index| is_troops(&index));
            let stands = |index: &usize| self.units(role)[*index].unit.stands();
            let eligible = (0..self.units(role).len()).filter(left).filter(|index| !only_troops || is_troops(index));
            let most = eligible.clone().map(|index| stands(&index)).max();
            let largest = eligible.filter(|index| Some(stands(index)) == most).collect();
            if let Some(lead) = self.pick(fight, role, &largest, &questions::LEAD_UNIT, umpire)? {
                match role {
                    Role::Attacker => self.lead_attacker = lead as u8,
                    Role::Defender => self.lead_defender = lead as u8,
                }
            }
        }
        Ok(())
    }

    /// Lets the owner choose among units; like units in like state are no choice.
    fn pick<U: Umpire>(
        &self,
        fight: &Fight<'_>,
        role: Role,
        among: &ArrayVec<usize, UNITS_MAX>,
        question: &'static QuestionKind,
        umpire: &mut U,
    ) -> Ruling<Option<usize>, U> {
        let Some(first) = among.first().copied() else {
            return Ok(None);
        };
        let units = self.units(role);
        let like =
            |index: &usize| fight.unit(role, *index).is_like(fight.unit(role, first)) && units[*index] == units[first];
        if among.len() == 1 || among.iter().all(like) {
            return Ok(Some(first));
        }
        let owner = fight.owner(role, first);
        let answer = umpire.number(owner.side, question, Some(owner.piece), 1, among.len() as u16)?;
        Ok(among.get(usize::from(answer) - 1).copied())
    }

    /// Takes stands from a side: from the lead unit first, then from units its owner picks. Gun stands are picked too.
    pub(super) fn lose<U: Referee>(
        &mut self,
        fight: &Fight<'_>,
        role: Role,
        stands: u8,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut left = stands;
        while left > 0 {
            let Some(index) = self.next_to_lose(fight, role, umpire)? else {
                return Ok(());
            };
            let owner = fight.owner(role, index);
            let unit = &mut self.units_mut(role)[index].unit;
            let before = unit.stands();
            let order = match unit {
                Piece::Troops(troops) => {
                    troops.lose(left);
                    Some(troops.order)
                }
                Piece::Guns(guns) => {
                    for _ in 0..left {
                        guns.wreck_one(owner, umpire)?;
                    }
                    None
                }
            };
            let stands_left = unit.stands();
            let stands_lost = before - stands_left;
            left -= stands_lost;
            umpire.tell(|| Event::UnitHurt(UnitHurt { unit: owner.piece + 1, stands_lost, stands_left, order }));
        }
        Ok(())
    }

    /// The lead unit while something is left of it, then whichever its owner picks.
    fn next_to_lose<U: Umpire>(&self, fight: &Fight<'_>, role: Role, umpire: &mut U) -> Ruling<Option<usize>, U> {
        if !self.lead_piece(role).is_destroyed() {
            return Ok(Some(self.lead(role)));
        }
        let units = self.units(role);
        let others = (0..units.len()).filter(|index| !units[*index].unit.is_destroyed()).collect();
        self.pick(fight, role, &others, &questions::LOSS_UNIT, umpire)
    }

    /// Disorders all troops of a side and silences all its guns.
    pub(super) fn disorder(&mut self, role: Role) {
        for unit in self.units_mut(role) {
            match &mut unit.unit {
                Piece::Troops(troops) => troops.disorder(),
                Piece::Guns(guns) => guns.silence_all(),
            }
        }
    }
}
