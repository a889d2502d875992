#!/usr/bin/env node
/** Checks the layout of the project in the current folder (docs/decisions/0010 and 0050). Exits with 1 on a violation. */
import { checkFiles, listCodeFiles } from "./check-structure/file-names.mjs";
import { findLargeFolders, noteShortFiles } from "./check-structure/folders.mjs";
import { checkImports } from "./check-structure/imports.mjs";
import { checkTables } from "./check-structure/tables.mjs";

const files = await listCodeFiles();
const { problems, notes } = checkFiles(files);
const imports = await checkImports();
problems.push(...(await checkTables(files)), ...imports.problems, ...findLargeFolders(files));
notes.push(...noteShortFiles(files, imports.files));

for (const note of notes) console.log(`note  ${note}`);
for (const problem of problems) console.error(`error ${problem}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} violations of the structure rules.`);
  process.exitCode = 1;
} else {
  console.log("Structure: no violations.");
}
