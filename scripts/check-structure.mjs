#!/usr/bin/env node
/** Checks imports, and who names which table, of the project in the current folder (docs/decisions/0050). Exits with 1 on a violation. */
import { checkImports } from "./check-structure/imports.mjs";
import { checkTables } from "./check-structure/tables.mjs";

const imports = await checkImports();
const problems = [...(await checkTables(imports.files)), ...imports.problems];
for (const problem of problems) console.error(`error ${problem}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} violations of the structure rules.`);
  process.exitCode = 1;
} else {
  console.log("Structure: no violations.");
}
