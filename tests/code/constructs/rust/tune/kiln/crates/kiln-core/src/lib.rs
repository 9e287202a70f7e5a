mod phase;

pub use phase::*;

pub trait Program {
    fn target(&self, minute: u32) -> f64;

    fn name(&self) -> String {
        String::from("program")
    }

    fn summary(&self) -> String {
        format!("{} ends at {}", self.name(), self.target(600))
    }
}

pub struct Ramp {
    pub per_minute: f64,
}

impl Program for Ramp {
    fn target(&self, minute: u32) -> f64 {
        Ramp::clamp(self.per_minute * f64::from(minute))
    }
}

impl Ramp {
    const LIMIT: f64 = 1280.0;

    fn clamp(value: f64) -> f64 {
        value.min(Self::LIMIT)
    }
}

pub struct Hold {
    level: f64,
    label: Option<String>,
}

impl Hold {
    pub fn at(level: f64) -> Self {
        Self { level, label: None }
    }

    pub fn labelled(mut self, label: &str) -> Self {
        self.label = Some(label.to_string());
        self
    }
}

impl Program for Hold {
    fn target(&self, _minute: u32) -> f64 {
        self.level
    }

    fn name(&self) -> String {
        self.label.clone().unwrap_or_else(fallback_name)
    }
}

fn fallback_name() -> String {
    "hold".to_string()
}

pub fn boxed(level: f64) -> Box<dyn Program> {
    Box::new(Hold::at(level).labelled("boxed"))
}
