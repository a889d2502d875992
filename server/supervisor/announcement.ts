import { existsSync } from "node:fs";
import path from "node:path";
import type { Env } from "../../lib/env";
import type { SeededAccount, SeedResult } from "../../prisma/seed";

function keptIn(dataDir: string): string {
  const kept = path.join(dataDir, "first-sign-in.txt");
  const fromHere = path.relative(process.cwd(), kept);
  return fromHere.startsWith("..") ? kept : fromHere;
}

export function describeAccounts(accounts: readonly SeededAccount[], dataDir: string): string[] {
  return [
    "  Sign in with:",
    ...accounts.map(
      ({ role, email, password }) => `    ${role.padEnd(10)}  ${email.padEnd(28)}  ${password ?? "(as set in SUPERADMIN_PASSWORD)"}`,
    ),
    `  This is shown once, and kept in ${keptIn(dataDir)}.`,
  ];
}

/** Returns what the terminal shows after the start. */
export function announcement({ appOrigin, dataDir, host, mapsHost }: Env, { firstRun, accounts }: SeedResult): string {
  const lines = ["", `Sea-Vision is running at ${appOrigin}`];
  if (host === "127.0.0.1" && mapsHost === "127.0.0.1")
    lines.push("  It answers this machine only. For others, set HOST, MAPS_HOST, APP_ORIGIN and MAPS_ORIGIN.");
  if (firstRun) {
    lines.push("", ...describeAccounts(accounts, dataDir));
  } else if (existsSync(path.join(dataDir, "first-sign-in.txt"))) {
    lines.push("", `  The accounts of the first run are in ${keptIn(dataDir)}.`);
  }
  lines.push("", "  Stop it with Ctrl-C.", "");
  return lines.join("\n");
}

/** Prints for the user at the terminal. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a step before it runs, and its duration or failure after it. */
export async function printStep<Result>(text: string, step: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  process.stdout.write(`${text} … `);
  try {
    const result = await step();
    printLine(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    printLine("failed");
    throw error;
  }
}
