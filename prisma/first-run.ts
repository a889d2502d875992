import { randomInt, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { emailSchema } from "../lib/accounts/schema";
import { roleSchema } from "../lib/accounts/sessions/schema";
import { blobKeySchema, newBlobKey } from "../lib/blobs/store";
import { DEMO_DOMAIN } from "../lib/projects/setup/values";

const plannedAccountSchema = z.object({
  role: roleSchema,
  name: z.string(),
  email: z.string(),
  password: z.string(),
  isGenerated: z.boolean(),
});
export type PlannedAccount = z.infer<typeof plannedAccountSchema>;

const planSchema = z.object({
  database: z.string(),
  accounts: z.array(plannedAccountSchema),
  /** Key of the demo map's archive; null without a demo. */
  demoBlobKey: blobKeySchema.nullable(),
});

/** What the first run creates. It is stored, so that a killed run is completed and not repeated. */
export type FirstRunPlan = z.infer<typeof planSchema>;

export interface SeedOptions {
  superadminEmail?: string | undefined;
  superadminPassword?: string | undefined;
  demo: boolean;
}

/** Without characters that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

export function newPassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return [group(), group(), group(), group()].join("-");
}

export function planFirstRun(database: string, { superadminEmail, superadminPassword, demo }: SeedOptions): FirstRunPlan {
  const generated = (role: PlannedAccount["role"], name: string, email: string): PlannedAccount => {
    return { role, name, email, password: newPassword(), isGenerated: true };
  };
  const superadmin = generated("superadmin", "Super Admin", emailSchema.parse(superadminEmail ?? `superadmin@${DEMO_DOMAIN}`));
  if (superadminPassword) Object.assign(superadmin, { password: superadminPassword, isGenerated: false });
  const demoAccounts = [generated("admin", "Demo Admin", `admin@${DEMO_DOMAIN}`), generated("user", "Demo User", `user@${DEMO_DOMAIN}`)];
  // An email address belongs to one account, and the superadmin's is set by the operator.
  const added = demo ? demoAccounts.filter(({ email }) => email !== superadmin.email) : [];
  return { database, accounts: [superadmin, ...added], demoBlobKey: demo ? newBlobKey() : null };
}

/** Writes a file that only its owner can read, atomically, even if the power fails. */
async function writePrivately(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

const planFile = (dataDir: string) => path.join(dataDir, "first-run.json");

/** @returns the plan of a first run that was not completed, or null */
export async function readPlan(dataDir: string): Promise<FirstRunPlan | null> {
  const text = await readFile(planFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : planSchema.parse(JSON.parse(text));
}

export async function savePlan(dataDir: string, plan: FirstRunPlan): Promise<void> {
  await writePrivately(planFile(dataDir), JSON.stringify(plan));
}

export async function removePlan(dataDir: string): Promise<void> {
  await rm(planFile(dataDir), { force: true });
}

/** Writes the first email addresses and generated passwords to DATA_DIR/first-sign-in.txt. A password from the settings is not in it. */
export async function writeSignIn(dataDir: string, accounts: PlannedAccount[]): Promise<void> {
  const lines = accounts.map(({ role, email, password, isGenerated }) => {
    return `${role.padEnd(10)}  ${email.padEnd(32)}  ${isGenerated ? password : "(as set in SUPERADMIN_PASSWORD)"}`;
  });
  await writePrivately(
    path.join(dataDir, "first-sign-in.txt"),
    `Sea-Vision: accounts of the first run. Delete this file when you no longer need it.\n\n${lines.join("\n")}\n`,
  );
}
