const price = require("./price");

module.exports = {
  ...require("./part"),
  price,
  isFree,
};

function isFree(part) {
  return price.vat(part.price) === 0;
}
