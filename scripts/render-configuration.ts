/**
 * Writes the table of environment variables into docs/configuration.md: npx tsx scripts/render-configuration.ts.
 * With --check it only compares, and ends with 1 when the page is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { variables } from "../lib/env";
import { settingsTable } from "./configuration/settings-table";

const PAGE = "docs/configuration.md";
const RENEW = "npx tsx scripts/render-configuration.ts";
const TABLE = /(<!-- settings: begin -->\n)[\s\S]*(<!-- settings: end -->)/;

const page = await readFile(PAGE, "utf8");
if (!TABLE.test(page)) throw new Error(`${PAGE} has no place for the table of settings.`);
const renewed = page.replace(TABLE, (_table, begin: string, end: string) => `${begin}\n${settingsTable(variables.shape)}\n\n${end}`);

if (!process.argv.includes("--check")) {
  await writeFile(PAGE, renewed);
} else if (page === renewed) {
  console.log(`${PAGE} is up to date.`);
} else {
  console.error(`${PAGE} differs from lib/env.ts. Renew it: ${RENEW}`);
  process.exitCode = 1;
}
