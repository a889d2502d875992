import { readFileSync } from "node:fs";
import path from "node:path";
import type { Role } from "../../lib/accounts/sessions/schema";

/** How an account of the first run signs in, from the file that the product keeps it in (E2E_PRODUCT_DIR is set by playwright.config.ts). */
export function firstSignIn(role: Role): { email: string; password: string } {
  const file = path.join(process.env.E2E_PRODUCT_DIR ?? ".data/e2e", "first-sign-in.txt");
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((candidate) => candidate.startsWith(`${role} `));
  const [, email, password] = line?.trim().split(/\s+/) ?? [];
  if (!email || !password) throw new Error(`${file} names no ${role}.`);
  return { email, password };
}
