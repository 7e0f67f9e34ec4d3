//! The names that index rows and columns of the charts of combat and morale.

use engine::keys;

keys! {
    /// A row of the Slope Table, the greatest difference first.
    pub enum SlopeDifference {
        /// Ten levels or more.
        Ten = "10+",
        /// Nine.
        Nine = "9",
        /// Eight.
        Eight = "8",
        /// Seven.
        Seven = "7",
        /// Six.
        Six = "6",
        /// Five.
        Five = "5",
        /// Four.
        Four = "4",
        /// Three.
        Three = "3",
        /// Two.
        Two = "2",
        /// One.
        One = "1",
        /// None.
        Zero = "0",
    }
}

keys! {
    /// A modifier of the Closing Roll.
    pub enum ClosingModifier {
        /// A good leader goes along.
        Leader = "leader",
        /// Into a Rear hex.
        Rear = "rear",
        /// The stack is Shaken.
        Shaken = "shaken",
        /// Into frontal artillery with canister.
        Canister = "canister",
        /// Began next to the target, or in Breastworks.
        Static = "static",
    }
}

keys! {
    /// A column of the Opening Volley table, weakest first.
    pub enum VolleyColumn {
        /// Range 3.
        RangeThree = "range-3",
        /// Range 2.
        RangeTwo = "range-2",
        /// Range 1.
        RangeOne = "range-1",
        /// From the target of a Charge.
        Charge = "charge",
        /// Reached only by a shift.
        ShiftOnly = "shift-only",
    }
}

keys! {
    /// A column shift of the Opening Volley.
    pub enum VolleyShift {
        /// Frontal artillery with canister.
        Canister = "canister",
        /// Wrecked units.
        Wrecked = "wrecked",
    }
}

keys! {
    /// A column of the Combat Table, weakest first.
    pub enum CombatColumn {
        /// By shifts only.
        MinusB = "-B",
        /// By shifts only.
        MinusA = "-A",
        /// One SP.
        One = "1",
        /// Two or three SPs.
        TwoThree = "2-3",
        /// Four or five SPs.
        FourFive = "4-5",
        /// Six to eight SPs.
        SixEight = "6-8",
        /// By shifts only.
        A = "A",
        /// By shifts only.
        B = "B",
        /// By shifts only.
        C = "C",
        /// By shifts only.
        D = "D",
    }
}

keys! {
    /// A result of the Combat Table.
    pub enum CombatCell {
        /// No effect.
        Nothing = "-",
        /// A morale check.
        Morale = "m",
        /// One SP lost.
        One = "1",
        /// Two SPs lost.
        Two = "2",
        /// Three SPs lost.
        Three = "3",
        /// Four SPs lost.
        Four = "4",
    }
}

keys! {
    /// What a shot does to the firers' ammunition.
    pub enum Depletion {
        /// Nothing.
        Nothing = "-",
        /// Canister runs out where it was fired.
        Canister = "canister",
        /// Whatever was fired runs out.
        Any = "any",
    }
}

keys! {
    /// Counter-battery fire on a hex.
    pub enum CbfLevel {
        /// None.
        Zero = "0",
        /// Some.
        One = "1",
        /// Heavy.
        Two = "2",
    }
}

keys! {
    /// A characteristic that makes fire stronger.
    pub enum Firepower {
        /// Buck 'n Ball.
        Buck = "buck",
        /// Breechloader.
        Breech = "breech",
        /// Repeater.
        Repeater = "repeater",
        /// Normal canister.
        CanisterNormal = "canister-normal",
        /// Dense canister.
        CanisterDense = "canister-dense",
    }
}

keys! {
    /// What small arms are known for.
    pub enum Characteristic {
        /// Buck 'n Ball.
        Buck = "buck-and-ball",
        /// Breechloader.
        Breech = "breechloader",
        /// Repeater.
        Repeater = "repeater",
    }
}

keys! {
    /// How good a gun's canister is.
    pub enum Canister {
        /// Normal.
        Normal = "normal",
        /// Dense.
        Dense = "dense",
    }
}

keys! {
    /// A column shift that the target causes.
    pub enum TargetShift {
        /// Shot through its Rear.
        Rear = "rear",
        /// Disorganized.
        Disorganized = "dg",
        /// In Protective Terrain.
        Protective = "protective",
        /// Open Order Capable.
        OpenOrder = "open-order",
    }
}

keys! {
    /// Terrain that protects against fire, or steadies morale.
    pub enum Cover {
        /// A Stone Wall on the hexside the fire comes through.
        StoneWall = "stone-wall",
        /// A Rock Ledge on the hexside the fire comes through.
        RockLedge = "rock-ledge",
        /// A Sunken Road, fired on through its protected side.
        SunkenRoad = "sunken-road",
        /// A Trench in the hex.
        Trench = "trench",
        /// Boulders in the hex.
        Boulders = "boulders",
        /// Breastworks, fired on through a protected hexside.
        Breastworks = "breastworks",
        /// A Slope hex.
        Slope = "slope",
    }
}

keys! {
    /// A fixed modifier of the morale check.
    pub enum MoraleModifier {
        /// Shaken or Disorganized.
        ShakenDg = "shaken-dg",
        /// Wrecked.
        Wrecked = "wrecked",
        /// Rear.
        Rear = "rear",
        /// Small.
        Small = "small",
        /// Cowardly Legs.
        CowardlyLegs = "cowardly-legs",
        /// Night.
        Night = "night",
        /// Artillery or cavalry checked by small arms.
        ArtyCav = "arty-cav",
        /// Terrain.
        Terrain = "terrain",
    }
}

keys! {
    /// The fixed modifier of a Charge beside the SP difference.
    pub enum ChargeModifier {
        /// The attacker is Blood Lusted.
        BloodLust = "blood-lust",
    }
}

keys! {
    /// The occasion of a Leader Loss roll.
    pub enum LossCase {
        /// Fire, and whatever is not one of the others.
        Other = "other",
        /// An enemy enters the leader's hex.
        Capture = "capture",
        /// The defender of a Charge lost SPs.
        ChargeDefender = "charge_defender",
        /// The attacker of a Charge lost SPs.
        ChargeAttacker = "charge_attacker",
    }
}

keys! {
    /// What became of a leader.
    pub enum LeaderFate {
        /// Nothing.
        Unhurt = "no-effect",
        /// Captured.
        Captured = "captured",
        /// Wounded: he leaves play.
        Wounded = "wounded",
        /// Killed.
        Killed = "killed",
    }
}

keys! {
    /// The only modifier of Leader Loss.
    pub enum LossModifier {
        /// Fire from a Sharpshooter-Capable unit.
        Sharpshooter = "sharpshooter",
    }
}

keys! {
    /// The only row of the chart of smallness.
    pub enum SmallRow {
        /// Small.
        Small = "small",
    }
}

keys! {
    /// A number that the text gives outside its tables.
    pub enum Limit {
        /// Yards across a hex.
        HexYards = "hex-yards",
        /// Men of a Strength Point.
        SpMen = "sp-men",
        /// Guns of a Strength Point.
        SpGuns = "sp-guns",
        /// Hexes from which an order is far.
        FarHexes = "far-hexes",
        /// Minutes of a turn by day.
        TurnMinutes = "turn-minutes",
        /// Minutes of a turn at night.
        NightMinutes = "night-minutes",
        /// Minutes of twilight.
        TwilightMinutes = "twilight-minutes",
        /// Divides the delivery total for a Reserve.
        ReserveDivisor = "reserve-divisor",
        /// Turns without Fluke Stoppage.
        FlukeGrace = "fluke-grace",
        /// Brigades of a division that needs a whole one in Reserve.
        ReserveBrigades = "reserve-brigades",
        /// Least Morale Value that helps a Closing Roll.
        ClosingLeader = "closing-leader",
        /// Farthest Opening Volley.
        VolleyRange = "volley-range",
        /// SPs that may fire out of a hex.
        FireMost = "fire-most",
        /// SPs of an Open Order Capable unit that may fire.
        FireMostOpen = "fire-most-open",
        /// Least firing SPs.
        FireLeast = "fire-least",
        /// Range from which modifiers are ignored.
        LongRange = "long-range",
        /// Range of danger close.
        DangerClose = "danger-close",
        /// Artillery shots at a hex without an artillery leader.
        ShotsFree = "shots-free",
        /// Artillery shots at a hex at most.
        ShotsMost = "shots-most",
        /// SPs a charged defender loses.
        ChargeLoss = "charge-loss",
        /// Divides printed SPs for Wrecked.
        WreckedDivisor = "wrecked-divisor",
        /// Added to that.
        WreckedPlus = "wrecked-plus",
        /// Lowest row of the Morale Table.
        MoraleLowest = "morale-lowest",
        /// Highest row of the Morale Table.
        MoraleHighest = "morale-highest",
        /// Highest row of Leader Loss.
        LeaderLossHighest = "leader-loss-highest",
        /// Hexes of the retreat that a unit may choose.
        RetreatTen = "retreat-ten",
        /// SPs lost in each EZOC hex of a retreat.
        EzocLoss = "ezoc-loss",
        /// Hexes an Open Order Capable unit withdraws.
        Withdrawal = "withdrawal",
        /// The die that rallies.
        RallyOn = "rally-on",
        /// Taken off the rally die of a Wrecked unit.
        RallyWrecked = "rally-wrecked",
        /// Divides losses for those that return.
        RecoveryDivisor = "recovery-divisor",
        /// SPs that return at least.
        RecoveryLeast = "recovery-least",
        /// The die of a successful Intersection Roll.
        IntersectionOn = "intersection-on",
        /// MPs of a change of facing.
        TurnCost = "turn-cost",
        /// MPs in a Town off the road.
        TownOffRoad = "town-off-road",
        /// SPs lost for each further EZOC hex after a free exit.
        ExitLoss = "exit-loss",
        /// SPs that may stop in one hex.
        Stacking = "stacking",
        /// Hexes to the enemy for unlimbering.
        Unlimber = "unlimber",
        /// The same with an artillery leader.
        UnlimberLeader = "unlimber-leader",
        /// Range up to which anything blocks sight.
        CloseRange = "close-range",
        /// Visibility at twilight.
        VisibilityTwilight = "visibility-twilight",
        /// Visibility at night.
        VisibilityNight = "visibility-night",
        /// Hexes within which a battery may be posted.
        Posting = "posting",
        /// Hexes within which a Reserve stays of its leader.
        ReserveLeader = "reserve-leader",
        /// Range within which a Reserve may fire.
        ReserveRange = "reserve-range",
        /// Hexes within which a stack without orders may attack.
        NoOrdersReach = "no-orders-reach",
        /// Hexes an HQ may move when its Command runs.
        SkedaddleHexes = "skedaddle-hexes",
        /// Shell points of a wagon.
        WagonShell = "wagon-shell",
        /// Canister points of a wagon.
        WagonCanister = "wagon-canister",
        /// MPs to a wagon for refilling.
        ReplenishMps = "replenish-mps",
        /// Turns of doing nothing that build Breastworks.
        BreastworksTurns = "breastworks-turns",
        /// Hexes within which a reinforcement may come on.
        EntryReach = "entry-reach",
        /// Victory points for a wrecked brigade.
        VpBrigade = "vp-brigade",
        /// Victory points for a destroyed battery.
        VpBattery = "vp-battery",
        /// Victory points for a division leader or higher.
        VpLeader = "vp-leader",
        /// Lead of a marginal victory.
        MarginMarginal = "margin-marginal",
        /// Lead of a solid victory.
        MarginSolid = "margin-solid",
        /// Lead of a decisive victory.
        MarginDecisive = "margin-decisive",
    }
}
