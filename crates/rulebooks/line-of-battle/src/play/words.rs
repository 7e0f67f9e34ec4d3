//! The words of battle folders in the words of this rulebook.

use battle::plan::{self, Character, Posture, Quality};

use crate::charts::{Awareness, Gun, Rating, SmallArm};
use crate::unit::{Arm, Formation, Weapon};

/// Six grades of quality are six Morale Ratings.
pub(super) const fn rating(quality: Quality) -> Rating {
    match quality {
        Quality::Elite => Rating::A,
        Quality::Veteran => Rating::B,
        Quality::Regular => Rating::C,
        Quality::Poor => Rating::D,
        Quality::Green => Rating::E,
        Quality::Militia => Rating::F,
    }
}

/// How an arm stands in a posture.
pub(super) const fn formation(arm: Arm, posture: Posture, open_order: bool) -> Formation {
    let marches = matches!(posture, Posture::March | Posture::Limbered);
    match arm {
        Arm::Artillery if marches => Formation::Limbered,
        Arm::Artillery => Formation::Unlimbered,
        Arm::Infantry if marches => Formation::Column,
        Arm::Cavalry if marches => Formation::Mounted,
        Arm::Cavalry if matches!(posture, Posture::Mounted | Posture::MountedLine) => Formation::Mounted,
        _ if matches!(posture, Posture::Skirmish) && open_order => Formation::OpenOrder,
        Arm::Infantry | Arm::Cavalry => Formation::Line,
    }
}

/// How aware an army commander of this character is, where the battle does not say.
pub(super) const fn awareness(character: Character) -> Awareness {
    match character {
        Character::Gifted => Awareness::OnFire,
        Character::Able | Character::Steady | Character::Rash => Awareness::Normal,
        Character::Cautious | Character::Limited | Character::Unreliable => Awareness::NotSoSure,
        Character::Dullard => Awareness::Comatose,
    }
}

/// The weapon of the charts that comes nearest.
pub(super) fn weapon(arm: Arm, weapon: Option<plan::Weapon>) -> Option<Weapon> {
    if arm == Arm::Artillery {
        return weapon.and_then(gun).map(Weapon::Artillery);
    }
    weapon.and_then(small_arm).map(Weapon::SmallArms)
}

const fn small_arm(weapon: plan::Weapon) -> Option<SmallArm> {
    use plan::Weapon as W;
    Some(match weapon {
        W::RifleMusket | W::InferiorRifle | W::HuntingRifle => SmallArm::RifledMusket,
        W::SmoothboreMusket | W::OldMusket => SmallArm::Smoothbore,
        W::TargetRifle => SmallArm::TargetRifle,
        W::BreechLoadingRifle => SmallArm::Sharps,
        W::RevolvingRifle => SmallArm::Colt,
        W::RepeatingRifle | W::RepeatingCarbine => SmallArm::Spencer,
        W::HenryRifle => SmallArm::Henry,
        W::SmoothboreCarbine | W::Shotgun => SmallArm::Shotgun,
        W::MuzzleLoadingCarbine | W::BreechLoadingCarbine => SmallArm::Carbine,
        W::Revolver | W::HorsePistol => SmallArm::Pistol,
        _ => return None,
    })
}

const fn gun(weapon: plan::Weapon) -> Option<Gun> {
    use plan::Weapon as W;
    Some(match weapon {
        W::Napoleon | W::Smoothbore12Pdr | W::Smoothbore8Pdr | W::Smoothbore9Pdr => Gun::Napoleon,
        W::Smoothbore3Pdr | W::Smoothbore4Pdr | W::Smoothbore6Pdr => Gun::Light,
        W::MountainHowitzer => Gun::MountainHowitzer,
        W::Howitzer12Pdr => Gun::Howitzer12,
        W::Howitzer24Pdr | W::Howitzer32Pdr | W::SiegeHowitzer => Gun::Howitzer24,
        W::Rifle4Pdr | W::Rifle6Pdr | W::JamesRifle | W::Rifle3Inch | W::Parrott10Pdr => Gun::Rifled,
        W::Parrott20Pdr => Gun::Parrott20,
        W::Whitworth => Gun::Whitworth,
        W::SiegeRifle | W::Parrott30Pdr => Gun::SiegeRifle,
        W::Smoothbore32Pdr | W::Carronade32Pdr | W::Rifle42Pdr | W::Rifle65Inch | W::Columbiad10Inch | W::NavalGun => {
            Gun::Naval
        }
        _ => return None,
    })
}
