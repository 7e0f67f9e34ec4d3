//! The printed lines of the charts, each bound to the rule it states.
//!
//! A line's row in its chart file is found by the rule's id, so a line cannot be cited without its ledger entry nor read
//! without its row.

use engine::Rule;
use engine::chart::Key;

use crate::rules::*;

/// Declares chart lines that are named by the id of their rule.
macro_rules! lines {
    ($($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $line:ident = $rule:ident),+ $(,)? })+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $name {
                $($(#[$doc])* #[doc = concat!("The line of `", stringify!($rule), "`.")] $line),+
            }

            impl $name {
                /// The rule that this line states.
                #[inline]
                pub const fn rule(self) -> Rule {
                    match self {
                        $($name::$line => $rule),+
                    }
                }
            }

            impl Key for $name {
                const ALL: &'static [Self] = &[$($name::$line),+];

                fn name(self) -> &'static str {
                    self.rule().id()
                }

                #[inline]
                fn index(self) -> usize {
                    self as usize
                }
            }

            impl Line for $name {
                #[inline]
                fn rule(self) -> Rule {
                    $name::rule(self)
                }
            }
        )+
    };
}

/// A line of a chart that states a rule.
pub trait Line: Key {
    /// The rule it states.
    fn rule(self) -> Rule;
}

lines! {
    /// The maneuver modifiers, in printed order. The first printed line points to the leader personalities.
    pub enum ManeuverLine {
        Attached = FF_MNV_MOD_ATTACHED,
        OutOfCommand = FF_MNV_MOD_OUT_OF_COMMAND,
        Provisional = FF_MNV_MOD_PROVISIONAL,
        InCommand = FF_MNV_MOD_IN_COMMAND,
        Fresh = FF_MNV_MOD_FRESH,
        Worn = FF_MNV_MOD_WORN,
        Spent = FF_MNV_MOD_SPENT,
        Crack = FF_MNV_MOD_CRACK,
        Veteran = FF_MNV_MOD_VETERAN,
        Trained = FF_MNV_MOD_TRAINED,
        Raw = FF_MNV_MOD_RAW,
        Formation = FF_MNV_MOD_FORMATION,
        Outflanked = FF_MNV_MOD_OUTFLANKED,
    }

    /// The army morale lines of the parent rules.
    pub enum MoraleLine {
        KeyPosition = FF_OPT_MORALE_KEY,
        HeavyCasualties = FF_OPT_MORALE_HEAVY,
        GreaterLosses = FF_OPT_MORALE_GREATER,
    }

    /// The rows of the maneuver effects: first the column of good order and guns, then that of disordered or broken.
    pub enum ManeuverRow {
        DoubleQuick = FF_MNV_GO_DOUBLE_QUICK,
        WellHandled = FF_MNV_GO_WELL_HANDLED,
        Tardy = FF_MNV_GO_TARDY,
        FallBack = FF_MNV_GO_FALL_BACK,
        Panic = FF_MNV_GO_PANIC,
        RallyWithElan = FF_MNV_DB_RALLY_ELAN,
        Rally = FF_MNV_DB_RALLY,
        Shaken = FF_MNV_DB_SHAKEN,
        Wavering = FF_MNV_DB_WAVERING,
        PanicWithLoss = FF_MNV_DB_PANIC,
    }

    /// The weapons of the musketry table.
    pub enum MusketryLine {
        GatlingGun = FF_MUSK_GG,
        Mitrailleuse = FF_MUSK_MG,
        BreechloadingRifle = FF_MUSK_BLR,
        BreechloadingCarbine = FF_MUSK_BLC,
        RifledMusket = FF_MUSK_RM,
        Repeater = FF_MUSK_RP,
        InferiorRifle = FF_MUSK_IR,
        RifleAndCarbine = FF_MUSK_RC,
        SmoothboreMusket = FF_MUSK_SM,
        Shotgun = FF_MUSK_SH,
    }

    /// The weapons of the cannonade table.
    pub enum CannonadeLine {
        HeavyRifle = FF_CANN_HR,
        LightRifle = FF_CANN_LR,
        HeavySmoothbore = FF_CANN_HS,
        LightSmoothbore = FF_CANN_LS,
        HeavyHowitzer = FF_CANN_HH,
        LightHowitzer = FF_CANN_LH,
        MountainHowitzer = FF_CANN_MH,
    }

    /// The range bands of both fire point tables.
    pub enum BandLine {
        MusketryClose = FF_BAND_M_CLOSE,
        MusketryLong = FF_BAND_M_LONG,
        Canister = FF_BAND_C_CANISTER,
        ShotAndShell = FF_BAND_C_SHOT,
    }

    /// What multiplies fire points.
    pub enum HalvingLine {
        Disordered = FF_FIRE_PT_DISORDERED,
        LowAmmo = FF_FIRE_PT_LOW_AMMO,
        Damaged = FF_FIRE_PT_DAMAGED,
        Mass = FF_FIRE_PT_MASS,
    }

    /// The brackets of fire points, in ascending order.
    pub enum BracketLine {
        LessThanOne = FF_FIRE_PTS_LT1,
        One = FF_FIRE_PTS_1,
        Two = FF_FIRE_PTS_2,
        Three = FF_FIRE_PTS_3,
        Four = FF_FIRE_PTS_4,
        Six = FF_FIRE_PTS_6,
        Nine = FF_FIRE_PTS_9,
        Twelve = FF_FIRE_PTS_12,
        Fifteen = FF_FIRE_PTS_15,
        Twenty = FF_FIRE_PTS_20,
        TwentyFive = FF_FIRE_PTS_25,
    }

    /// The other fire modifiers, in printed order.
    pub enum FireLine {
        MachineGun = FF_FIRE_MOD_MACHINE_GUN,
        InCharge = FF_FIRE_MOD_IN_CHARGE,
        Raw = FF_FIRE_MOD_RAW,
        Exposed = FF_FIRE_MOD_EXPOSED,
        MarchOrEnfilade = FF_FIRE_MOD_MARCH_ENFILADE,
        GunTarget = FF_FIRE_MOD_GUN_TARGET,
        PartialCover = FF_FIRE_MOD_PARTIAL,
        FullCover = FF_FIRE_MOD_FULL,
        Fortified = FF_FIRE_MOD_FORTIFIED,
    }

    /// The rows of the fire effects, worst first.
    pub enum FireRow {
        Withering = FF_FIRE_ROW_WITHERING,
        TellingChecked = FF_FIRE_ROW_TELLING_A,
        TellingColdSteel = FF_FIRE_ROW_TELLING_B,
        TellingHome = FF_FIRE_ROW_TELLING_C,
        Galling = FF_FIRE_ROW_GALLING,
        Lively = FF_FIRE_ROW_LIVELY,
        Desultory = FF_FIRE_ROW_DESULTORY,
    }

    /// The charge modifiers, in printed order.
    pub enum ChargeLine {
        Crack = FF_CHG_MOD_CRACK,
        Veteran = FF_CHG_MOD_VETERAN,
        Trained = FF_CHG_MOD_TRAINED,
        Raw = FF_CHG_MOD_RAW,
        Fresh = FF_CHG_MOD_FRESH,
        Worn = FF_CHG_MOD_WORN,
        Spent = FF_CHG_MOD_SPENT,
        OutnumberedTwo = FF_CHG_MOD_OUTNUMBERED_2,
        OutnumberedThree = FF_CHG_MOD_OUTNUMBERED_3,
        SupportedGuns = FF_CHG_MOD_GUNS_SUPPORTED,
        UnsupportedGuns = FF_CHG_MOD_GUNS_UNSUPPORTED,
        Disordered = FF_CHG_MOD_DISORDERED,
        Extended = FF_CHG_MOD_EXTENDED,
        Outflanked = FF_CHG_MOD_OUTFLANKED,
        Favorable = FF_CHG_MOD_FAVORABLE,
        Strong = FF_CHG_MOD_STRONG,
        ColdSteel = FF_CHG_MOD_COLD_STEEL,
        CavalryCharge = FF_CHG_MOD_CAVALRY,
        Attached = FF_CHG_MOD_ATTACHED,
        Steady = FF_CHG_MOD_STEADY,
        Gallant = FF_CHG_MOD_GALLANT,
    }

    /// The rows of the charge effects, from the attacker's best to his worst.
    pub enum ChargeRow {
        Swept = FF_CHG_SWEPT,
        DrivenBack = FF_CHG_DRIVEN,
        HardPressed = FF_CHG_HARD,
        DesperateStruggle = FF_CHG_DESPERATE,
        Falter = FF_CHG_FALTER,
        Recoil = FF_CHG_RECOIL,
        Repulsed = FF_CHG_REPULSED,
    }

    /// The rows of the fallen leader table, as printed.
    pub enum FallenRow {
        ShotDead = FF_FALL_12,
        MortallyWounded = FF_FALL_11,
        GrievouslyWounded = FF_FALL_10,
        FleshWound = FF_FALL_9,
        KnockedDown = FF_FALL_8,
        HorseKilled = FF_FALL_7,
        CoatPierced = FF_FALL_6,
        StaffOfficerStruck = FF_FALL_5,
        Distracted = FF_FALL_4,
        Frowns = FF_FALL_3,
        CoollyIgnores = FF_FALL_2,
    }

    /// The rows of the movement rates.
    pub enum MoveLine {
        InfantryLine = FF_MOVE_INF_LINE,
        InfantryOpen = FF_MOVE_INF_OPEN,
        InfantryMarch = FF_MOVE_INF_MARCH,
        InfantryBroken = FF_MOVE_INF_BROKEN,
        CavalryLine = FF_MOVE_CAV_LINE,
        CavalryOpen = FF_MOVE_CAV_OPEN,
        CavalryMarch = FF_MOVE_CAV_MARCH,
        CavalryDismounted = FF_MOVE_CAV_DISMOUNTED,
        CavalryBroken = FF_MOVE_CAV_BROKEN,
        GunsField = FF_MOVE_GUN_FIELD,
        GunsHorse = FF_MOVE_GUN_HORSE,
        GunsHeavy = FF_MOVE_GUN_HEAVY,
        LeaderMounted = FF_MOVE_LDR_MOUNTED,
        LeaderDismounted = FF_MOVE_LDR_DISMOUNTED,
    }

    /// The lines of the command radius.
    pub enum RadiusLine {
        Clear = FF_CMD_RADIUS_CLEAR,
        March = FF_CMD_RADIUS_MARCH,
        Dense = FF_CMD_RADIUS_DENSE,
        Twilight = FF_CMD_RADIUS_TWILIGHT,
        Fog = FF_CMD_RADIUS_FOG,
        Attached = FF_CMD_RADIUS_ATTACHED,
        Dismounted = FF_CMD_RADIUS_DISMOUNTED,
    }

    /// The lines of the game scale.
    pub enum ScaleLine {
        Stand = FF_SCALE_STAND,
        Gun = FF_SCALE_GUN,
        Inch = FF_SCALE_INCH,
        Turn = FF_SCALE_TURN,
    }
}
