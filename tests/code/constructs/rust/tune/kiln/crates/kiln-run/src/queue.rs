use std::cell::RefCell;
use std::rc::Rc;

use kiln_core::Program;

#[derive(Default)]
pub struct Log {
    lines: Vec<String>,
}

impl Log {
    fn push(&mut self, line: String) {
        self.lines.push(line);
    }
}

pub struct Queue {
    waiting: Vec<Box<dyn Program>>,
    log: Rc<RefCell<Log>>,
}

impl Default for Queue {
    fn default() -> Self {
        Queue { waiting: Vec::new(), log: Rc::new(RefCell::new(Log { lines: vec![] })) }
    }
}

impl Queue {
    pub fn push(&mut self, program: Box<dyn Program>) -> &mut Self {
        self.log.borrow_mut().push(program.name());
        self.waiting.push(program);
        self
    }

    pub fn hottest(&self, minute: u32) -> f64 {
        fn higher(left: f64, right: f64) -> f64 {
            left.max(right)
        }
        self.waiting.iter().map(|p| p.target(minute)).fold(0.0, higher)
    }

    pub fn last_name(&self) -> Option<String> {
        self.waiting.last().map(|p| p.name())
    }
}
