import { existsSync } from "node:fs";
import path from "node:path";
import type { SeedResult } from "../../prisma/seed";

/** What the person at the terminal needs next: where it runs, and how to sign in. */
export function announcement(appOrigin: string, dataDir: string, { firstRun, accounts }: SeedResult): string {
  const lines = ["", `Sea-Vision is running at ${appOrigin}`];
  const kept = path.join(dataDir, "first-sign-in.txt");
  const fromHere = path.relative(process.cwd(), kept);
  const shown = fromHere.startsWith("..") ? kept : fromHere;
  if (firstRun) {
    lines.push("", "  Sign in with:");
    for (const { role, email, password } of accounts) {
      lines.push(`    ${role.padEnd(10)}  ${email.padEnd(28)}  ${password ?? "(as set in SUPERADMIN_PASSWORD)"}`);
    }
    lines.push(`  This is shown once, and kept in ${shown}.`);
  } else if (existsSync(kept)) {
    lines.push("", `  The accounts of the first run are in ${shown}.`);
  }
  lines.push("", "  Stop it with Ctrl-C.", "");
  return lines.join("\n");
}
