import { readFileSync } from "node:fs";
import path from "node:path";
import type { Role } from "../../lib/accounts/sessions/schema";

/** Reads the sign-in details of a first-run account from the product's file. playwright.config.ts sets E2E_PRODUCT_DIR. */
export function firstSignIn(role: Role): { email: string; password: string } {
  const file = path.join(process.env.E2E_PRODUCT_DIR ?? ".data/e2e", "first-sign-in.txt");
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((candidate) => candidate.startsWith(`${role} `));
  const [, email, password] = line?.trim().split(/\s+/) ?? [];
  if (!email || !password) throw new Error(`${file} names no ${role}.`);
  return { email, password };
}
