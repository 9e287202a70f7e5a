const parts = require("./parts");
const Engine = require("./engine");
const { Diesel } = require("./engine");
const { price: { vat }, isFree } = require("./parts");

function makeEngine(kind) {
  return kind === "diesel" ? new Diesel("D") : new Engine("E", 1);
}

function service(hours) {
  const motor = new Diesel("D2");
  motor.use(hours);
  motor.log();
  return motor.label();
}

function quote(name, amount) {
  const part = new parts.Part(name, vat(amount));
  const extra = isFree(part) ? [] : [parts.price.format(amount)];
  return [part.attach(new parts.Part("bolt", 1)).label(), ...extra];
}

function totals(trees) {
  return trees.map(parts.price.total);
}

function invoice(amount, format) {
  return format(amount);
}

function lazily(name) {
  const wear = new (require("./parts").Wear)();
  wear.add(name.length);
  return Engine.build(name);
}

module.exports = { makeEngine, service, quote, totals, invoice, lazily };
