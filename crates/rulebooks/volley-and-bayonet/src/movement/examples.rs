//! Moves worth looking at.

use super::situation::{Act, MovementSituation};
use crate::charts::{Gun, Kind, Level, Terrain, Weapon};
use crate::unit::{Stand, Training};

pub(super) fn examples() -> Vec<(&'static str, MovementSituation)> {
    let brigade = Stand::brigade(Weapon::RifledMusket, 4, 4);
    let cavalry = Stand::cavalry(4, 4);
    let guns = Stand { limbered: true, ..Stand::guns(Gun::RifledField, 2, 4) };
    let skirmisher = Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(Kind::InfSkirmisher, 1, 4) };
    let uphill = Act::Cross { terrain: Terrain::HillOne, uphill: true, on_road: false, entrance: false, breach: false };
    vec![
        (
            "from line into march column on a road",
            MovementSituation::of(brigade, vec![Act::FormColumn { face: true }, Act::along(24)]),
        ),
        (
            "cavalry rides, dismounts and walks on",
            MovementSituation::of(cavalry, vec![Act::ahead(6), Act::Dismount, Act::ahead(4)]),
        ),
        (
            "cavalry with a gun through a forest",
            MovementSituation::of(
                Stand { dedicated_gun: true, ..cavalry },
                vec![Act::ahead(4), Act::through(5, Terrain::Forest), Act::ahead(6)],
            ),
        ),
        ("guns through a marsh", MovementSituation::of(guns, vec![Act::through(4, Terrain::Marsh), Act::Unlimber])),
        (
            "a bridge, out of column, and a second facing",
            MovementSituation::of(brigade, vec![Act::Face, Act::over(Terrain::Bridge), Act::Face]),
        ),
        ("a brigade goes stationary", MovementSituation::of(brigade, vec![Act::Face, Act::GoStationary])),
        (
            "out of command",
            MovementSituation { in_command: false, ..MovementSituation::of(brigade, vec![Act::Face, Act::ahead(8)]) },
        ),
        (
            "limbered guns turn twice",
            MovementSituation::of(guns, vec![Act::Face, Act::ahead(8), Act::Face, Act::Unlimber]),
        ),
        (
            "guns manhandled and turned",
            MovementSituation::of(Stand { limbered: false, ..guns }, vec![Act::ahead(1), Act::Face]),
        ),
        (
            "unlimbered guns cannot march",
            MovementSituation::of(Stand { limbered: false, ..guns }, vec![Act::FormColumn { face: false }]),
        ),
        (
            "limbered guns up a slope and into a forest",
            MovementSituation::of(guns, vec![uphill, Act::through(2, Terrain::Forest), Act::Unlimber]),
        ),
        ("guns at a marshy stream", MovementSituation::of(guns, vec![Act::over(Terrain::MarshyStream)])),
        (
            "skirmishers over a marshy stream",
            MovementSituation::of(skirmisher, vec![Act::over(Terrain::MarshyStream), Act::ahead(4)]),
        ),
        (
            "cavalry skirmishers dismount",
            MovementSituation::of(Stand::new(Kind::CavSkirmisher, 1, 4), vec![Act::Dismount, Act::ahead(8)]),
        ),
        (
            "mounted infantry dismounts",
            MovementSituation::of(
                Stand { weapon: Some(Weapon::CartRifle), ..Stand::new(Kind::MountedInf, 4, 4) },
                vec![Act::ahead(12), Act::Dismount],
            ),
        ),
        (
            "no recovery in a forest",
            MovementSituation {
                terrain: Terrain::Forest,
                ..MovementSituation::of(Stand { level: Level::TempDisorder, ..brigade }, vec![Act::Recover])
            },
        ),
        (
            "no stationary status in a forest",
            MovementSituation { terrain: Terrain::Forest, ..MovementSituation::of(brigade, vec![Act::GoStationary]) },
        ),
        (
            "a commander rides",
            MovementSituation {
                stand: None,
                ..MovementSituation::of(brigade, vec![Act::over(Terrain::MarshyStream), Act::ahead(12)])
            },
        ),
        (
            "guns out of command stay limbered",
            MovementSituation { in_command: false, ..MovementSituation::of(guns, vec![Act::Unlimber]) },
        ),
        (
            "a stationary brigade out of command stays so",
            MovementSituation {
                in_command: false,
                ..MovementSituation::of(Stand { stationary: true, ..brigade }, vec![Act::Face, Act::GoStationary])
            },
        ),
        (
            "a poorly trained brigade turns",
            MovementSituation::of(Stand { training: Training::PoorlyTrained, ..brigade }, vec![Act::Face]),
        ),
        (
            "cavalry in column over a bridge and through a wood by road",
            MovementSituation::of(
                Stand { march_column: true, ..cavalry },
                vec![Act::over(Terrain::Bridge), on_road(6, Terrain::Forest)],
            ),
        ),
        (
            "guns in column down a sunken road",
            MovementSituation::of(Stand { march_column: true, ..guns }, vec![Act::through(10, Terrain::SunkenRoad)]),
        ),
        (
            "an inch back out of contact, and stationary",
            MovementSituation {
                in_contact: true,
                ..MovementSituation::of(brigade, vec![Act::MoveBack, Act::GoStationary])
            },
        ),
        ("onto another stand", MovementSituation::of(brigade, vec![leg(4, |_, onto_stand| *onto_stand = true)])),
        ("into an enemy's zone", MovementSituation::of(brigade, vec![leg(4, |zone, _| *zone = true)])),
        (
            "a brigade through a town, a village and a line of trees",
            MovementSituation::of(
                brigade,
                vec![
                    Act::through(2, Terrain::Town),
                    Act::through(2, Terrain::Village),
                    Act::over(Terrain::TreeLine),
                    Act::ahead(2),
                ],
            ),
        ),
        ("cavalry into a town", MovementSituation::of(cavalry, vec![Act::through(2, Terrain::Town)])),
        (
            "skirmishers through town, marsh and swamp",
            MovementSituation::of(
                skirmisher,
                vec![Act::through(2, Terrain::Town), Act::through(2, Terrain::Marsh), Act::through(2, Terrain::Swamp)],
            ),
        ),
        (
            "cavalry over works, through an orchard and up a steep face",
            MovementSituation::of(
                cavalry,
                vec![
                    Act::over(Terrain::FieldWorks),
                    Act::over(Terrain::HastyWorks),
                    Act::through(2, Terrain::Orchard),
                    Act::over(Terrain::HillTwo),
                ],
            ),
        ),
        (
            "a brigade up a steep face, through crops and over a ford",
            MovementSituation::of(
                brigade,
                vec![Act::over(Terrain::HillTwo), Act::through(2, Terrain::StandingCrops), Act::over(Terrain::Ford)],
            ),
        ),
        (
            "a brigade and its gun over a marshy stream, up to a river",
            MovementSituation::of(
                Stand { dedicated_gun: true, ..brigade },
                vec![Act::over(Terrain::MarshyStream), Act::ahead(1), Act::through(1, Terrain::River)],
            ),
        ),
        (
            "cavalry in column through the gate of a fort",
            MovementSituation::of(Stand { march_column: true, ..cavalry }, vec![gate(Terrain::Fort)]),
        ),
        ("cavalry at the works of a fort", MovementSituation::of(cavalry, vec![Act::over(Terrain::Fort)])),
        ("a brigade at the walls of a fortress", MovementSituation::of(brigade, vec![Act::over(Terrain::Fortress)])),
        ("a brigade into a swamp", MovementSituation::of(brigade, vec![Act::through(2, Terrain::Swamp)])),
    ]
}

/// A leg in the open with something the map tells about it.
fn leg(inches: i32, tell: fn(&mut bool, &mut bool)) -> Act {
    let mut act = Act::ahead(inches);
    if let Act::Move { into_zone, onto_stand, .. } = &mut act {
        tell(into_zone, onto_stand);
    }
    act
}

/// A leg on a road through terrain.
fn on_road(inches: i32, terrain: Terrain) -> Act {
    let mut act = Act::through(inches, terrain);
    if let Act::Move { on_road, .. } = &mut act {
        *on_road = true;
    }
    act
}

fn gate(terrain: Terrain) -> Act {
    Act::Cross { terrain, uphill: false, on_road: true, entrance: true, breach: false }
}
