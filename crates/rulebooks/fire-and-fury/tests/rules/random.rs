//! Random situations: every field is drawn, and what the book refuses is left out by the caller.
#![allow(dead_code, reason = "each test file uses its part of this")]

mod field;

use engine::chart::Key;
use engine::{Decimal, Fast, Side};
use fire_and_fury::charge::{ChargeCombat, ChargeGuns, ChargeTroops, Defender};
use fire_and_fury::fire::{
    Charging, FireCombat, FireStep, Firer, GunFirer, GunTarget, GunWeapon, NearLeader, Target, TroopFirer, TroopTarget,
    TroopWeapon,
};
use fire_and_fury::leaders::{Officer, OfficerInDanger};
use fire_and_fury::losses::{GunState, Piece, TroopState};
use fire_and_fury::maneuver::{ArmyMorale, CheckedGuns, CheckedTroops, CheckedUnit, Conductor, ManeuverCheck};
use fire_and_fury::pieces::{AttachedLeader, GunStand, GunStands, Letter};

/// Draws situations, always the same ones from the same seed.
pub struct Draw(Fast);

impl Draw {
    pub fn seeded(seed: u64) -> Self {
        Draw(Fast::seeded(seed))
    }

    fn number(&mut self, least: u8, most: u8) -> u8 {
        least + self.0.below(u32::from(most - least) + 1) as u8
    }

    /// Once in so many times.
    fn once_in(&mut self, times: u32) -> bool {
        self.0.below(times) == 0
    }

    fn some<T>(&mut self, times: u32, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.once_in(times).then(|| draw(self))
    }

    fn key<K: Key>(&mut self) -> K {
        K::ALL[self.0.below(K::ALL.len() as u32) as usize]
    }

    /// The first key half of the time.
    fn mostly<K: Key>(&mut self, usual: K) -> K {
        if self.once_in(2) { usual } else { self.key() }
    }

    fn list<T>(&mut self, least: u8, most: u8, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.number(least, most)).map(|_| draw(self)).collect()
    }

    fn letters(&mut self) -> Vec<Letter> {
        self.list(0, 2, Self::key)
    }

    fn leader(&mut self) -> Option<AttachedLeader> {
        self.some(3, |draw| AttachedLeader { letters: draw.letters() })
    }

    fn gun_stands(&mut self) -> GunStands {
        let stand = |draw: &mut Self| GunStand {
            damaged: draw.once_in(3),
            silenced: draw.once_in(3),
            low_ammo: draw.once_in(4),
        };
        self.list(1, 4, stand).into_iter().collect()
    }

    pub fn maneuver(&mut self) -> ManeuverCheck {
        let conductor = |draw: &mut Self| Conductor { letters: draw.letters(), wounds: draw.number(0, 4) / 4 };
        ManeuverCheck {
            side: Side::Union,
            leader: if self.once_in(4) { None } else { Some(conductor(self)) },
            units: self.list(1, 2, Self::checked_unit),
            army: ArmyMorale {
                key_position_lost: self.once_in(2),
                heavy_casualties: self.once_in(2),
                greater_losses: self.once_in(2),
            },
        }
    }

    fn checked_unit(&mut self) -> CheckedUnit {
        if self.once_in(4) {
            return CheckedUnit::Guns(CheckedGuns {
                rating: self.key(),
                limbered: self.once_in(3),
                wagons: self.once_in(5),
                fixed: self.once_in(3),
                linear_cover: self.once_in(3),
                command: self.key(),
                attached_leader: self.leader(),
                outflanked: self.once_in(2),
                close_range: self.once_in(2),
                fortified: self.once_in(4),
            });
        }
        CheckedUnit::Troops(CheckedTroops {
            rating: self.key(),
            effectiveness: self.key(),
            class: self.key(),
            detachment: self.once_in(8),
            stands: self.number(1, 10),
            order: self.key(),
            formation: self.key(),
            linear_cover: self.once_in(4),
            command: self.key(),
            attached_leader: self.leader(),
            brave_colonel: self.once_in(4),
            colonel_wounds: self.number(0, 5) / 5,
            outflanked: self.once_in(3),
            charge_intent: self.once_in(3),
            close_range: self.once_in(2),
            fortified: self.once_in(4),
        })
    }

    pub fn fire(&mut self) -> FireCombat {
        FireCombat {
            side: Side::Confederate,
            step: self.mostly(FireStep::Defensive),
            firers: self.list(1, 3, Self::firer),
            target: self.target(),
            behind: self.list(0, 2, Self::piece),
            leaders: self.list(0, 2, |draw| NearLeader { distance: Decimal::from_int(draw.number(0, 5).into()) }),
        }
    }

    fn firer(&mut self) -> Firer {
        let range = match self.number(0, 3) {
            0 => self.number(0, 3),
            1 => self.number(4, 9),
            2 => self.number(10, 30),
            _ => self.number(31, 60),
        };
        let range = Decimal::from_int(range.into());
        if self.once_in(2) {
            let guns = GunFirer::new(self.key::<GunWeapon>(), 1, range);
            let (stands, rating, french) = (self.gun_stands(), self.key(), self.once_in(2));
            return Firer::Guns(GunFirer { stands, rating, french, ..guns });
        }
        let stands = self.number(1, 12);
        Firer::Troops(TroopFirer {
            rating: self.key(),
            class: self.key(),
            order: self.mostly(fire_and_fury::pieces::Order::Good),
            formation: self.key(),
            low_ammo: self.once_in(4),
            sharpshooters: self.once_in(6),
            french: self.once_in(2),
            in_charge: self.once_in(3),
            double_quick: self.once_in(4),
            ..TroopFirer::new(self.key::<TroopWeapon>(), stands, range)
        })
    }

    fn target(&mut self) -> Target {
        if self.once_in(3) {
            return Target::Guns(GunTarget {
                stands: self.gun_stands(),
                rating: self.key(),
                limbered: self.once_in(3),
                enfiladed: self.once_in(4),
                cover: self.key(),
            });
        }
        let stands = self.number(1, 10);
        Target::Troops(TroopTarget {
            rating: self.key(),
            class: self.key(),
            order: self.key(),
            formation: self.key(),
            cover: self.key(),
            enfiladed: self.once_in(4),
            marched_by_flank: self.once_in(6),
            about_faced: self.once_in(6),
            passed_lines: self.once_in(6),
            charging: self.mostly(Charging::No),
            brave_colonel: self.once_in(3),
            ..TroopTarget::new(stands)
        })
    }

    fn piece(&mut self) -> Piece {
        if self.once_in(3) {
            return Piece::Guns(GunState { stands: self.gun_stands() });
        }
        Piece::Troops(TroopState { stands: self.number(1, 8), order: self.key() })
    }

    pub fn charge(&mut self) -> ChargeCombat {
        let second_combat = self.once_in(3);
        ChargeCombat {
            side: Side::Union,
            second_combat,
            attackers: self.list(1, 2, |draw| draw.charging(second_combat)),
            defenders: self.list(1, 2, |draw| draw.defender(second_combat)),
        }
    }

    fn charging(&mut self, second_combat: bool) -> ChargeTroops {
        let stands = self.number(1, 8);
        ChargeTroops {
            start_stands: Some(stands + self.number(0, 6)),
            spirit: self.key(),
            rating: self.key(),
            class: self.key(),
            order: self.mostly(fire_and_fury::pieces::Order::Good),
            formation: self.mostly(fire_and_fury::pieces::Formation::Line),
            outflanked: self.once_in(4),
            cold_steel: !second_combat && self.once_in(3),
            charged_over: self.key(),
            attached_leader: self.leader(),
            brave_colonel: self.once_in(3),
            letters: self.letters(),
            ..ChargeTroops::new(stands)
        }
    }

    fn defender(&mut self, second_combat: bool) -> Defender {
        if self.once_in(3) {
            return Defender::Guns(ChargeGuns {
                stands: self.gun_stands(),
                rating: self.key(),
                limbered: self.once_in(3),
                wagons: self.once_in(6),
                fixed: self.once_in(3),
                supported: self.once_in(2),
                outflanked: self.once_in(4),
                position: self.key(),
                attached_leader: self.leader(),
                letters: self.letters(),
            });
        }
        Defender::Troops(ChargeTroops {
            order: self.key(),
            position: self.key(),
            countercharging: !second_combat && self.once_in(3),
            cold_steel: false,
            ..self.charging(second_combat)
        })
    }

    pub fn officer(&mut self) -> OfficerInDanger {
        OfficerInDanger { officer: self.key::<Officer>(), swept_or_repulsed: self.once_in(2) }
    }
}
