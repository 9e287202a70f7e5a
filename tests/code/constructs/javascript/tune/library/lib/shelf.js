"use strict";

const { describe: label, checksum } = require("./text");

class Shelf {
  constructor(name) {
    this.name = name;
    this.books = [];
    this.loans = new LoanBook();
  }

  static from(row) {
    return new Shelf(row.name).push(row.title);
  }

  push(title) {
    this.books.push(title);
    return this;
  }

  lend(title, reader) {
    this.loans.enter(title, reader);
    return this.free - 1;
  }

  get free() {
    return this.books.length - this.loans.count();
  }

  labels(code) {
    return this.books.map((title) => label(title, code));
  }
}

class LoanBook {
  constructor() {
    this.entries = new Map();
  }

  enter(title, reader) {
    this.entries.set(title, reader);
  }

  count() {
    return this.entries.size;
  }
}

function isValid(digits) {
  return checksum(digits) === 0;
}

module.exports = Shelf;
module.exports.isValid = isValid;
