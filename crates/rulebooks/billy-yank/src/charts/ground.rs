//! Names in the charts of movement, terrain and works.

use engine::keys;

keys! {
    /// A speed of the movement chart.
    pub enum Pace {
        /// Formed infantry.
        Infantry = "infantry",
        /// Infantry skirmishers.
        InfantrySkirmish = "infantry-skirmish",
        /// Mounted cavalry at the walk.
        CavalryWalk = "cavalry-walk",
        /// Mounted cavalry at the trot.
        CavalryTrot = "cavalry-trot",
        /// Dismounted cavalry.
        Dismounted = "dismounted",
        /// Foot artillery, and Union wagons.
        Artillery = "artillery",
        /// Confederate wagons.
        CsaWagon = "csa-wagon",
        /// Horse artillery at the walk.
        HorseArtilleryWalk = "horse-artillery-walk",
        /// Horse artillery at the trot.
        HorseArtilleryTrot = "horse-artillery-trot",
    }
}

keys! {
    /// A row of the movement chart that multiplies.
    pub enum PaceFactor {
        /// In column or limbered on a road.
        RoadBonus = "road-bonus",
        /// Infantry in column at double time.
        DoubleTime = "double-time",
    }
}

keys! {
    /// A row of the movement chart that adds.
    pub enum PaceExtra {
        /// Confederate cavalry on a road.
        CsaCavalryRoad = "csa-cavalry-road",
    }
}

keys! {
    /// A row of the maneuver chart.
    pub enum Maneuver {
        /// Passing through another unit (see the free cases).
        Interpenetrate = "interpenetrate",
        /// Infantry skirmishers pass any infantry formation and limbered artillery.
        FreeInfSkirmishers = "free-inf-skirmishers",
        /// Formed infantry may pass formed infantry that does not move this turn.
        FreeFormedInfantry = "free-formed-infantry",
        /// Skirmishing cavalry pass only cavalry skirmishers; dismounted they are infantry.
        FreeCavSkirmishers = "free-cav-skirmishers",
        /// Any unit passes unlimbered artillery.
        FreeUnlimbered = "free-unlimbered",
        /// Any other interpenetration, willing or not.
        InterpenetrateOther = "interpenetrate-other",
        /// 90 degree left or right turn.
        Turn90 = "turn-90",
        /// Cavalry mount or dismount.
        MountDismount = "mount-dismount",
        /// Line to column or column to line, with its 90 degree face.
        FormationChange = "formation-change",
        /// Artillery limber or unlimber.
        Limber = "limber",
        /// Skirmishers rejoin the parent or reform into close order.
        RecallSkirmishers = "recall-skirmishers",
        /// Infantry step back.
        StepBack = "step-back",
        /// Infantry and dismounted cavalry only; start within 25 m; move only to its far side; +1 Disorder Marker if fired on by defensive or pass-through fire while crossing.
        MajorObstacle = "major-obstacle",
        /// Go round units with fewer Disorder Markers; run through units with the same or more.
        RetreatRout = "retreat-rout",
    }
}

keys! {
    /// A kind of ground.
    pub enum Terrain {
        /// Open Ground.
        Open = "open",
        /// Extra Deep Water.
        ExtraDeepWater = "extra-deep-water",
        /// Deep Water.
        DeepWater = "deep-water",
        /// Shallow Water.
        ShallowWater = "shallow-water",
        /// Scrub.
        Scrub = "scrub",
        /// Fields.
        Fields = "fields",
        /// Hill.
        Hill = "hill",
        /// Swamp.
        Swamp = "swamp",
        /// Forest.
        Forest = "forest",
        /// Road.
        Road = "road",
        /// Buildings.
        Building = "building",
        /// Walls.
        Wall = "wall",
        /// Hedges.
        Hedge = "hedge",
    }
}

keys! {
    /// A note to the terrain chart.
    pub enum TerrainNote {
        /// Wheels in shallow water.
        Note1 = "note1",
        /// Wheels in deep water.
        Note2 = "note2",
        /// Snow and mud.
        SnowMud = "snow-mud",
        /// Mud on pavement.
        SnowMudPavement = "snow-mud-pavement",
    }
}

keys! {
    /// An obstacle.
    pub enum Obstacle {
        /// Entanglement.
        Entanglement = "entanglement",
        /// Ditch.
        Ditch = "ditch",
        /// Abatis.
        Abatis = "abatis",
        /// Cheval de frise.
        ChevalDeFrise = "cheval-de-frise",
        /// Slant palisade.
        SlantPalisade = "slant-palisade",
        /// Small picket.
        SmallPicket = "small-picket",
        /// Fascine.
        Fascine = "fascine",
    }
}

keys! {
    /// A fortification.
    pub enum Fort {
        /// Blockhouse.
        Blockhouse = "blockhouse",
        /// Stockade.
        Stockade = "stockade",
        /// Redoubt.
        Redoubt = "redoubt",
        /// Fortress.
        Fortress = "fortress",
        /// Palisade wall.
        PalisadeWall = "palisade-wall",
        /// Reveted wall.
        RevetedWall = "reveted-wall",
        /// Stone wall.
        StoneWall = "stone-wall",
        /// Rifle pit.
        RiflePit = "rifle-pit",
        /// Breastwork.
        Breastwork = "breastwork",
        /// Trench.
        Trench = "trench",
        /// Lunette.
        Lunette = "lunette",
        /// Redan.
        Redan = "redan",
    }
}

keys! {
    /// Something that can be dug or built.
    pub enum Work {
        /// Rifle pit.
        RiflePit = "rifle-pit",
        /// Breastwork.
        Breastwork = "breastwork",
        /// Trench.
        Trench = "trench",
        /// Entanglement.
        Entanglement = "entanglement",
        /// Abatis.
        Abatis = "abatis",
        /// Small picket.
        SmallPicket = "small-picket",
        /// Ditch.
        Ditch = "ditch",
        /// Fascine.
        Fascine = "fascine",
        /// Cheval de frise.
        ChevalDeFrise = "cheval-de-frise",
        /// Slant palisade.
        SlantPalisade = "slant-palisade",
    }
}
