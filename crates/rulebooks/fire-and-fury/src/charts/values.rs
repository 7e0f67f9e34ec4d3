//! Numbers that the print gives in sentences, and house rulings that need one.

engine::keys! {
    /// Numbers that the print gives in sentences, and house rulings that need one.
    pub enum Value {
        /// How far from the target a leader may fall to fire, in inches.
        FallenLeaderReach = "fallen-leader-reach",
        /// What each wound of a leader does to his maneuver rolls.
        Wound = "wound",
        /// What both fire dice show when ammunition runs low.
        LowAmmoFace = "low-ammo-face",
        /// The share of its stands that a unit must have fired to run low.
        LowAmmoShare = "low-ammo-share",
        /// The share of the fire points that the firers of a line must give.
        FirerShare = "firer-share",
        /// What either die shows when a marked result becomes a capture.
        CaptureFace = "capture-face",
        /// Enemy stands to one for the first outnumbered line.
        OutnumberedTwo = "outnumbered-2",
        /// Enemy stands to one for the second outnumbered line.
        OutnumberedThree = "outnumbered-3",
        /// How many stands of a field column fire.
        FieldColumnFires = "field-column-fires",
        /// How many faces a square has; one of them fires.
        SquareFaces = "square-faces",
        /// How many stands of a garrison fire at most.
        GarrisonFires = "garrison-fires",
        /// What crossing a minor obstacle takes off a move, in inches.
        MinorObstacle = "minor-obstacle",
        /// Inches of broken ground that crossing a stream counts.
        Stream = "stream",
        /// What each inch straight back counts.
        MovingBack = "moving-back",
        /// How far a charging unit may wheel at the start, in degrees.
        ChargeWheel = "charge-wheel",
        /// How far a change of front may turn, in degrees.
        ChangeFront = "change-front",
        /// How far guns are hauled by hand, in inches.
        HandHaul = "hand-haul",
        /// The same for mountain howitzers.
        HandHaulMountain = "hand-haul-mh",
        /// How near a wagon must be to replenish, in inches.
        WagonReach = "wagon-reach",
        /// How far from the enemy a short retreat ends, in inches.
        ShortRetreat = "short-retreat",
        /// How near an enemy catches a unit whose retreat is stopped, in inches.
        CaughtReach = "caught-reach",
        /// Stands that troops lose who are caught.
        CaughtStands = "caught-stands",
        /// How near a unit must be for a leader to attach himself, in inches.
        LeaderAttach = "leader-attach",
        /// How near a unit a new or returning leader is placed, in inches.
        LeaderPlace = "leader-place",
        /// How far a leader who is ridden down escapes, in inches.
        LeaderEscape = "leader-escape",
        /// How far anybody sees in daylight, in inches.
        Visibility = "visibility",
        /// How far anybody sees at twilight, in inches.
        VisibilityTwilight = "visibility-twilight",
        /// How far anybody sees in fog, in inches.
        VisibilityFog = "visibility-fog",
        /// How far a unit must be from firer and target to be fired over, in inches.
        OverheadClear = "overhead-clear",
    }
}

engine::keys! {
    /// What counts for victory, and the margins.
    pub enum VictoryLine {
        /// Each objective held.
        Objective = "objective",
        /// Each enemy unit of troops that is worn.
        Worn = "worn",
        /// Each that is spent.
        Spent = "spent",
        /// Each that is destroyed, broken at the end or off the map.
        Lost = "lost",
        /// Each enemy gun stand wrecked or captured.
        GunStand = "gun-stand",
        /// Each enemy leader dead or captured.
        Leader = "leader",
        /// From which margin a victory is marginal.
        MarginalFrom = "marginal-from",
        /// From which margin it is decisive.
        DecisiveFrom = "decisive-from",
    }
}
