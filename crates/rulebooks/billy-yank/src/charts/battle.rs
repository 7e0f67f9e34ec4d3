//! Names in the charts of scales, ships, the campaign and random forces.

use engine::keys;

keys! {
    /// A game scale.
    pub enum Scale {
        /// A company is a unit of thought: 25 metres to the centimetre.
        Company = "company",
        /// Regiments: 50 metres to the centimetre.
        Regimental = "regimental",
        /// Brigades: 100 metres to the centimetre.
        Brigade = "brigade",
    }
}

keys! {
    /// A class of ship.
    pub enum ShipClass {
        /// Boat.
        Boat = "boat",
        /// Barge.
        Barge = "barge",
        /// Cutter.
        Cutter = "cutter",
        /// Sloop.
        Sloop = "sloop",
        /// Steamer.
        Steamer = "steamer",
        /// Gunboat.
        Gunboat = "gunboat",
        /// Monitor.
        Monitor = "monitor",
    }
}

keys! {
    /// How a ship is protected.
    pub enum Armour {
        /// Not at all.
        Unarmoured = "unarmoured",
        /// Stout timber.
        Wooden = "wooden",
        /// Cotton bales.
        Cottonclad = "cottonclad",
        /// Iron plates.
        Ironclad = "ironclad",
    }
}

keys! {
    /// A month.
    pub enum Month {
        /// January.
        January = "January",
        /// February.
        February = "February",
        /// March.
        March = "March",
        /// April.
        April = "April",
        /// May.
        May = "May",
        /// June.
        June = "June",
        /// July.
        July = "July",
        /// August.
        August = "August",
        /// September.
        September = "September",
        /// October.
        October = "October",
        /// November.
        November = "November",
        /// December.
        December = "December",
    }
}

keys! {
    /// A period of the war, as the chart of strengths prints it.
    pub enum Period {
        /// Until August 1862.
        Early = "1861 to August 1862",
        /// Until August 1863.
        Middle = "September 1862 to August 1863",
        /// From September 1863 to August 1864.
        Late = "September 1862 to August 1864",
        /// To the end.
        Last = "September 1864 to August 1865",
    }
}

keys! {
    /// How a force travels on the campaign map.
    pub enum Via {
        /// By road.
        Road = "road",
        /// By railroad.
        Railroad = "railroad",
        /// By river.
        River = "river",
    }
}

keys! {
    /// A line of the chart of random forces.
    pub enum ForceItem {
        /// Brigades per side.
        Brigades = "brigades",
        /// Regiments per brigade.
        Regiments = "regiments",
        /// Infantry regiment size.
        InfantrySize = "infantry-size",
        /// Cavalry regiment size.
        CavalrySize = "cavalry-size",
        /// Division artillery batteries.
        DivisionArtillery = "division-artillery",
        /// Brigade artillery batteries.
        BrigadeArtillery = "brigade-artillery",
    }
}

keys! {
    /// A modifier of the weapon die.
    pub enum WeaponDie {
        /// Battle dated before 1863.
        Pre1863 = "pre-1863",
        /// Union troops in a battle dated after 1863.
        UnionAfter1863 = "union-after-1863",
        /// Confederate artillery.
        CsaArtillery = "csa-artillery",
    }
}

keys! {
    /// A weapon as the chart of random units prints it.
    pub enum WeaponName {
        /// Smoothbore Musket.
        SmoothBoreMusket = "Smoothbore Musket",
        /// Rifle-Musket.
        RifledMusket = "Rifle-Musket",
        /// Sharps B/L Rifle.
        BreechLoadingRifle = "Sharps B/L Rifle",
        /// Pistols.
        Revolver = "Pistols",
        /// Shotgun.
        Shotgun = "Shotgun",
        /// M/L Carbine.
        MuzzleLoadingCarbine = "M/L Carbine",
        /// B/L Carbine.
        BreechLoadingCarbine = "B/L Carbine",
        /// 6lb smoothbore.
        SixPounderSmoothBore = "6lb smoothbore",
        /// 12lb Napoleon.
        TwelvePounderNapoleon = "12lb Napoleon",
        /// 12lb Howitzer.
        TwelvePounderHowitzer = "12lb Howitzer",
        /// 24lb Howitzer.
        TwentyFourPounderHowitzer = "24lb Howitzer",
        /// 6lb Rifle.
        SixPounderRifle = "6lb Rifle",
        /// 3 inch Rifle.
        ThreeInchOrTenPounderRifle = "3 inch Rifle",
    }
}

keys! {
    /// A phase of the turn, in the order of the chart.
    pub enum Phase {
        /// Both players test morale.
        Morale = "morale",
        /// The first player fires.
        FirstFire = "first-fire",
        /// The first player moves.
        FirstMovement = "first-movement",
        /// The second player fires.
        SecondFire = "second-fire",
        /// The second player moves.
        SecondMovement = "second-movement",
        /// Both players fight their melees.
        Melee = "melee",
    }
}

keys! {
    /// What a player does in a phase.
    pub enum Part {
        /// Tests the morale of his units.
        Tests = "tests",
        /// Fires.
        Fires = "fires",
        /// Watches.
        Watches = "watches",
        /// Moves and charges.
        Moves = "moves",
        /// Answers moves and charges with fire.
        DefensiveFire = "defensive fire",
        /// Fights the melees in which he attacks.
        MeleeAttacks = "melee attacks",
    }
}

keys! {
    /// A line of the chart of points for victory.
    pub enum VictoryItem {
        /// An objective held.
        Objective = "objective",
        /// An enemy figure out.
        Figure = "figure",
        /// An enemy gun model lost.
        Gun = "gun",
        /// An enemy brigade commander.
        Brigade = "brigade",
        /// An enemy division commander.
        Division = "division",
        /// An enemy corps commander.
        Corps = "corps",
        /// An enemy army commander.
        Army = "army",
        /// One point for so many of a sunk ship's last value.
        ShipShare = "ship-share",
        /// The lead of a minor victory.
        Minor = "minor",
        /// The lead of a major victory.
        Major = "major",
        /// Per cent of its figures beyond which a side is beaten at once.
        CollapsePercent = "collapse-percent",
    }
}
