use super::index::Posting;

pub struct Score(pub f64);

impl Score {
    pub fn value(&self) -> f64 {
        self.0
    }

    fn beats(&self, other: &Score) -> bool {
        self.value() > other.value()
    }
}

pub struct Scorer {
    base: f64,
}

impl Scorer {
    pub fn with_base(base: f64) -> Scorer {
        Scorer { base }
    }

    pub fn score(&self, posting: &Posting) -> Score {
        Score(damp(posting.weight(), self.base))
    }
}

fn damp(weight: f64, base: f64) -> f64 {
    weight.log(base)
}

pub fn best(mut scores: Vec<Score>) -> Vec<Score> {
    scores.sort_by(|a, b| b.value().total_cmp(&a.value()));
    if scores.len() > 1 && !scores[0].beats(&scores[1]) {
        scores.truncate(1);
    }
    scores
}
