const { format, total } = require("./price");

class Part {
  constructor(name, price) {
    this.name = name;
    this.price = price;
    this.children = [];
    this.wear = new Wear();
  }

  attach(child) {
    this.children.push(child);
    return this;
  }

  use(hours) {
    this.wear.add(hours);
    if (this.wear.isWorn()) {
      this.replace();
    }
  }

  replace() {
    this.wear = new Wear();
  }

  label() {
    return format(total(this));
  }
}

class Wear {
  constructor() {
    this.hours = 0;
  }

  add(hours) {
    this.hours += hours;
  }

  isWorn() {
    return this.hours > Wear.limit();
  }

  static limit() {
    return 1000;
  }
}

module.exports = { Part, Wear };
