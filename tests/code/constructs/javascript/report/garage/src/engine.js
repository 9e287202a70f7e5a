const { Part: Base } = require("./parts/part");

class Engine extends Base {
  static build(name) {
    const engine = new this(name, 900);
    return engine.attach(new Base("plug", 4)).attach(new Base("belt", 30));
  }

  use(hours) {
    super.use(hours * 1.5);
    this.log(hours);
  }

  log(hours) {
    console.log(this.label(), hours);
  }
}

class Diesel extends Engine {
  constructor(name) {
    super(name, 1200);
  }

  log() {
    console.log("diesel");
  }
}

exports = module.exports = Engine;
exports.Diesel = Diesel;
