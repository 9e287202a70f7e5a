"use strict";

const Shelf = require("./shelf");
const text = require("./text/index.js");
const { parse } = require("./text/isbn");

function openShelf(name) {
  const shelf = new Shelf(name);
  shelf.push("Emma").push("Persuasion");
  return shelf;
}

function lendFirst(reader) {
  const shelf = openShelf("novels");
  const left = shelf.lend("Emma", reader);
  return `${left} of ${shelf.free}`;
}

function importRow(row) {
  const parse = (value) => value.trim();
  return Shelf.from({ name: parse(row.name), title: text.slug(row.title) });
}

function importCodes(codes) {
  return codes.map(parse);
}

function report(title, code, push) {
  push(text.describe(title, code));
  if (!Shelf.isValid([1, 2])) {
    push("odd");
  }
}

async function reload(file) {
  const { readFile } = require("node:fs/promises");
  const isbn = require("./text/isbn");
  return isbn.fromJson(await readFile(file, "utf8"));
}

module.exports = { openShelf, lendFirst, importRow, importCodes, report, reload };
