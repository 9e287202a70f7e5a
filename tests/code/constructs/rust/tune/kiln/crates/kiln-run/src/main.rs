mod queue;

use kiln_core::{self as core_lib, boxed, Celsius, Hold, Phase, Program, Ramp};
use queue::Queue;

fn peak<P: Program>(programs: &[P]) -> f64 {
    let mut top = 0.0;
    for program in programs {
        top = f64::max(top, program.target(60));
    }
    top
}

fn announce(program: &dyn Program) {
    println!("{}", program.summary());
}

fn pick() -> impl Program {
    Ramp { per_minute: 5.0 }
}

async fn watch(phase: Phase) -> u32 {
    let left = core_lib::phases_left(phase);
    settle(left).await
}

async fn settle(left: u32) -> u32 {
    left + 1
}

fn start() -> impl std::future::Future<Output = u32> {
    watch(Phase::Heating.next())
}

fn main() {
    let ramp = Ramp { per_minute: 2.5 };
    announce(&ramp);
    announce(boxed(900.0).as_ref());
    println!("{} {}", ramp.name(), pick().target(3));
    let hold = Hold::at(1100.0).labelled("glaze");
    let shown = hold.name();
    let mut queue = Queue::default();
    queue.push(Box::new(hold)).push(Box::new(ramp));
    let hottest: f64 = queue.hottest(7);
    println!("{shown} {} {}", hottest.fahrenheit(), peak(&[Hold::at(1.0)]));
    drop(start());
}
