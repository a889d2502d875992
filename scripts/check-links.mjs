#!/usr/bin/env node
/** Checks that every link and repository path in the Markdown files leads somewhere. Ends with 1 when one does not. */
import { execFileSync } from "node:child_process";
import { findBrokenLinks } from "./check-links/broken-links.mjs";

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { encoding: "utf8" });
const problems = await findBrokenLinks(listed.split("\n").filter(Boolean));

for (const problem of problems) console.error(`error ${problem}`);
if (problems.length > 0) {
  console.error(`\n${problems.length} broken links.`);
  process.exitCode = 1;
} else {
  console.log("Links: in order.");
}
