//! Names in the charts of morale and command.

use engine::keys;

keys! {
    /// The Elan of a unit.
    #[derive(Default)]
    pub enum Grade {
        /// Hardly drilled.
        Militia = "militia",
        /// Drilled but unreliable.
        Poor = "poor",
        /// The common run of regiments.
        #[default]
        Regular = "regular",
        /// Seasoned troops.
        Veteran = "veteran",
        /// The best there are.
        Elite = "elite",
        /// Nobody knows yet: rolled when the grade is first needed.
        Green = "green",
    }
}

keys! {
    /// A modifier of the morale die.
    pub enum MoraleModifier {
        /// Each Disorder Marker.
        Disorder = "disorder",
        /// Each figure lost in the battle.
        Losses = "losses",
        /// Retreated last turn.
        Retreated = "retreated",
        /// Routed last turn.
        Routed = "routed",
        /// Fired on with effect from flank or rear.
        FlankFire = "flank-fire",
        /// Testing to give defensive fire.
        DefensiveFire = "defensive-fire",
        /// In or behind cover.
        Cover = "cover",
    }
}

keys! {
    /// The row of the morale modifiers that takes a commander's rating.
    pub enum CommanderRow {
        /// A commander within command distance.
        Commander = "commander",
    }
}

keys! {
    /// What a morale test comes to.
    pub enum MoraleResult {
        /// Passed so well that the unit storms ahead.
        Overenthusiastic = "overenthusiastic",
        /// Passed.
        Pass = "pass",
        /// Failed by one or two: one more Disorder Marker.
        Disorder = "disorder",
        /// Failed by three or four.
        Retreat = "retreat",
        /// Failed by five or more.
        Rout = "rout",
    }
}

keys! {
    /// How a friend withdraws.
    pub enum Flight {
        /// It retreats.
        Retreat = "retreat",
        /// It routs.
        Rout = "rout",
    }
}

keys! {
    /// The level of a commander.
    pub enum Level {
        /// He leads a brigade.
        Brigade = "brigade",
        /// He leads a division.
        Division = "division",
        /// He leads a corps.
        Corps = "corps",
        /// He leads an army.
        Army = "army",
    }
}

keys! {
    /// What kind of leader a commander is.
    pub enum LeaderType {
        /// Rating +4.
        Gifted = "gifted",
        /// Rating +3.
        Able = "able",
        /// Rating +2.
        Cautious = "cautious",
        /// Rating +1.
        Rash = "rash",
        /// Rating 0.
        Steady = "steady",
        /// Rating -1.
        Limited = "limited",
        /// Rating -2.
        Unreliable = "unreliable",
        /// Rating -3.
        Dullard = "dullard",
    }
}

keys! {
    /// What the chart of commanders hit says.
    pub enum CasualtyRow {
        /// Killed.
        Killed = "killed",
        /// Seriously wounded: he leaves the field.
        SeriousWound = "serious-wound",
        /// Lightly wounded: he rides at half speed.
        LightWound = "light-wound",
        /// Nothing.
        NoEffect = "no-effect",
    }
}

keys! {
    /// What happens to a messenger whom the enemy strikes at.
    pub enum MessengerRow {
        /// He goes on.
        Missed = "missed",
        /// He is put back beside the general who sent him.
        TurnedBack = "turned-back",
        /// He is taken, and the enemy reads the order.
        Captured = "captured",
    }
}
