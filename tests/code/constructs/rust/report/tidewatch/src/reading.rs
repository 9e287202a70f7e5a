#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub station: String,
    pub metres: f64,
}

impl Reading {
    pub fn new(station: &str, metres: f64) -> Self {
        Self { station: station.to_owned(), metres }
    }

    pub fn is_plausible(&self) -> bool {
        self.range_ok() && !self.station.is_empty()
    }

    fn range_ok(&self) -> bool {
        (-20.0..=20.0).contains(&self.metres)
    }

    pub fn scaled(mut self, factor: f64) -> Self {
        self.metres *= factor;
        self
    }
}

impl From<(&str, f64)> for Reading {
    fn from(pair: (&str, f64)) -> Self {
        Reading::new(pair.0, pair.1)
    }
}

#[derive(Debug)]
pub struct BadLine {
    pub text: String,
}

pub fn parse_line(line: &str) -> Result<Reading, BadLine> {
    let (station, level) = split(line).ok_or_else(|| bad(line))?;
    let metres: f64 = level.parse().map_err(|_| bad(line))?;
    Ok(Reading::from((station, metres)))
}

fn split(line: &str) -> Option<(&str, &str)> {
    line.split_once(',')
}

fn bad(line: &str) -> BadLine {
    BadLine { text: line.into() }
}
