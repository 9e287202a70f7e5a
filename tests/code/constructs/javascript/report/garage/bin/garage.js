#!/usr/bin/env node
const { service: run, ...rest } = require("..");
const util = require("util");

function main(argv) {
  const hours = Number(argv[2] ?? 1);
  if (Number.isNaN(hours)) {
    return usage(util.format("%s is no number", argv[2]));
  }
  return run(hours);
}

function usage(problem) {
  return `garage HOURS: ${problem} (${Object.keys(rest)})`;
}

console.log(main(process.argv));
