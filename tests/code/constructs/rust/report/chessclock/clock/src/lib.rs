pub mod face;
mod increment;

pub use increment::{Bonus, Delay as FixedDelay};

use face::Face;

pub trait Timing {
    fn after_move(&self, left: u64, spent: u64) -> u64;

    fn describe(&self) -> String {
        "plain".to_string()
    }
}

pub struct Side<T: Timing> {
    timing: T,
    left: u64,
    face: Face,
}

impl<T: Timing> Side<T> {
    pub fn new(timing: T, left: u64) -> Self {
        Side { timing, left, face: Face::digital() }
    }

    pub fn press(&mut self, spent: u64) -> &mut Self {
        self.left = self.timing.after_move(self.left, spent);
        self.face.show(self.left);
        self
    }

    pub fn is_flagged(&self) -> bool {
        self.left == 0
    }

    pub fn timing(&self) -> &T {
        &self.timing
    }
}
