use clock::face::Blink;
use clock::{Bonus, FixedDelay, Side, Timing};

mod rules;

enum Outcome {
    Flag(Side<Bonus>),
    Draw,
}

fn verdict(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Flag(side) => side.is_flagged(),
        Outcome::Draw => false,
    }
}

fn names(all: &[Box<dyn Timing>]) -> Vec<String> {
    all.iter().map(|timing| timing.describe()).collect()
}

fn blitz() -> impl Timing {
    Bonus::fischer()
}

async fn referee(spent: u64) -> u64 {
    let left = rules::limit(spent).await;
    rules::check(left, rules::is_legal).await
}

fn main() {
    let mut white = Side::new(Bonus(3), 300);
    white.press(10).press(4);
    let delay = FixedDelay { seconds: 5 };
    println!("{} {}", delay.describe(), delay.after_move(60, 8));
    println!("{}", blitz().describe());
    let plain = white.timing().describe();
    let face: &str = "12:30";
    let shown = names(&[Box::new(delay)]).len();
    println!("{plain} {shown} {} {}", face.blink(), face.blink_twice());
    println!("{}", verdict(&Outcome::Draw));
    drop(referee(3));
}
