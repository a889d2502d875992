#!/usr/bin/env node
import { slow } from "./bootstrap/suites/definitions.mjs";
/** Fails when a file of lib/ or server/ is watched by no slow suite, because `.ci/run` would not notice what a change breaks. */
import { findUnwatched } from "./bootstrap/suites/records.mjs";

const unwatched = await findUnwatched(slow);
for (const file of unwatched)
  console.error(`error ${file}: add it to the globs of a slow suite in scripts/bootstrap/suites/definitions.mjs`);
if (unwatched.length > 0) process.exitCode = 1;
else console.log("Watched files: every file of lib/ and server/ belongs to a slow suite.");
