"use strict";

const slug = require("./slug");
const isbn = require("./isbn.js");

function describe(title, code) {
  return `${slug(title)}:${isbn.parse(code)}`;
}

module.exports = { describe, slug, checksum: isbn.checksum };
