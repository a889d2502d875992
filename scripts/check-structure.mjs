#!/usr/bin/env node
/** Does the project in the current folder keep its layout (docs/decisions/0010)? Ends with 1 when it does not. */
import { readFile } from "node:fs/promises";
import { judgeFiles, listCodeFiles } from "./check-structure/file-names.mjs";
import { judgeImports } from "./check-structure/imports.mjs";

// What is let pass, by path, each with its reason; an entry that is not needed any more is a breach itself.
const exceptions = JSON.parse(await readFile("scripts/check-structure/exceptions.json", "utf8"));
const { problems, notes } = judgeFiles(await listCodeFiles(), exceptions);
problems.push(...(await judgeImports()));

for (const note of notes) console.log(`note  ${note}`);
for (const problem of problems) console.error(`error ${problem}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} breaches of the structure.`);
  process.exitCode = 1;
} else {
  console.log("Structure: in order.");
}
