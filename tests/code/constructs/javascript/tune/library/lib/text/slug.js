"use strict";

const path = require("node:path");

function slug(text) {
  return squeeze(text.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
}

const squeeze = (text) => (text.includes("--") ? squeeze(text.replace("--", "-")) : text);

slug.file = function (name) {
  return path.join("books", name);
};

module.exports = slug;
