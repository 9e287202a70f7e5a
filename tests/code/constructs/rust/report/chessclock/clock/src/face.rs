pub struct Face {
    last: Option<u64>,
}

impl Face {
    pub fn digital() -> Face {
        Face { last: None }
    }

    pub fn show(&mut self, seconds: u64) {
        if self.last.replace(seconds) != Some(seconds) {
            println!("{}", render(seconds));
        }
    }
}

fn render(seconds: u64) -> String {
    fn two(value: u64) -> String {
        format!("{value:02}")
    }
    [seconds / 60, seconds % 60].map(two).join(":")
}

pub trait Blink {
    fn blink(&self) -> String;

    fn blink_twice(&self) -> String {
        self.blink() + &self.blink()
    }
}

impl Blink for str {
    fn blink(&self) -> String {
        self.replace(':', " ")
    }
}
