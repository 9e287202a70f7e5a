use crate::reading::Reading;
use std::sync::{Arc, Mutex};

#[derive(Default)]
pub struct Counter {
    raised: u32,
}

impl Counter {
    fn raise(&mut self) -> u32 {
        self.raised += 1;
        self.raised
    }
}

#[derive(Clone, Copy)]
pub enum Severity {
    Notice,
    Flood,
}

impl Severity {
    fn of(metres: f64) -> Severity {
        if metres > 8.0 {
            Severity::Flood
        } else {
            Severity::Notice
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Severity::Notice => "notice",
            Severity::Flood => "flood",
        }
    }
}

pub struct Alarm {
    limit: f64,
    counter: Arc<Mutex<Counter>>,
}

impl Alarm {
    pub fn above(limit: f64) -> Self {
        Alarm { limit, counter: Arc::new(Mutex::new(Counter { raised: 0 })) }
    }

    pub fn check(&mut self, reading: &Reading) {
        if reading.metres > self.limit {
            let count = self.counter.lock().unwrap().raise();
            eprintln!("{} #{count}", Severity::of(reading.metres).label());
        }
    }
}
