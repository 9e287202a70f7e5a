"use strict";

function parse(code) {
  const digits = code.split("").filter(isDigit).map(Number);
  if (checksum(digits) !== 0) {
    throw new TypeError(`bad ISBN ${code}`);
  }
  return digits.join("");
}

function checksum(digits) {
  return digits.reduce((sum, digit, i) => sum + weigh(digit, i), 0) % 10;
}

function weigh(digit, position) {
  return position % 2 === 0 ? digit : digit * 3;
}

function isDigit(char) {
  return char >= "0" && char <= "9";
}

function fromJson(text) {
  return JSON.parse(text).isbn;
}

module.exports = { parse, checksum, fromJson };
