//! The words of a battle folder in the words of this rulebook.

use battle::plan::{self, Posture, Quality};

use crate::charts::{Grade, Weapon};
use crate::unit::{Arm, Formation};

pub(super) fn arm_of(arm: plan::Arm) -> Option<Arm> {
    match arm {
        plan::Arm::Infantry => Some(Arm::Infantry),
        plan::Arm::Cavalry => Some(Arm::Cavalry),
        plan::Arm::Artillery => Some(Arm::FieldArtillery),
        plan::Arm::HorseArtillery => Some(Arm::HorseArtillery),
        plan::Arm::Wagons => Some(Arm::Wagon),
        plan::Arm::Ship => None,
    }
}

pub(super) fn grade_of(quality: Quality) -> Grade {
    match quality {
        Quality::Elite => Grade::Elite,
        Quality::Veteran => Grade::Veteran,
        Quality::Regular => Grade::Regular,
        Quality::Poor => Grade::Poor,
        Quality::Green => Grade::Green,
        Quality::Militia => Grade::Militia,
    }
}

/// How a unit of an arm stands in this rulebook, and whether it is mounted.
pub(super) fn formation_of(arm: Arm, posture: Posture) -> (Formation, bool) {
    match arm {
        Arm::Wagon => (Formation::Limbered, false),
        Arm::FieldArtillery | Arm::HorseArtillery => match posture {
            Posture::Limbered | Posture::March | Posture::Mounted => (Formation::Limbered, false),
            _ => (Formation::Unlimbered, false),
        },
        Arm::Cavalry => match posture {
            Posture::Dismounted => (Formation::Skirmish, false),
            Posture::Skirmish => (Formation::Skirmish, true),
            Posture::MountedLine | Posture::Line => (Formation::Line, true),
            _ => (Formation::Column, true),
        },
        Arm::Infantry => match posture {
            Posture::March | Posture::Attack => (Formation::Column, false),
            Posture::Skirmish => (Formation::Skirmish, false),
            Posture::Square => (Formation::Square, false),
            _ => (Formation::Line, false),
        },
    }
}

/// The line of the fire factors for a weapon; nothing where it does not shoot.
pub(super) fn weapon_of(weapon: plan::Weapon) -> Option<Weapon> {
    use plan::Weapon as Named;
    Some(match weapon {
        Named::NoFirearm => return None,
        Named::RifleMusket | Named::HuntingRifle | Named::TargetRifle => Weapon::RifleMusket,
        Named::SmoothboreMusket | Named::OldMusket | Named::InferiorRifle => Weapon::Musket,
        Named::BreechLoadingRifle => Weapon::BlRifle,
        Named::RevolvingRifle | Named::RepeatingRifle | Named::HenryRifle | Named::RepeatingCarbine => {
            Weapon::Repeaters
        }
        Named::SmoothboreCarbine | Named::MuzzleLoadingCarbine => Weapon::MlCarbine,
        Named::BreechLoadingCarbine => Weapon::BlCarbine,
        Named::Shotgun => Weapon::Shotgun,
        Named::Revolver | Named::HorsePistol => Weapon::Pistol,
        Named::Smoothbore3Pdr
        | Named::Smoothbore4Pdr
        | Named::Smoothbore6Pdr
        | Named::Smoothbore8Pdr
        | Named::Smoothbore9Pdr => Weapon::SixPounderSmoothbore,
        Named::Smoothbore12Pdr | Named::Napoleon => Weapon::TwelvePounderNapoleon,
        Named::MountainHowitzer | Named::Howitzer12Pdr => Weapon::TwelvePounderHowitzer,
        Named::Howitzer24Pdr => Weapon::TwentyFourPounderHowitzer,
        Named::Howitzer32Pdr => Weapon::ThirtyTwoPounderHowitzer,
        Named::Rifle4Pdr | Named::Rifle6Pdr | Named::JamesRifle => Weapon::SixPounderRifle,
        Named::Whitworth => Weapon::Whitworth,
        Named::Rifle3Inch | Named::Parrott10Pdr => Weapon::ThreeInchRifle,
        Named::Parrott20Pdr => Weapon::TwentyPounderRifle,
        Named::Parrott30Pdr | Named::SiegeRifle | Named::Rifle42Pdr | Named::Rifle65Inch => Weapon::ThirtyPounderRifle,
        Named::SiegeHowitzer | Named::Mortar10Inch | Named::Mortar13Inch => Weapon::SiegeHowitzer,
        Named::Smoothbore32Pdr | Named::Carronade32Pdr | Named::Columbiad10Inch | Named::NavalGun => Weapon::Gunboat,
        Named::Gatling | Named::Mitrailleuse => Weapon::Gatling,
    })
}
