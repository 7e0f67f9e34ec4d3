//! Random situations of the procedures between the dice: movement, maneuvers, command, sight and setting up.

use engine::chart::Key;
use engine::{Decimal, Side};
use fire_and_fury::charge_move::{ChargeTarget, Contact, WantedCharge};
use fire_and_fury::command::{Attachment, Commanded, LeaderNear, LeaderSight};
use fire_and_fury::effectiveness::Losses;
use fire_and_fury::gun_maneuver::WantedOfGuns;
use fire_and_fury::leaders::LeaderFate;
use fire_and_fury::maneuver::ManeuverEffect;
use fire_and_fury::movement::{
    BreakthroughMove, Going, Heading, March, Mover, MovingGuns, MovingLeader, MovingTroops, Pace, PassedThrough,
    Retreating, Stretch,
};
use fire_and_fury::pieces::Order;
use fire_and_fury::reaction::Charged;
use fire_and_fury::scale::Counted;
use fire_and_fury::sight::{Between, SightLine};
use fire_and_fury::special::Drilled;
use fire_and_fury::succession::{LeaderChange, LeaderRiddenDown};
use fire_and_fury::troop_maneuver::{PassedFriend, WantedOfTroops};
use fire_and_fury::victory::{Done, EndOfBattle};

use super::Draw;

impl Draw {
    /// Quarters of an inch.
    fn inches(&mut self, most: u8) -> Decimal {
        Decimal::from_thousandths(i32::from(self.number(0, most)) * 1000 + i32::from(self.number(0, 3)) * 250)
    }

    fn key_or_none<K: Key>(&mut self, times: u32) -> Option<K> {
        self.some(times, Self::key)
    }

    fn moving_troops(&mut self) -> MovingTroops {
        MovingTroops { class: self.key(), faction: self.key(), formation: self.key(), order: self.mostly(Order::Good) }
    }

    fn mover(&mut self) -> Mover {
        match self.number(0, 3) {
            0 => Mover::Guns(MovingGuns { carriage: self.key(), weapon: self.key_or_none(2) }),
            1 => Mover::Leader(MovingLeader { dismounted: self.once_in(2), scout: self.once_in(2) }),
            _ => Mover::Troops(self.moving_troops()),
        }
    }

    fn stretch(&mut self) -> Stretch {
        Stretch {
            inches: self.inches(12),
            ground: self.mostly(Going::Open),
            heading: self.mostly(Heading::Ahead),
            obstacles: self.number(0, 4) / 4,
        }
    }

    pub fn pace(&mut self) -> Pace {
        Pace { mover: self.mover(), double_quick: self.once_in(2), half: self.once_in(2) }
    }

    pub fn march(&mut self) -> March {
        March {
            mover: self.mover(),
            double_quick: self.once_in(3),
            half: self.once_in(2),
            stretches: self.list(1, 3, Self::stretch),
            streams: self.number(0, 5) / 5,
        }
    }

    pub fn retreat(&mut self) -> Retreating {
        let passed = |draw: &mut Self| PassedThrough {
            guns: draw.once_in(4),
            order: draw.key(),
            formation: draw.key(),
            fortified: draw.once_in(4),
        };
        Retreating {
            mover: self.mover(),
            kind: self.key(),
            enemy: self.inches(8),
            ground: self.key(),
            friends: self.list(0, 3, passed),
            stopped_after: self.some(3, |draw| draw.inches(10)),
            enemy_at_stop: self.some(6, |draw| draw.inches(4)),
            edge_after: self.some(6, |draw| draw.inches(10)),
        }
    }

    pub fn breakthrough(&mut self) -> BreakthroughMove {
        BreakthroughMove {
            troops: self.moving_troops(),
            victory: self.key(),
            second_combat: self.once_in(4),
            closest_enemy: self.some(2, |draw| draw.inches(12)),
            ground: self.key(),
        }
    }

    pub fn troop_maneuver(&mut self) -> WantedOfTroops {
        WantedOfTroops {
            class: self.key(),
            faction: self.key(),
            rating: self.key(),
            formation: self.key(),
            low_ammo: self.once_in(2),
            moves: self.key(),
            starts_in: self.key_or_none(4),
            option: self.key_or_none(2),
            into: self.key_or_none(3),
            degrees: self.number(0, 10) as u16 / 8 * 45,
            ground: self.key(),
            friend: self.some(4, |draw| PassedFriend { order: draw.key(), rating: draw.key() }),
            close_range: self.once_in(4),
            wagon: self.some(2, |draw| draw.inches(12)),
            ..WantedOfTroops::new(self.key::<ManeuverEffect>())
        }
    }

    pub fn gun_maneuver(&mut self) -> WantedOfGuns {
        WantedOfGuns {
            stands: self.gun_stands(),
            carriage: self.key(),
            weapon: self.key_or_none(2),
            fixed_may_pivot: self.once_in(2),
            close_range: self.once_in(3),
            wagon: self.some(2, |draw| draw.inches(12)),
            ..WantedOfGuns::new(self.key(), self.key(), self.once_in(2))
        }
    }

    pub fn wanted_charge(&mut self) -> WantedCharge {
        WantedCharge {
            effect: self.key(),
            charger: self.moving_troops(),
            detachment: self.once_in(8),
            cold_steel: self.once_in(3),
            target: self.mostly(ChargeTarget::Troops),
            seen: !self.once_in(8),
            contact: self.mostly(Contact::Front),
            starts_behind: self.once_in(3),
            wheel_degrees: self.number(0, 50).into(),
            stretches: self.list(1, 2, Self::stretch),
            streams: self.number(0, 5) / 5,
        }
    }

    pub fn charged(&mut self) -> Charged {
        Charged {
            charger_mounted: !self.once_in(4),
            breakthrough: self.once_in(6),
            ground: self.key(),
            class: self.key(),
            faction: self.key(),
            rating: self.key(),
            order: self.mostly(Order::Good),
            formation: self.key(),
            detachment: self.once_in(8),
            side: Side::Confederate,
            ..Charged::new(self.inches(30))
        }
    }

    pub fn commanded(&mut self) -> Commanded {
        let leader = |draw: &mut Self| LeaderNear {
            distance: draw.inches(10),
            own_faction: !draw.once_in(4),
            own_chain: !draw.once_in(3),
            attached: draw.mostly(Attachment::Detached),
            dismounted: draw.once_in(4),
            scout: draw.once_in(6),
            sight: draw.mostly(LeaderSight::Clear),
            letters: draw.letters(),
        };
        Commanded {
            class: self.key(),
            detachment: self.once_in(8),
            twilight: self.once_in(4),
            fog: self.once_in(4),
            leaders: self.list(0, 3, leader),
        }
    }

    pub fn sight(&mut self) -> SightLine {
        let (woods, jungle) = (self.inches(12), self.inches(5));
        let between = |draw: &mut Self| Between { from_firer: draw.inches(8), from_target: draw.inches(8) };
        SightLine {
            distance: self.inches(70),
            woods,
            jungle,
            blocked: self.once_in(5),
            visibility: self.some(4, |draw| draw.inches(70)),
            twilight: self.once_in(4),
            fog: self.once_in(4),
            unit_between: self.some(2, between),
            guns_on_higher_ground: self.once_in(2),
        }
    }

    pub fn drilled(&mut self) -> Drilled {
        Drilled {
            class: self.key(),
            faction: self.key(),
            detachment: self.once_in(4),
            stands: self.number(1, 3) * self.number(1, 4),
        }
    }

    pub fn losses(&mut self) -> Losses {
        let start_stands = self.number(1, 12);
        Losses {
            start_stands,
            lost: self.number(0, start_stands),
            worn_at: self.some(3, |draw| draw.number(0, 8)),
            spent_at: self.some(3, |draw| draw.number(0, 6)),
            spirit: self.key(),
        }
    }

    pub fn counted(&mut self) -> Counted {
        let mut count = |most: u8| u16::from(self.number(0, most)) * 7;
        Counted { men: count(200), guns: count(3), yards: count(255), minutes: count(100) }
    }

    pub fn leader_change(&mut self) -> LeaderChange {
        LeaderChange {
            distance: self.inches(6),
            scout: self.once_in(3),
            fate: self.key_or_none::<LeaderFate>(2),
            lost_this_turn: self.once_in(4),
            missed_his_turn: self.once_in(2),
            ..LeaderChange::new(self.key())
        }
    }

    pub fn ridden_down(&mut self) -> LeaderRiddenDown {
        LeaderRiddenDown {
            unit_destroyed: self.once_in(2),
            swept_or_repulsed: self.once_in(3),
            nearest_friend: self.some(2, |draw| draw.inches(24)),
        }
    }

    pub fn end_of_battle(&mut self) -> EndOfBattle {
        let done = |draw: &mut Self| Done {
            objectives: draw.number(0, 4).into(),
            worn: draw.number(0, 4).into(),
            spent: draw.number(0, 3).into(),
            lost: draw.number(0, 3).into(),
            gun_stands: draw.number(0, 2).into(),
            leaders: draw.number(0, 2).into(),
            no_troops_left: draw.once_in(8),
            stands_lost: draw.number(0, 30).into(),
            concedes_at: draw.some(4, |draw| draw.number(10, 30).into()),
        };
        EndOfBattle { union: done(self), confederate: done(self) }
    }
}
