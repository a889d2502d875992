#!/usr/bin/env node
/** Checks that the project in the current folder keeps its layout (docs/decisions/0010 and 0050). Ends with 1 when it does not. */
import { judgeDocuments } from "./check-structure/documents.mjs";
import { judgeFiles, listCodeFiles } from "./check-structure/file-names.mjs";
import { judgeFolderSizes, noteShortFiles } from "./check-structure/folders.mjs";
import { judgeImports } from "./check-structure/imports.mjs";
import { judgeTables } from "./check-structure/tables.mjs";

const files = await listCodeFiles();
const { problems, notes } = judgeFiles(files);
const imports = await judgeImports();
problems.push(...(await judgeTables(files)), ...imports.problems, ...judgeFolderSizes(files), ...(await judgeDocuments()));
notes.push(...noteShortFiles(files, imports.files));

for (const note of notes) console.log(`note  ${note}`);
for (const problem of problems) console.error(`error ${problem}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} breaches of the structure.`);
  process.exitCode = 1;
} else {
  console.log("Structure: in order.");
}
