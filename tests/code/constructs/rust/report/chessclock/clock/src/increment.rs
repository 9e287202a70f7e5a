use crate::Timing;

pub struct Bonus(pub u64);

impl Bonus {
    pub fn fischer() -> Self {
        Self(2)
    }

    fn grant(&self, left: u64) -> u64 {
        left + self.0
    }
}

impl Timing for Bonus {
    fn after_move(&self, left: u64, spent: u64) -> u64 {
        self.grant(left.saturating_sub(spent))
    }
}

pub struct Delay {
    pub seconds: u64,
}

impl Timing for Delay {
    fn after_move(&self, left: u64, spent: u64) -> u64 {
        let charged = charge(spent, self.seconds);
        left.saturating_sub(charged)
    }

    fn describe(&self) -> String {
        format!("delay of {}", self.seconds)
    }
}

fn charge(spent: u64, free: u64) -> u64 {
    if spent <= free {
        return 0;
    }
    1 + charge(spent - 1, free)
}
