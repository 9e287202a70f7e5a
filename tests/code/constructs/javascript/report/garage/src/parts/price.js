const os = require("os");

const vat = function (amount) {
  return round(amount * 1.21);
};

function round(amount) {
  return Math.round(amount * 100) / 100;
}

function format(amount, currency = "EUR") {
  return `${currency} ${vat(amount).toFixed(2)}${os.EOL}`;
}

function sum(tree) {
  return tree.children.reduce((total, child) => total + sum(child), tree.price);
}

module.exports.format = format;
module.exports.total = sum;
exports.vat = vat;
