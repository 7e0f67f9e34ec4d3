//! Tests worth looking at.

use engine::Decimal;

use super::{CloseFire, Contact, Enemy, MoraleSituation};
use crate::charts::{Gun, Kind, Level, Terrain, Weapon};
use crate::unit::{Edge, Stand};

pub(super) fn examples() -> Vec<(&'static str, MoraleSituation)> {
    let touch = |enemy, edge| Contact { enemy, edge, enemy_edge: Edge::Front, across_works: false, from_lower: false };
    let rifles = Enemy { weapon: Some(Weapon::RifledMusket), ..Enemy::new(Kind::InfBrigade) };
    let cartridges = Enemy { weapon: Some(Weapon::CartRifle), stationary: true, ..Enemy::new(Kind::InfBrigade) };
    let guns = Enemy { gun: Some(Gun::SbField), ..Enemy::new(Kind::ArtBattalion) };
    let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
    vec![
        (
            "a brigade behind hasty works, touched in front and flank",
            MoraleSituation {
                terrain: Terrain::HastyWorks,
                contacts: vec![Contact { across_works: true, ..touch(rifles, Edge::Front) }, touch(rifles, Edge::Side)],
                ..MoraleSituation::of(brigade)
            },
        ),
        (
            "cavalry charging stationary breechloaders",
            MoraleSituation {
                charged: true,
                contacts: vec![touch(cartridges, Edge::Front)],
                ..MoraleSituation::of(Stand::cavalry(4, 5))
            },
        ),
        (
            "a disordered brigade under canister",
            MoraleSituation {
                close_fire: vec![CloseFire::of(guns, Decimal::from_int(3))],
                ..MoraleSituation::of(Stand { dedicated_gun: true, morale: 5, level: Level::TempDisorder, ..brigade })
            },
        ),
        (
            "a routed regiment's brigade caught by horse",
            MoraleSituation {
                contacts: vec![touch(Enemy::new(Kind::CavBrigade), Edge::Rear)],
                ..MoraleSituation::of(Stand { level: Level::Rout, sp: 2, ..brigade })
            },
        ),
        (
            "supported guns ridden at",
            MoraleSituation {
                supported: true,
                contacts: vec![touch(Enemy::new(Kind::CavBrigade), Edge::Front)],
                ..MoraleSituation::of(Stand::guns(Gun::SbField, 2, 4))
            },
        ),
        (
            "a brigade that charged guns",
            MoraleSituation { charged: true, contacts: vec![touch(guns, Edge::Front)], ..MoraleSituation::of(brigade) },
        ),
        (
            "the army commander with a stationary brigade on a ridge",
            MoraleSituation {
                contacts: vec![Contact { from_lower: true, ..touch(rifles, Edge::Front) }],
                ..MoraleSituation::of(Stand { stationary: true, army_commander: true, ..brigade })
            },
        ),
        (
            "cavalry on a ridge, a brigade below",
            MoraleSituation {
                contacts: vec![Contact { from_lower: true, ..touch(rifles, Edge::Front) }],
                ..MoraleSituation::of(Stand::cavalry(4, 4))
            },
        ),
        (
            "a shaken brigade behind field works",
            MoraleSituation {
                terrain: Terrain::FieldWorks,
                contacts: vec![Contact { across_works: true, ..touch(rifles, Edge::Front) }],
                ..MoraleSituation::of(Stand { level: Level::PermDisorder, ..brigade })
            },
        ),
        (
            "cartridge rifles gone to ground, touched",
            MoraleSituation {
                contacts: vec![touch(rifles, Edge::Front)],
                ..MoraleSituation::of(Stand { gone_to_ground: true, ..Stand::brigade(Weapon::CartRifle, 4, 4) })
            },
        ),
        (
            "a town attacked on two sides",
            MoraleSituation {
                terrain: Terrain::Town,
                contacts: vec![touch(rifles, Edge::Front), touch(rifles, Edge::Rear)],
                ..MoraleSituation::of(brigade)
            },
        ),
    ]
}
