//! The names by which the charts are looked up.

use engine::chart::{CellValue, Key};
use engine::keys;

keys! {
    /// A kind of stand.
    pub enum Kind {
        /// A brigade of foot.
        InfBrigade = "inf_brigade",
        /// A small base of foot in open order.
        InfSkirmisher = "inf_skirmisher",
        /// A brigade of horse.
        CavBrigade = "cav_brigade",
        /// A small base of horse in open order.
        CavSkirmisher = "cav_skirmisher",
        /// Foot on horseback.
        MountedInf = "mounted_inf",
        /// Guns of two strength points or more.
        ArtBattalion = "art_battalion",
        /// Guns of one strength point.
        ArtBattery = "art_battery",
    }
}

keys! {
    /// The morale level of a stand.
    pub enum Level {
        /// No marker.
        Good = "good",
        /// Temporary disorder: yellow.
        TempDisorder = "temp_disorder",
        /// Permanent disorder: red.
        PermDisorder = "perm_disorder",
        /// Rout: yellow and red.
        Rout = "rout",
        /// Off the table.
        Eliminated = "eliminated",
    }
}

impl CellValue for Level {
    fn parse(text: &str) -> Result<Self, String> {
        Level::named(text)
    }
}

keys! {
    /// What foot and horse shoot with.
    pub enum Weapon {
        /// Smoothbore musket.
        Smoothbore = "smoothbore",
        /// Rifled carbine.
        RifledCarbine = "rifled_carbine",
        /// Rifled musket.
        RifledMusket = "rifled_musket",
        /// Cartridge carbine.
        CartCarbine = "cart_carbine",
        /// Cartridge rifle.
        CartRifle = "cart_rifle",
    }
}

keys! {
    /// What artillery shoots with.
    pub enum Gun {
        /// Smoothbore field guns.
        SbField = "sb_field",
        /// Heavy smoothbores.
        SbHeavy = "sb_heavy",
        /// Smoothbore siege guns.
        SbSiege = "sb_siege",
        /// Rifled field guns.
        RifledField = "rifled_field",
        /// Heavy rifles.
        RifledHeavy = "rifled_heavy",
        /// Rifled siege guns.
        RifledSiege = "rifled_siege",
    }
}

impl Gun {
    /// Whether it is rifled.
    pub const fn is_rifled(self) -> bool {
        matches!(self, Gun::RifledField | Gun::RifledHeavy | Gun::RifledSiege)
    }

    /// Whether it is a siege gun.
    pub const fn is_siege(self) -> bool {
        matches!(self, Gun::SbSiege | Gun::RifledSiege)
    }

    /// Whether it is a heavy or siege gun.
    pub const fn is_heavy_or_siege(self) -> bool {
        !matches!(self, Gun::SbField | Gun::RifledField)
    }
}

keys! {
    /// A row of the artillery ranges.
    pub enum GunRange {
        /// A dedicated gun.
        DedicatedGun = "dedicated_gun",
        /// Smoothbore field.
        SbField = "sb_field",
        /// Smoothbore heavy or siege.
        SbHeavy = "sb_heavy",
        /// Rifled field.
        RifledField = "rifled_field",
        /// Rifled heavy; siege rifles too (S72).
        RifledHeavy = "rifled_heavy",
    }
}

keys! {
    /// A row of the dice chart.
    pub enum DiceRow {
        /// Infantry brigade with smoothbores.
        InfSmoothbore = "inf_smoothbore",
        /// Infantry brigade with rifled arms.
        InfRifled = "inf_rifled",
        /// Infantry brigade with cartridge arms.
        InfCartridge = "inf_cartridge",
        /// Infantry skirmisher.
        InfSkirmisher = "inf_skirmisher",
        /// Cavalry brigade in the saddle.
        CavBrigade = "cav_brigade",
        /// Cavalry brigade on foot.
        CavDismounted = "cav_dismounted",
        /// Cavalry skirmisher in the saddle.
        CavSkirmisher = "cav_skirmisher",
        /// Smoothbore battalion at close range.
        ArtSbClose = "art_bn_sb_close",
        /// Rifled battalion at close range.
        ArtRifledClose = "art_bn_rifled_close",
        /// Any battalion at long range.
        ArtLong = "art_bn_long",
        /// Battery at any range.
        ArtBattery = "art_battery",
    }
}

keys! {
    /// A note to the dice that makes a die hit at another number.
    pub enum HitNote {
        /// Sharpshooters firing.
        Sharpshooter = "sharpshooter",
        /// Cartridge-armed troops meleeing the disordered.
        CartridgeVsDisordered = "cartridge_vs_disordered",
        /// Undisordered cavalry meleeing the disordered.
        CavalryVsDisordered = "cavalry_vs_disordered",
        /// Repeaters at close range.
        RepeatersClose = "repeaters_close",
    }
}

keys! {
    /// A note to the dice that adds dice.
    pub enum DiceNote {
        /// A dedicated gun.
        DedicatedGun = "extra_dedicated_gun",
        /// Each reinforcing skirmisher.
        Skirmisher = "extra_skirmisher",
        /// A dedicated gun of cavalry, in fire only.
        CavalryGun = "cavalry_gun",
    }
}

keys! {
    /// A reason for a saving throw.
    pub enum SaveReason {
        /// The attack comes from a disordered stand.
        FromDisordered = "from_disordered",
        /// A skirmisher in open order under fire.
        OpenSkirmisher = "open_order_skirmisher",
        /// Unlimbered guns under fire that is not heavy.
        OpenArtillery = "open_order_artillery",
        /// Cavalry that opts to fall back.
        CavalryOption = "cavalry_option",
        /// Terrain.
        Terrain = "terrain",
        /// A battery that is not stationary attacks.
        BatteryS = "battery_s",
        /// The target has gone to ground.
        GoneToGround = "gone_to_ground",
    }
}

keys! {
    /// A morale modifier.
    pub enum MoraleMod {
        /// Disordered.
        Disordered = "disordered",
        /// The army commander is attached.
        ArmyCommander = "army_commander",
        /// Defending higher ground.
        HigherGround = "higher_ground",
        /// Defending a building or works.
        Works = "works",
        /// Artillery meleed by cavalry.
        ArtByCav = "art_by_cav",
        /// Infantry that is not secure, meleed by cavalry.
        InfByCav = "inf_by_cav",
        /// Attacked in flank.
        Flanked = "flanked",
        /// A march column meleed in flank.
        MarchFlank = "march_flank",
        /// Meleeing an enemy in flank.
        VsFlank = "vs_flank",
        /// Close order meleeing skirmishers only.
        VsSkirmishers = "vs_skirmishers",
        /// Meleeing the front of unlimbered guns.
        VsGuns = "vs_guns",
        /// Charging a stationary cartridge-armed front.
        ChargeCartStationary = "charge_cart_stationary",
        /// Cavalry charging an orderly cartridge-armed front.
        ChargeCartCavalry = "charge_cart_cavalry",
        /// Gone to ground and meleed.
        GoneToGround = "gone_to_ground",
    }
}

keys! {
    /// A modifier of a tied melee.
    pub enum TieMod {
        /// Infantry against militia or poorly trained stands.
        InfVsMilitia = "inf_vs_militia",
        /// Steady infantry against cavalry.
        InfSteadyVsCav = "inf_steady_vs_cav",
        /// Supported artillery against infantry.
        SupportedArtVsInf = "supported_art_vs_inf",
        /// Infantry with open flanks against cavalry.
        InfUnsecuredVsCav = "inf_unsecured_vs_cav",
        /// Artillery against cavalry.
        ArtVsCav = "art_vs_cav",
    }
}

keys! {
    /// A row of the movement chart.
    pub enum Mover {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Commanders.
        Commander = "commander",
        /// Guns hitched up.
        ArtLimbered = "art_limbered",
        /// Guns moved by hand.
        ArtUnlimbered = "art_unlimbered",
    }
}

keys! {
    /// How a type may change its facing for nothing.
    pub enum FreeFacing {
        /// Once a turn.
        Once = "yes",
        /// As often as it likes.
        Unlimited = "unlimited",
        /// Never.
        Never = "no",
    }
}

impl CellValue for FreeFacing {
    fn parse(text: &str) -> Result<Self, String> {
        FreeFacing::named(text)
    }
}

keys! {
    /// A number of the march column chart.
    pub enum MarchItem {
        /// Part of a move to form.
        Form = "form",
        /// Part of a move to reform.
        Reform = "reform",
        /// Rate on a road.
        Road = "road_rate",
        /// Rate across country.
        Country = "cross_country_rate",
    }
}

keys! {
    /// A row of the charge chart.
    pub enum ChargerRow {
        /// Infantry brigade.
        InfBrigade = "inf_brigade",
        /// Cavalry brigade.
        CavBrigade = "cav_brigade",
        /// Infantry skirmisher or artillery.
        None = "inf_skirmisher_or_artillery",
        /// Cavalry skirmisher or mounted infantry.
        CavSkirmisher = "cav_skirmisher_or_mounted_inf",
    }
}

keys! {
    /// Whether a charge is allowed.
    pub enum MayCharge {
        /// It is.
        Yes = "yes",
        /// It is not.
        No = "no",
        /// On a flank only.
        FlankOnly = "flank_only",
        /// It is, but not at a cavalry brigade.
        NotCavalryBrigade = "yes_except_cav_brigade",
    }
}

impl CellValue for MayCharge {
    fn parse(text: &str) -> Result<Self, String> {
        MayCharge::named(text)
    }
}

keys! {
    /// A number of the charge rules.
    pub enum ChargeItem {
        /// How near a stand may come to an enemy it may not charge.
        OneInch = "one_inch",
        /// Where a repulsed charger stops.
        Repulse = "repulse",
        /// How far cavalry skirmishers fall back.
        CavSkirmEvade = "cav_skirm_evade",
        /// Part of a move in which infantry skirmishers find cover.
        InfSkirmEvade = "inf_skirm_evade",
        /// How far a stand moves back out of contact.
        MoveBack = "start_in_contact",
    }
}

keys! {
    /// A number of the miscellany.
    pub enum Misc {
        /// The die that kills the army commander.
        ArmyCommanderKilled = "army_cmdr_killed",
        /// How near a commander follows a stand.
        CommanderFollow = "cmdr_follow",
        /// Part of a move to stand up.
        StandUp = "gtg_stand_up",
        /// Additional throws when gone to ground.
        GroundSaves = "gtg_save",
        /// Dedicated guns for a field strength point.
        GunsPerSp = "dg_conversion",
        /// Part of a move to mount or dismount.
        Mount = "mount",
    }
}

keys! {
    /// A number of the buildings chart.
    pub enum BuildingItem {
        /// Wood catches fire at this die.
        Ignite = "wood_ignite",
        /// A village's fire goes out at this die.
        OutVillage = "wood_out_village",
        /// A town's fire goes out at this die.
        OutTown = "wood_out_town",
    }
}

keys! {
    /// A number of the town chart.
    pub enum TownItem {
        /// Infantry brigades in a block.
        Brigades = "inf_brigades",
        /// Infantry skirmishers in a block.
        Skirmishers = "inf_skirmishers",
        /// Infantry skirmishers in a village.
        VillageSkirmishers = "village_skirmishers",
        /// Part of the dice on each side.
        Part = "dice_fraction",
        /// Sides of a block.
        Sides = "sides",
    }
}

keys! {
    /// A modifier of the marsh die.
    pub enum MarshMod {
        /// Artillery.
        Artillery = "artillery",
        /// Each stand that went before.
        Traffic = "traffic",
    }
}

keys! {
    /// What the marsh die says.
    pub enum Marsh {
        /// Firm enough.
        None = "none",
        /// Double distance.
        Double = "double",
        /// Mired.
        Mired = "mired",
    }
}

keys! {
    /// A way to be in command.
    pub enum CommandSource {
        /// Near the division commander.
        Proximity = "proximity",
        /// Touching a stand in command.
        Contact = "contact",
        /// The rule of skirmishers.
        Skirmisher = "skirmisher",
    }
}

keys! {
    /// A row of the scales.
    pub enum ScaleItem {
        /// Hours in a game turn.
        Turn = "turn",
        /// Yards in an inch.
        Ground = "ground",
        /// Men in a strength point.
        SpMen = "sp_men",
        /// Guns in a strength point.
        SpGuns = "sp_guns",
    }
}

keys! {
    /// A number that is given outside the tables.
    pub enum Limit {
        /// Part of a move out of command.
        OutOfCommandMove = "out-of-command-move",
        /// Lowest morale.
        MoraleMin = "morale-min",
        /// Highest morale.
        MoraleMax = "morale-max",
        /// Most strength points.
        SpMax = "sp-max",
        /// Fewest of a battalion.
        BattalionSpMin = "battalion-sp-min",
        /// Most reinforcing skirmishers.
        ReinforcingMax = "reinforcing-max",
        /// Inches a throw costs cavalry.
        SaveRetreat = "save-retreat",
        /// Part of a move retreated.
        RetreatPart = "retreat-part",
        /// Inches of an advance.
        Advance = "advance",
        /// Part of a move of a breakthrough.
        BreakthroughPart = "breakthrough-part",
        /// Losses of a rout.
        RoutCasualties = "rout-casualties",
        /// Losses without room.
        BlockedCasualties = "blocked-casualties",
        /// Rerolls of a tie.
        TieRerolls = "tie-rerolls",
        /// Exhaustion level as a part of strength.
        ExhaustionPart = "exhaustion-part",
        /// Turns until a fire may go out.
        FireOutFrom = "fire-out-from",
        /// Inches seen inside a forest.
        ForestSight = "forest-sight",
        /// Inches seen inside an orchard.
        OrchardSight = "orchard-sight",
        /// Inches that make an edge.
        Edge = "edge",
        /// Height of trees and houses in contours.
        HeightTrees = "height-trees",
        /// Height of crops in contours.
        HeightCrops = "height-crops",
        /// Points for an exhausted division.
        VictoryExhausted = "victory-exhausted",
        /// Points for a collapsed division.
        VictoryCollapsed = "victory-collapsed",
        /// Points for the army commander.
        VictoryCommander = "victory-commander",
        /// Lead of a marginal victory.
        VictoryMarginal = "victory-marginal",
        /// Lead of a substantial victory.
        VictorySubstantial = "victory-substantial",
        /// Lead of a decisive victory.
        VictoryDecisive = "victory-decisive",
        /// Part of the divisions whose loss is defeat.
        SuddenPart = "sudden-part",
        /// How near friends must be.
        Escape = "escape",
    }
}
