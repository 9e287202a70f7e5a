use crate::{Program, Ramp};

#[derive(Clone, Copy, PartialEq)]
pub enum Phase {
    Heating,
    Soaking,
    Cooling,
}

impl Phase {
    pub fn next(self) -> Phase {
        match self {
            Phase::Heating => Phase::Soaking,
            _ => Phase::Cooling,
        }
    }

    pub fn is_last(&self) -> bool {
        *self == Phase::Cooling
    }
}

pub enum Step {
    Climb(Ramp),
    Wait(u32),
}

pub fn step_target(step: &Step) -> f64 {
    match step {
        Step::Climb(ramp) => ramp.target(10),
        Step::Wait(minutes) => f64::from(*minutes),
    }
}

pub fn phases_left(phase: Phase) -> u32 {
    if phase.is_last() {
        0
    } else {
        1 + phases_left(phase.next())
    }
}

pub trait Celsius {
    fn fahrenheit(&self) -> f64;
}

impl Celsius for f64 {
    fn fahrenheit(&self) -> f64 {
        self * 1.8 + 32.0
    }
}
