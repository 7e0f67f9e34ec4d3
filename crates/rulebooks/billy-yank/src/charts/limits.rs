//! Names of the numbers that the text gives outside its tables.

use engine::keys;

keys! {
    /// A number that the text gives outside its tables.
    pub enum Limit {
        /// Disorder Markers a unit can carry at once.
        DisorderMax = "disorder-max",
        /// Men that one figure stands for.
        MenPerFigure = "men-per-figure",
        /// Metres within which a friend's withdrawal is felt.
        FriendsReach = "friends-reach",
        /// Metres within which an enemy can strike at a messenger.
        MessengerReach = "messenger-reach",
        /// Metres a messenger or commander rides in a turn.
        RiderMove = "rider-move",
        /// Metres from the brigade commander at which an order is delivered.
        DeliveryReach = "delivery-reach",
        /// Longest range of grape in metres.
        GrapeRange = "grape-range",
        /// Range of the optional fifty metres shift.
        FiftyMetres = "fifty-metres",
        /// Longest range in metres at which marksmen pick off an officer.
        OfficerRange = "officer-range",
        /// Face of the d6 that hits a commander.
        CommanderHitFace = "commander-hit-face",
        /// Metres infantry charges.
        ChargeInfantry = "charge-infantry",
        /// Metres mounted cavalry charges.
        ChargeCavalry = "charge-cavalry",
        /// Range in metres of the first fire at a charge, and the mark at which a charge halts.
        ChargeFirstFire = "charge-first-fire",
        /// Range in metres of the second fire at a charge.
        ChargeSecondFire = "charge-second-fire",
        /// Longest range in metres of pass-through fire.
        PassThroughRange = "pass-through-range",
        /// Metres of a retreat.
        RetreatMetres = "retreat-metres",
        /// Metres of a rout.
        RoutMetres = "rout-metres",
        /// Narrowest gap in metres through which a unit can withdraw.
        WithdrawalGap = "withdrawal-gap",
        /// Metres an enemy must stay away for guns to limber and go.
        LimberDistance = "limber-distance",
        /// Metres that any unit can make where terrain allows it at all.
        Crawl = "crawl",
        /// Metres of a step back.
        StepBack = "step-back",
        /// Degrees of turn that cost nothing.
        FreeTurn = "free-turn",
        /// Degrees of turn that cost half the allowance.
        HalfTurn = "half-turn",
        /// Most degrees of turn.
        AboutTurn = "about-turn",
        /// Turns of double time in the window.
        DoubleTimeTurns = "double-time-turns",
        /// Turns over which double time is counted.
        DoubleTimeWindow = "double-time-window",
        /// Metres from a major obstacle at which a crossing starts.
        ObstacleStart = "obstacle-start",
        /// Fewest stands of a square.
        SquareStands = "square-stands",
        /// Faces of a square, each with its share of the figures.
        SquareFaces = "square-faces",
        /// Share of a garrison that fires from one face, one in so many.
        GarrisonFaces = "garrison-faces",
        /// Figures that a building holds.
        BuildingCapacity = "building-capacity",
        /// Metres of sight at night.
        NightSight = "night-sight",
        /// Metres of woods or crops one can see through.
        WoodsDepth = "woods-depth",
        /// Stands that move a cheval-de-frise.
        ChevalStands = "cheval-stands",
        /// Metres a cheval-de-frise is moved.
        ChevalMetres = "cheval-metres",
        /// Fewest figures that dig.
        WorkFigures = "work-figures",
        /// Metres of work in a section.
        WorkSection = "work-section",
        /// Centimetres of wall in a section.
        WallSectionCm = "wall-section-cm",
        /// Per cent of the allowance to climb over a breach.
        BreachPercent = "breach-percent",
        /// Figures a boat carries.
        BoatLoad = "boat-load",
        /// Figures a barge carries.
        BargeLoad = "barge-load",
        /// Degrees of turn of a ship that cost movement.
        ShipTurn = "ship-turn",
        /// Metres that such a turn costs.
        ShipTurnMetres = "ship-turn-metres",
        /// Brigades of a division in random forces.
        BrigadesPerDivision = "brigades-per-division",
        /// Face of the d6 that makes a random brigade cavalry.
        CavalryFace = "cavalry-face",
        /// Guns that a gun model stands for.
        GunsPerModel = "guns-per-model",
        /// Gun models of a random Union battery.
        GunsUnion = "guns-union",
        /// Gun models of a random Confederate battery.
        GunsConfederate = "guns-confederate",
        /// Metres a brigade on hold or in reserve may move.
        OrderLeash = "order-leash",
        /// Longest range in metres of a brigade in reserve.
        ReserveRange = "reserve-range",
        /// Per cent of its melee worth that mounted cavalry keeps in forest.
        ForestWorthPercent = "forest-worth-percent",
        /// Metres from its brigade's wagon within which a unit is resupplied.
        AmmunitionReach = "ammunition-reach",
        /// Points of fatigue from which a unit is fatigued.
        FatigueFrom = "fatigue-from",
        /// Metres an enemy must stay away for a unit to rest.
        RestDistance = "rest-distance",
        /// Degrees of the front arc on either side of straight ahead.
        Arc = "arc",
        /// Degrees off the front beyond which fire comes from the rear.
        Rear = "rear",
        /// Metres between a commander and the unit to which he attaches himself.
        AttachReach = "attach-reach",
        /// Metres from its parent within which a detachment of skirmishers is placed.
        SkirmishReach = "skirmish-reach",
    }
}
