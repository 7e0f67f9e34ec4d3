//! Names in the charts of fire and melee.

use engine::keys;

keys! {
    /// A column shift of fire.
    pub enum FireShift {
        /// Firer is infantry or cavalry and does not move in the phase.
        Stationary = "stationary",
        /// Firer has the marksmen skill.
        Marksmen = "marksmen",
        /// Firer is in skirmish order.
        Skirmishers = "skirmishers",
        /// Firer shoots its first volley of the battle.
        FirstVolley = "first-volley",
        /// A general officer is with the firer.
        General = "general",
        /// Firer is cavalry shooting from the saddle.
        MountedFire = "mounted-fire",
        /// Firer is artillery using grape within grape range.
        Grapeshot = "grapeshot",
        /// Firer is Confederate artillery.
        CsaArtillery = "csa-artillery",
        /// Optional: firer is out of ammunition.
        OutOfAmmo = "out-of-ammo",
        /// Optional: small arms shooting at 50 m.
        FiftyMetres = "fifty-metres",
        /// Optional: firer is fatigued.
        Fatigued = "fatigued",
        /// Target is artillery off its limbers.
        Unlimbered = "unlimbered",
        /// Target in or behind soft cover.
        SoftCover = "soft-cover",
        /// Target in or behind hard cover.
        HardCover = "hard-cover",
        /// Target stands two ranks deep.
        TwoRanks = "two-ranks",
        /// Target is a square, or at least three ranks deep.
        ThreeRanksSquare = "three-ranks-square",
        /// Target is limbered, or mounted, or in road column, or enfiladed.
        Exposed = "exposed",
    }
}

keys! {
    /// A result of the fire chart.
    pub enum FireCell {
        /// Nothing.
        Nothing = "0",
        /// A Disorder Marker.
        Marker = "P",
        /// One figure.
        One = "1",
        /// Two figures.
        Two = "2",
        /// Three figures.
        Three = "3",
        /// Four figures.
        Four = "4",
    }
}

keys! {
    /// A column shift of melee.
    pub enum MeleeShift {
        /// Commanding general is with the unit.
        General = "general",
        /// Stands uphill of the enemy.
        Uphill = "uphill",
        /// Per Elan grade above the enemy.
        Elan = "elan",
        /// Defends a fence or wall.
        FenceWall = "fence-wall",
        /// Is crossing a ford or stream.
        Ford = "ford",
        /// Has shotgun or lance, against cavalry.
        ShotgunLanceVCav = "shotgun-lance-v-cav",
        /// Defends fieldworks.
        Fieldworks = "fieldworks",
        /// Strikes a flank or the rear.
        Flank = "flank",
        /// Is two ranks deep.
        TwoRanks = "two-ranks",
        /// Is three or more ranks deep.
        ThreeRanks = "three-ranks",
        /// Is light cavalry on the attack.
        LightCav = "light-cav",
        /// Is heavy cavalry on the attack.
        HeavyCav = "heavy-cav",
        /// Is lancers, against infantry.
        LancersVInf = "lancers-v-inf",
        /// Has pikes and defends against cavalry.
        PikeVCav = "pike-v-cav",
        /// Optional: is overenthusiastic.
        Overenthusiastic = "overenthusiastic",
        /// Optional: is out of ammunition.
        OutOfAmmo = "out-of-ammo",
    }
}

keys! {
    /// What one half of a melee result does to its side.
    pub enum MeleeCode {
        /// Nothing of its own.
        Nothing = "---",
        /// Retreat and a marker.
        Retreats = "RT",
        /// One figure lost.
        LosesOne = "K1",
        /// Two figures lost.
        LosesTwo = "K2",
        /// Both sides stay in contact.
        Engaged = "EN",
        /// The attacker is thrown back with a marker.
        Repulsed = "RP",
    }
}

keys! {
    /// A kind of stand.
    pub enum StandKind {
        /// Foot.
        Infantry = "infantry",
        /// Mounted cavalry.
        Cavalry = "cavalry",
        /// Dismounted cavalry.
        Dismounted = "dismounted",
        /// A gun model with its crew.
        ArtilleryCrew = "artillery-crew",
        /// A wagon.
        Wagon = "wagon",
    }
}

keys! {
    /// A place where roundshot lands after its target.
    pub enum Spot {
        /// The first bounce.
        First = "1",
        /// The second bounce.
        Second = "2",
        /// The third bounce.
        Third = "3",
    }
}
