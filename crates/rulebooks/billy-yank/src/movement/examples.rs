//! Moves worth looking at.

use engine::Side;

use super::march::{Act, Fired, MoveSituation, Speed};
use super::passing::Passed;
use super::path::{Crossing, Leg};
use crate::charts::{Terrain, Weapon};
use crate::unit::{Arm, Formation, Unit};

/// The examples of the procedure `move`, the plainest first.
pub(super) fn moves() -> Vec<(&'static str, MoveSituation)> {
    let plain = MoveSituation {
        side: Side::Union,
        unit: Unit::infantry(20),
        speed: Speed::Walk,
        double_time: false,
        double_time_turns: 0,
        follows_charge: false,
        fired: Fired::No,
        acts: vec![],
        turn_degrees: 0,
        legs: vec![Leg::over(Terrain::Open, 50), Leg::over(Terrain::Forest, 20)],
        crossings: vec![],
        passes: vec![],
    };
    let column = |unit| Unit { formation: Formation::Column, ..unit };
    let troopers = Passed { arm: Arm::Cavalry, formation: Formation::Skirmish, mounted: true, moves: true };
    let limbered = Unit { formation: Formation::Limbered, ..Unit::battery(3, Weapon::TwelvePounderNapoleon) };
    let skirmishers = Unit { formation: Formation::Skirmish, ..Unit::infantry(8) };
    let battery = limbered.clone();
    let through = |arm, formation| Passed { arm, formation, mounted: false, moves: false };
    let whole = |unit, act| MoveSituation { unit, acts: vec![act], legs: vec![], ..plain.clone() };
    vec![
        ("a line goes into the woods", plain.clone()),
        (
            "over a wall and into the woods",
            MoveSituation {
                legs: vec![Leg::over(Terrain::Open, 50), Leg::over(Terrain::Forest, 10)],
                crossings: vec![Crossing::Wall],
                ..plain.clone()
            },
        ),
        (
            "Confederate cavalry walks down a road",
            MoveSituation {
                side: Side::Confederate,
                unit: column(Unit::cavalry(16)),
                legs: vec![Leg::road(375)],
                ..plain.clone()
            },
        ),
        (
            "infantry at double time",
            MoveSituation {
                unit: column(Unit::infantry(20)),
                double_time: true,
                double_time_turns: 1,
                legs: vec![Leg::road(375)],
                ..plain.clone()
            },
        ),
        (
            "guns at a ford",
            MoveSituation {
                unit: limbered.clone(),
                legs: vec![Leg::over(Terrain::Open, 62)],
                crossings: vec![Crossing::ShallowBank],
                ..plain.clone()
            },
        ),
        (
            "a turn, and through a regiment on the move",
            MoveSituation {
                turn_degrees: 90,
                legs: vec![Leg::over(Terrain::Open, 37)],
                passes: vec![Passed { arm: Arm::Infantry, formation: Formation::Line, mounted: false, moves: true }],
                ..plain.clone()
            },
        ),
        (
            "from column into line",
            MoveSituation {
                unit: column(Unit::infantry(20)),
                acts: vec![Act::ChangeFormation],
                legs: vec![],
                ..plain.clone()
            },
        ),
        (
            "a Confederate wagon train",
            MoveSituation {
                side: Side::Confederate,
                unit: Unit { arm: Arm::Wagon, weapon: None, ..column(Unit::infantry(4)) },
                legs: vec![Leg::road(150)],
                ..plain.clone()
            },
        ),
        (
            "cavalry skirmishers ride through others",
            MoveSituation {
                unit: Unit { formation: Formation::Skirmish, ..Unit::cavalry(8) },
                speed: Speed::Trot,
                legs: vec![Leg::over(Terrain::Open, 200)],
                passes: vec![troopers],
                ..plain.clone()
            },
        ),
        (
            "dismounted troopers fall back through a line and mounted horse",
            MoveSituation {
                unit: Unit { formation: Formation::Skirmish, mounted: false, ..Unit::cavalry(8) },
                legs: vec![Leg::over(Terrain::Scrub, 100)],
                passes: vec![
                    Passed { arm: Arm::Infantry, formation: Formation::Line, mounted: false, moves: true },
                    troopers,
                ],
                ..plain.clone()
            },
        ),
        (
            "horse artillery follows a charge",
            MoveSituation {
                unit: Unit { arm: Arm::HorseArtillery, ..limbered },
                follows_charge: true,
                legs: vec![Leg::over(Terrain::Open, 300)],
                ..plain.clone()
            },
        ),
        (
            "skirmishers wade a stream, the guns behind them",
            MoveSituation {
                unit: skirmishers,
                legs: vec![Leg::over(Terrain::ShallowWater, 20), Leg::over(Terrain::Swamp, 20)],
                passes: vec![
                    through(Arm::Artillery, Formation::Limbered),
                    through(Arm::Artillery, Formation::Unlimbered),
                ],
                ..plain.clone()
            },
        ),
        (
            "through a line that stands still",
            MoveSituation {
                legs: vec![Leg::over(Terrain::Fields, 40)],
                passes: vec![through(Arm::Infantry, Formation::Line)],
                ..plain.clone()
            },
        ),
        ("from line into column", whole(Unit::infantry(20), Act::ChangeFormation)),
        ("a step back", whole(Unit::infantry(20), Act::StepBack)),
        ("guns unlimber", whole(battery.clone(), Act::Unlimber)),
        (
            "cavalry dismounts after a walk",
            MoveSituation {
                unit: Unit::cavalry(16),
                acts: vec![Act::Dismount],
                legs: vec![Leg::over(Terrain::Open, 80)],
                ..plain.clone()
            },
        ),
        (
            "cavalry trots down a paved road",
            MoveSituation {
                unit: column(Unit::cavalry(16)),
                speed: Speed::Trot,
                legs: vec![Leg { paved: true, ..Leg::road(500) }],
                ..plain.clone()
            },
        ),
        (
            "horse artillery trots into deep water",
            MoveSituation {
                unit: Unit { arm: Arm::HorseArtillery, ..battery },
                speed: Speed::Trot,
                legs: vec![Leg::over(Terrain::Open, 60), Leg::over(Terrain::DeepWater, 10)],
                crossings: vec![Crossing::DeepBank],
                ..plain.clone()
            },
        ),
        (
            "over a palisade, a cheval-de-frise, a hedge and a breach",
            MoveSituation {
                legs: vec![Leg::over(Terrain::Hill, 10)],
                crossings: vec![Crossing::SlantPalisade, Crossing::ChevalDeFrise, Crossing::Hedge, Crossing::Breach],
                ..plain.clone()
            },
        ),
        ("a crawl through a wood", MoveSituation { legs: vec![Leg::over(Terrain::Forest, 25)], ..plain }),
    ]
}
