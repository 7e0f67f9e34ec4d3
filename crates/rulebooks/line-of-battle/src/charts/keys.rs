//! The names that index rows and columns of the charts.

use engine::keys;

keys! {
    /// The Morale Rating of a unit, A the best.
    pub enum Rating {
        /// The best.
        A = "A",
        /// Good.
        B = "B",
        /// Fair.
        C = "C",
        /// Poor.
        D = "D",
        /// Worse.
        E = "E",
        /// The worst.
        F = "F",
    }
}

keys! {
    /// The morale state of a unit.
    pub enum MoraleState {
        /// Blood Lusted.
        BloodLust = "BL",
        /// Normal.
        Normal = "Normal",
        /// Shaken.
        Shaken = "Sh",
        /// Disorganized.
        Disorganized = "DG",
        /// Routed.
        Routed = "R",
    }
}

keys! {
    /// Small arms, by their code.
    pub enum SmallArm {
        /// Rifled Musket.
        RifledMusket = "R",
        /// Smoothbore Musket.
        Smoothbore = "M",
        /// Carbine.
        Carbine = "C",
        /// Sharps Rifle.
        Sharps = "SR",
        /// Colt Rifle.
        Colt = "CR",
        /// Spencer Rifle.
        Spencer = "S",
        /// Henry Repeater.
        Henry = "HR",
        /// Shotgun.
        Shotgun = "SH",
        /// Pistol.
        Pistol = "P",
        /// Target Rifle.
        TargetRifle = "T",
    }
}

keys! {
    /// Guns, by their code.
    pub enum Gun {
        /// Rifled Cannon.
        Rifled = "R",
        /// Napoleon.
        Napoleon = "N",
        /// 12-lb Howitzer.
        Howitzer12 = "H",
        /// Light Gun (6-lb).
        Light = "L",
        /// 20-lb Parrott.
        Parrott20 = "hR",
        /// 24-lb Howitzer.
        Howitzer24 = "hH",
        /// Mountain Howitzer.
        MountainHowitzer = "MH",
        /// 4.5 in Siege Rifle.
        SiegeRifle = "SG",
        /// Whitworth.
        Whitworth = "W",
        /// Naval Gun.
        Naval = "NG",
    }
}

keys! {
    /// Awareness of the army commander.
    pub enum Awareness {
        /// On Fire.
        OnFire = "on-fire",
        /// Normal.
        Normal = "normal",
        /// Not so Sure.
        NotSoSure = "not-so-sure",
        /// Comatose.
        Comatose = "comatose",
    }
}

keys! {
    /// How far an order has to go.
    pub enum DeliveryDistance {
        /// Within Command Radius.
        Within = "within",
        /// Beyond it.
        Beyond = "beyond",
        /// Beyond it and far away.
        Far = "far",
    }
}

keys! {
    /// A level of command that has a radius.
    pub enum Level {
        /// An army.
        Army = "army",
        /// A corps.
        Corps = "corps",
        /// A division.
        Division = "division",
        /// A brigade.
        Brigade = "brigade",
        /// An artillery battalion.
        ArtilleryBattalion = "arty-bn",
    }
}

keys! {
    /// What a Command Roll comes to.
    pub enum CommandResult {
        /// Nothing happens.
        No = "no",
        /// The order is sent, re-issued or acted upon.
        Yes = "yes",
    }
}

keys! {
    /// A fixed modifier of the Command Roll.
    pub enum CommandModifier {
        /// Deployment from a Move order.
        Deployment = "deployment",
        /// By or for a formation in Reserve.
        Reserve = "reserve",
    }
}

keys! {
    /// The row of a list of modifiers that takes a leader's value.
    pub enum LeaderRow {
        /// The leader.
        Leader = "leader",
    }
}

keys! {
    /// Movement allowance left by the Zero Rule.
    pub enum ZeroMa {
        /// None.
        None = "none",
        /// Half, fractions dropped.
        Half = "half",
        /// All of it.
        Full = "full",
    }
}

keys! {
    /// How a division that wants to attack again looks.
    pub enum DivisionStatus {
        /// No Wrecked and no dead units.
        Clean = "clean",
        /// Wrecked but no dead units.
        Wrecked = "wrecked",
        /// Dead units.
        Dead = "dead",
    }
}

keys! {
    /// A Command Value as the charts list it, highest first.
    pub enum CommandValue {
        /// Four.
        Four = "4",
        /// Three.
        Three = "3",
        /// Two.
        Two = "2",
        /// One.
        One = "1",
        /// Zero.
        Zero = "0",
    }
}

keys! {
    /// The only row of the base check of Fluke Stoppage.
    pub enum BaseRow {
        /// The base check.
        Base = "base",
    }
}

keys! {
    /// A modifier of Fluke Stoppage.
    pub enum FlukeModifier {
        /// The original leader was wounded or killed.
        LeaderLost = "leader-lost",
        /// A Reserve is held.
        Reserve = "reserve",
        /// Night, in the base check.
        Night = "night",
        /// Night, in the second roll.
        NightSecond = "night-second",
    }
}

keys! {
    /// A row of the formation chart: unit and formation.
    pub enum FormationRow {
        /// Infantry in Line.
        InfantryLine = "infantry line",
        /// Infantry in Column.
        InfantryColumn = "infantry column",
        /// Dismounted cavalry.
        CavalryLine = "cavalry line",
        /// Mounted cavalry.
        CavalryMounted = "cavalry mounted",
        /// Limbered artillery.
        ArtilleryLimbered = "artillery limbered",
        /// Unlimbered artillery.
        ArtilleryUnlimbered = "artillery unlimbered",
        /// Open Order, not capable.
        OpenOrder = "inf-cav open-order",
        /// Open Order Capable.
        OpenOrderCapable = "inf-cav open-order-capable",
    }
}

keys! {
    /// Which hexes around a unit are its front.
    pub enum Facing {
        /// Two front hexes, four Rear.
        Normal = "normal",
        /// No front at all.
        AllRear = "all-rear",
        /// No Rear at all.
        AllFront = "all-front",
    }
}

keys! {
    /// What a stack does with its Activity Phase.
    pub enum Activity {
        /// It moves, and may Charge.
        Move = "move",
        /// It fires, and may move a little first.
        Fire = "fire",
    }
}

keys! {
    /// A column of the movement charts.
    pub enum MoveColumn {
        /// Line, dismounted cavalry, and Open Order that is not capable.
        Line = "line",
        /// Column and Open Order Capable.
        ColumnOoc = "column-ooc",
        /// Mounted cavalry.
        Mounted = "mounted",
        /// Limbered artillery.
        Limbered = "limbered",
        /// Wagons.
        Wagon = "wagon",
        /// Leaders and HQs.
        Leader = "leader",
    }
}

keys! {
    /// A row of the movement allowance chart.
    pub enum AllowanceRow {
        /// MPs in an activity.
        Allowance = "movement-allowance",
        /// MPs to leave a formation.
        FormationChange = "formation-change",
    }
}

keys! {
    /// Terrain of a hex, on the movement chart.
    pub enum HexTerrain {
        /// Clear or Orchard.
        Clear = "clear-or-orchard",
        /// Thicket.
        Thicket = "thicket",
        /// A Town.
        Town = "town",
        /// Inclined Ground with up to two slope lines.
        Inclined = "inclined-0-2-slope-lines",
        /// Inclined Ground with three or more slope lines.
        Steep = "inclined-3-plus-slope-lines",
        /// A Slope without an Inclined Ground symbol.
        Slope = "slope-no-incline",
        /// Boulders.
        Boulders = "boulders",
        /// Marsh.
        Marsh = "marsh",
        /// Briar Marsh.
        BriarMarsh = "briar-marsh",
    }
}

keys! {
    /// Terrain of a hexside, on the movement chart.
    pub enum HexsideTerrain {
        /// Woods.
        Woods = "woods-hexside",
        /// A Vertical Slope.
        VerticalSlope = "vertical-slope",
        /// A stream.
        Stream = "stream",
        /// A creek.
        Creek = "creek",
        /// A river.
        River = "river",
        /// A ford of the water here.
        Ford = "ford",
        /// A foot bridge over the water here.
        FootBridge = "foot-bridge",
    }
}

keys! {
    /// A road, on the movement chart.
    pub enum RoadType {
        /// A pike or road.
        Road = "pike-or-road",
        /// A trail or railroad.
        Trail = "trail-or-railroad",
    }
}

keys! {
    /// A feature that does not change movement.
    pub enum Feature {
        /// A change of elevation without a Slope symbol.
        ElevationChange = "elevation-change",
        /// Corn.
        Corn = "corn",
        /// Runs.
        Runs = "runs",
        /// Buildings.
        Buildings = "buildings",
        /// Hay stacks.
        HayStacks = "hay-stacks",
        /// Rocky ground.
        RockyGround = "rocky-ground",
        /// Rock outcrops.
        RockOutcrops = "rock-outcrops",
        /// Rock ledges.
        RockLedges = "rock-ledges",
        /// Stone walls.
        StoneWalls = "stone-walls",
        /// Crests.
        Crests = "crests",
        /// Sudden Dip hexsides.
        SuddenDip = "sudden-dip",
        /// A mill dam.
        MillDam = "mill-dam",
        /// A sunken road.
        SunkenRoad = "sunken-road",
        /// Bridges.
        Bridges = "bridges",
        /// A cemetery.
        Cemetery = "cemetery",
        /// A victory point hex.
        VpHex = "vp-hex",
        /// An entry hex.
        EntryHex = "entry-hex",
        /// A critical exit.
        CriticalExit = "critical-exit",
        /// A fence.
        Fence = "fence",
        /// Camps.
        Camps = "camps",
    }
}

keys! {
    /// A feature with a height.
    pub enum Height {
        /// Crest.
        Crest = "crest",
        /// Woods.
        Woods = "woods",
        /// Orchard.
        Orchard = "orchard",
        /// Town.
        Town = "town",
    }
}
