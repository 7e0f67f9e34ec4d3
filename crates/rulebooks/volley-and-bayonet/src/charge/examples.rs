//! Charges worth looking at.

use engine::Side;

use super::{ChargeSituation, Charged};
use crate::charts::{Gun, Kind, Level, Terrain, Weapon};
use crate::movement::Act;
use crate::unit::{Edge, Stand};

pub(super) fn examples() -> Vec<(&'static str, ChargeSituation)> {
    let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
    let charged = |stand| Charged {
        stand,
        terrain: Terrain::Clear,
        edge: Edge::Front,
        visible: true,
        beaten_in_this_forest: false,
        holds_far_bank: false,
    };
    let plain = ChargeSituation {
        side: Side::Confederate,
        charger: brigade,
        terrain: Terrain::Clear,
        in_command: true,
        exhausted: false,
        in_contact: false,
        path: vec![Act::Face, Act::ahead(8)],
        target: charged(brigade),
    };
    let cartridges = Stand { stationary: true, ..Stand::brigade(Weapon::CartRifle, 4, 4) };
    vec![
        ("a brigade over open ground", plain.clone()),
        (
            "cavalry through broken ground at breechloaders",
            ChargeSituation {
                charger: Stand::cavalry(4, 5),
                path: vec![Act::through(6, Terrain::BrokenGround), Act::ahead(4)],
                target: charged(cartridges),
                ..plain.clone()
            },
        ),
        (
            "across a stream at a brigade on its far bank",
            ChargeSituation {
                path: vec![Act::over(Terrain::Stream), Act::ahead(2)],
                target: Charged { holds_far_bank: true, ..charged(brigade) },
                ..plain.clone()
            },
        ),
        (
            "fugitives ridden down",
            ChargeSituation {
                charger: Stand::cavalry(4, 5),
                target: charged(Stand { level: Level::Rout, sp: 2, ..brigade }),
                ..plain.clone()
            },
        ),
        ("infantry at mounted cavalry", ChargeSituation { target: charged(Stand::cavalry(3, 4)), ..plain.clone() }),
        (
            "cavalry skirmishers at guns, in flank",
            ChargeSituation {
                charger: Stand::new(Kind::CavSkirmisher, 1, 4),
                target: Charged { edge: Edge::Side, ..charged(Stand::guns(Gun::SbField, 2, 4)) },
                ..plain.clone()
            },
        ),
        (
            "cavalry skirmishers at skirmishers",
            ChargeSituation {
                charger: Stand::new(Kind::CavSkirmisher, 1, 4),
                target: charged(Stand::new(Kind::CavSkirmisher, 1, 4)),
                ..plain.clone()
            },
        ),
        (
            "cavalry through skirmishers",
            ChargeSituation {
                charger: Stand::cavalry(4, 5),
                target: charged(Stand::new(Kind::CavSkirmisher, 1, 4)),
                ..plain.clone()
            },
        ),
        (
            "mounted infantry at a steady brigade",
            ChargeSituation { charger: Stand::new(Kind::MountedInf, 3, 4), ..plain.clone() },
        ),
        (
            "an exhausted division's brigade at an enemy out of sight",
            ChargeSituation {
                exhausted: true,
                in_command: false,
                in_contact: true,
                target: Charged { visible: false, ..charged(brigade) },
                ..plain.clone()
            },
        ),
        (
            "a march column at skirmishers in a swamp",
            ChargeSituation {
                charger: Stand { march_column: true, ..brigade },
                target: Charged {
                    terrain: Terrain::Swamp,
                    ..charged(Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) })
                },
                ..plain.clone()
            },
        ),
        (
            "guns never charge",
            ChargeSituation { charger: Stand::guns(Gun::SbField, 2, 4), path: vec![Act::ahead(1)], ..plain.clone() },
        ),
        (
            "into the forest after the beaten",
            ChargeSituation {
                path: vec![Act::through(4, Terrain::Forest)],
                target: Charged {
                    terrain: Terrain::Forest,
                    visible: false,
                    beaten_in_this_forest: true,
                    ..charged(brigade)
                },
                ..plain.clone()
            },
        ),
        (
            "over a bridge at a brigade on its far end",
            ChargeSituation {
                path: vec![Act::over(Terrain::Bridge), Act::ahead(2)],
                target: Charged { holds_far_bank: true, ..charged(brigade) },
                ..plain.clone()
            },
        ),
        (
            "over a marshy stream at a brigade on its far bank",
            ChargeSituation {
                path: vec![Act::over(Terrain::MarshyStream), Act::ahead(2)],
                target: Charged { holds_far_bank: true, ..charged(brigade) },
                ..plain
            },
        ),
    ]
}
