//! Weapons by name.

use engine::keys;

keys! {
    /// What a unit shoots with.
    pub enum Weapon {
        /// Hand Thrown Weapons.
        HandThrownWeapons = "hand-thrown-weapons",
        /// Revolver.
        Revolver = "revolver",
        /// Shotgun.
        Shotgun = "shotgun",
        /// Smooth Bore Horse Pistol.
        SmoothBoreHorsePistol = "smooth-bore-horse-pistol",
        /// Arab Rifled Musket.
        ArabRifledMusket = "arab-rifled-musket",
        /// Kentucky Rifled Musket.
        KentuckyRifledMusket = "kentucky-rifled-musket",
        /// Smooth Bore Carbine.
        SmoothBoreCarbine = "smooth-bore-carbine",
        /// Muzzle Loading Carbine.
        MuzzleLoadingCarbine = "muzzle-loading-carbine",
        /// Breech Loading Carbine.
        BreechLoadingCarbine = "breech-loading-carbine",
        /// Baker Rifle.
        BakerRifle = "baker-rifle",
        /// Smooth Bore Musket.
        SmoothBoreMusket = "smooth-bore-musket",
        /// Rifled Musket.
        RifledMusket = "rifled-musket",
        /// Breech Loading Rifle.
        BreechLoadingRifle = "breech-loading-rifle",
        /// Repeating Rifles.
        RepeatingRifles = "repeating-rifles",
        /// 2-3 lb Smooth Bore.
        TwoThreePounderSmoothBore = "2-3-lb-smooth-bore",
        /// 4lb Smooth Bore.
        FourPounderSmoothBore = "4lb-smooth-bore",
        /// 6lb Smooth Bore (printed as a second 8lb).
        SixPounderSmoothBore = "6lb-smooth-bore",
        /// 8lb Smooth Bore.
        EightPounderSmoothBore = "8lb-smooth-bore",
        /// 9lb Smooth Bore.
        NinePounderSmoothBore = "9lb-smooth-bore",
        /// 12lb Napoleon.
        TwelvePounderNapoleon = "12lb-napoleon",
        /// 2-3lb Howitzer.
        TwoThreePounderHowitzer = "2-3lb-howitzer",
        /// 4lb Howitzer.
        FourPounderHowitzer = "4lb-howitzer",
        /// 6lb Howitzer.
        SixPounderHowitzer = "6lb-howitzer",
        /// 8lb Howitzer.
        EightPounderHowitzer = "8lb-howitzer",
        /// 12lb Howitzer.
        TwelvePounderHowitzer = "12lb-howitzer",
        /// 24lb Howitzer.
        TwentyFourPounderHowitzer = "24lb-howitzer",
        /// 32lb Howitzer.
        ThirtyTwoPounderHowitzer = "32lb-howitzer",
        /// 6lb Rifle.
        SixPounderRifle = "6lb-rifle",
        /// Whitworth.
        Whitworth = "whitworth",
        /// 3" or 10lb Rifle.
        ThreeInchOrTenPounderRifle = "3in-or-10lb-rifle",
        /// 20lb Rifle.
        TwentyPounderRifle = "20lb-rifle",
        /// 30lb Rifle.
        ThirtyPounderRifle = "30lb-rifle",
        /// 50lb Rifle.
        FiftyPounderRifle = "50lb-rifle",
        /// 10" Siege Mortar.
        TenInchSiegeMortar = "10in-siege-mortar",
        /// 13" Siege Mortar.
        ThirteenInchSiegeMortar = "13in-siege-mortar",
        /// Gunboat.
        Gunboat = "gunboat",
        /// Gatling Gun.
        GatlingGun = "gatling-gun",
    }
}
