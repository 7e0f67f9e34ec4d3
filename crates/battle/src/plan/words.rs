//! The words of a battle plan: arms, weapons, quality, formations and the rest, each a closed list.

use field::kinds;

kinds! {
    /// What a unit is.
    Arm {
        /// Men on foot.
        Infantry = "infantry",
        /// Mounted men.
        Cavalry = "cavalry",
        /// Guns whose crews walk.
        Artillery = "artillery",
        /// Guns whose crews ride.
        HorseArtillery = "horse-artillery",
        /// Wagons.
        Wagons = "wagons",
        /// A ship or boat.
        Ship = "ship",
    }
}

impl Arm {
    /// Whether it serves guns.
    pub const fn has_guns(self) -> bool {
        matches!(self, Arm::Artillery | Arm::HorseArtillery | Arm::Ship)
    }
}

kinds! {
    /// What men and guns shoot with.
    Weapon {
        /// Nothing that shoots.
        NoFirearm = "none",
        /// A rifled musket: Springfield, Enfield, Minié.
        RifleMusket = "rifle-musket",
        /// A smoothbore musket with buck and ball.
        SmoothboreMusket = "smoothbore-musket",
        /// Flintlocks and worn muskets.
        OldMusket = "old-musket",
        /// A rifle of poor make.
        InferiorRifle = "inferior-rifle",
        /// A hunting or squirrel rifle.
        HuntingRifle = "hunting-rifle",
        /// A heavy rifle with a telescope.
        TargetRifle = "target-rifle",
        /// A breech-loading rifle: Sharps.
        BreechLoadingRifle = "breech-loading-rifle",
        /// A rifle with a revolving cylinder: Colt.
        RevolvingRifle = "revolving-rifle",
        /// A magazine rifle: Spencer.
        RepeatingRifle = "repeating-rifle",
        /// A magazine rifle with many light shots: Henry.
        HenryRifle = "henry-rifle",
        /// A smoothbore carbine.
        SmoothboreCarbine = "smoothbore-carbine",
        /// A muzzle-loading rifled carbine.
        MuzzleLoadingCarbine = "muzzle-loading-carbine",
        /// A breech-loading carbine: Sharps, Burnside, Smith.
        BreechLoadingCarbine = "breech-loading-carbine",
        /// A magazine carbine: Spencer.
        RepeatingCarbine = "repeating-carbine",
        /// A shotgun.
        Shotgun = "shotgun",
        /// A revolver.
        Revolver = "revolver",
        /// A single-shot horse pistol.
        HorsePistol = "horse-pistol",
        /// A smoothbore of two or three pounds.
        Smoothbore3Pdr = "3-pdr-smoothbore",
        /// A smoothbore of four pounds.
        Smoothbore4Pdr = "4-pdr-smoothbore",
        /// A smoothbore of six pounds.
        Smoothbore6Pdr = "6-pdr-smoothbore",
        /// A smoothbore of eight pounds.
        Smoothbore8Pdr = "8-pdr-smoothbore",
        /// A smoothbore of nine pounds.
        Smoothbore9Pdr = "9-pdr-smoothbore",
        /// A smoothbore of twelve pounds, older and heavier than the Napoleon.
        Smoothbore12Pdr = "12-pdr-smoothbore",
        /// The gun-howitzer of twelve pounds.
        Napoleon = "12-pdr-napoleon",
        /// A howitzer carried on mules.
        MountainHowitzer = "mountain-howitzer",
        /// A field howitzer of twelve pounds.
        Howitzer12Pdr = "12-pdr-howitzer",
        /// A field howitzer of twenty-four pounds.
        Howitzer24Pdr = "24-pdr-howitzer",
        /// A field howitzer of thirty-two pounds.
        Howitzer32Pdr = "32-pdr-howitzer",
        /// The rifled gun of four, as the French had it.
        Rifle4Pdr = "4-pdr-rifle",
        /// A bronze six-pounder bored out and rifled.
        Rifle6Pdr = "6-pdr-rifle",
        /// A James rifle of thirteen or fourteen pounds.
        JamesRifle = "james-rifle",
        /// The ordnance rifle.
        Rifle3Inch = "3-inch-rifle",
        /// A Parrott rifle of ten pounds.
        Parrott10Pdr = "10-pdr-parrott",
        /// A Parrott rifle of twenty pounds.
        Parrott20Pdr = "20-pdr-parrott",
        /// A Parrott rifle of thirty pounds.
        Parrott30Pdr = "30-pdr-parrott",
        /// A Whitworth breech-loader.
        Whitworth = "whitworth",
        /// A siege rifle of four and a half inches.
        SiegeRifle = "4.5-inch-siege-rifle",
        /// A siege howitzer of eight inches.
        SiegeHowitzer = "8-inch-siege-howitzer",
        /// A siege mortar of ten inches.
        Mortar10Inch = "10-inch-mortar",
        /// A siege mortar of thirteen inches.
        Mortar13Inch = "13-inch-mortar",
        /// A heavy smoothbore of thirty-two pounds.
        Smoothbore32Pdr = "32-pdr-smoothbore",
        /// A short heavy smoothbore of thirty-two pounds.
        Carronade32Pdr = "32-pdr-carronade",
        /// A heavy smoothbore of forty-two pounds, rifled.
        Rifle42Pdr = "42-pdr-rifle",
        /// A heavy rifle of six and a half inches.
        Rifle65Inch = "6.5-inch-rifle",
        /// A columbiad of ten inches.
        Columbiad10Inch = "10-inch-columbiad",
        /// A naval smoothbore of eight or nine inches.
        NavalGun = "naval-gun",
        /// A Gatling gun.
        Gatling = "gatling-gun",
        /// A mitrailleuse.
        Mitrailleuse = "mitrailleuse",
    }
}

impl Weapon {
    /// Whether one man carries it.
    pub fn is_small_arm(self) -> bool {
        self < Weapon::Smoothbore3Pdr
    }
}

kinds! {
    /// What is carried besides a firearm, or instead of one.
    Steel {
        /// Bayonets, or nothing worth a word.
        Bayonet = "bayonet",
        /// Sabres.
        Sabre = "sabre",
        /// Lances.
        Lance = "lance",
        /// Pikes.
        Pike = "pike",
        /// Machetes.
        Machete = "machete",
    }
}

kinds! {
    /// How good troops are, by what they have been through.
    Quality {
        /// The best of their army.
        Elite = "elite",
        /// Many battles.
        Veteran = "veteran",
        /// Drilled, and one battle at most.
        Regular = "regular",
        /// Worn out or badly led.
        Poor = "poor",
        /// Never tried.
        Green = "green",
        /// Not soldiers at all until yesterday.
        Militia = "militia",
    }
}

kinds! {
    /// What else sets a unit apart.
    Trait {
        /// Picked shots with rifles to match.
        Sharpshooters = "sharpshooters",
        /// Good shots.
        Marksmen = "marksmen",
        /// Trained to fight in open order.
        OpenOrder = "open-order",
        /// Cannot turn and wheel as drill wants it.
        PoorlyTrained = "poorly-trained",
        /// Heavy cavalry.
        Heavy = "heavy",
        /// Cavalry that fights on foot.
        MountedInfantry = "mounted-infantry",
        /// Irregulars.
        Guerrillas = "guerrillas",
        /// Loses heart late.
        Spirited = "spirited",
        /// Loses heart early.
        Unreliable = "unreliable",
        /// Guns carried on mules.
        Pack = "pack",
        /// Guns that cannot be moved.
        Fixed = "fixed",
        /// Heavy guns on travelling carriages.
        HeavyCarriage = "heavy-carriage",
        /// A colonel whom his men follow anywhere.
        BraveColonel = "brave-colonel",
    }
}

kinds! {
    /// How a unit stands.
    Posture {
        /// In line of battle.
        Line = "line",
        /// In column of march, its head at the place given.
        March = "march",
        /// In a closed column of attack.
        Attack = "attack",
        /// In skirmish order.
        Skirmish = "skirmish",
        /// In square.
        Square = "square",
        /// Mounted, in column.
        Mounted = "mounted",
        /// Mounted, in line.
        MountedLine = "mounted-line",
        /// On foot, one man in four holding the horses.
        Dismounted = "dismounted",
        /// Guns unlimbered.
        Battery = "battery",
        /// Guns or wagons on the move.
        Limbered = "limbered",
        /// Inside a building or a work.
        Garrison = "garrison",
        /// A ship under way or at anchor.
        Afloat = "afloat",
    }
}

kinds! {
    /// How high a formation stands.
    Level {
        /// A whole army, or a flotilla.
        Army = "army",
        /// Part of an army under one general.
        Wing = "wing",
        /// A corps.
        Corps = "corps",
        /// A division.
        Division = "division",
        /// A brigade.
        Brigade = "brigade",
        /// A battalion of guns.
        Battalion = "battalion",
    }
}

kinds! {
    /// What kind of man a leader is.
    Character {
        /// Sees it all and does the right thing.
        Gifted = "gifted",
        /// Knows his work.
        Able = "able",
        /// Careful.
        Cautious = "cautious",
        /// Quick to attack.
        Rash = "rash",
        /// Neither more nor less than his duty.
        Steady = "steady",
        /// Out of his depth.
        Limited = "limited",
        /// Cannot be counted on.
        Unreliable = "unreliable",
        /// Useless.
        Dullard = "dullard",
    }
}

kinds! {
    /// What his men would say of a leader.
    Manner {
        /// They move faster for him.
        Energetic = "energetic",
        /// He leads from the front.
        Gallant = "gallant",
        /// He holds them together when things go wrong.
        Steady = "steady",
        /// He waits too long.
        Hesitant = "hesitant",
        /// He is late everywhere.
        Laggard = "laggard",
        /// They do not want him near.
        Disliked = "disliked",
    }
}

kinds! {
    /// What a formation has been told to do.
    OrderKind {
        /// Take something.
        Attack = "attack",
        /// Go forward, but do not storm.
        Advance = "advance",
        /// Go there by the road.
        Move = "move",
        /// Stay.
        Hold = "hold",
        /// Go back.
        Withdraw = "withdraw",
        /// Wait behind the line.
        Reserve = "reserve",
    }
}

kinds! {
    /// How light it is.
    Light {
        /// Day.
        Day = "day",
        /// Dawn or dusk.
        Twilight = "twilight",
        /// Night.
        Night = "night",
    }
}

kinds! {
    /// What the sky does.
    Sky {
        /// Nothing to speak of.
        Clear = "clear",
        /// Mist.
        Mist = "mist",
        /// Fog.
        Fog = "fog",
        /// Rain.
        Rain = "rain",
        /// A cloudburst.
        Storm = "storm",
        /// Snow is falling.
        Snow = "snow",
    }
}

kinds! {
    /// What is underfoot.
    Footing {
        /// Firm.
        Firm = "firm",
        /// Mud, off the paved roads.
        Mud = "mud",
        /// Snow lies.
        Snow = "snow",
    }
}

kinds! {
    /// An edge of the map.
    Edge {
        /// The upper edge.
        North = "north",
        /// The right edge.
        East = "east",
        /// The lower edge.
        South = "south",
        /// The left edge.
        West = "west",
    }
}

kinds! {
    /// In what colour a side is drawn.
    Colour {
        /// As the Union.
        Blue = "blue",
        /// As the Confederacy.
        Grey = "grey",
        /// A third colour.
        Green = "green",
        /// A fourth.
        Red = "red",
    }
}

kinds! {
    /// How sure a figure is.
    Source {
        /// Compared with a source named in the history.
        Checked = "checked",
        /// Commonly printed, not compared.
        Printed = "printed",
        /// Estimated.
        Estimated = "estimated",
    }
}

kinds! {
    /// What a ship is.
    ShipClass {
        /// A rowing boat.
        Boat = "boat",
        /// A barge or flat.
        Barge = "barge",
        /// A cutter.
        Cutter = "cutter",
        /// A sloop of war.
        Sloop = "sloop",
        /// A river or sea steamer.
        Steamer = "steamer",
        /// A gunboat.
        Gunboat = "gunboat",
        /// A monitor.
        Monitor = "monitor",
    }
}

kinds! {
    /// What a ship is protected by.
    Armour {
        /// Nothing.
        Unarmoured = "unarmoured",
        /// Stout timber.
        Wooden = "wooden",
        /// Cotton bales.
        Cottonclad = "cottonclad",
        /// Iron plates.
        Ironclad = "ironclad",
    }
}
