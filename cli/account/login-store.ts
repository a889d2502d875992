import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";

const loginSchema = z.object({ email: z.string(), token: z.string() });
const loginsSchema = z.record(z.string(), loginSchema);

export type Login = z.infer<typeof loginSchema>;

function loginFile(): string {
  return path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "sea-vision", "logins.json");
}

/** Returns logins by origin. Invalid files count as empty. */
export async function readLogins(): Promise<Record<string, Login>> {
  const text = await readFile(loginFile(), "utf8").catch(() => "{}");
  try {
    return loginsSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Stores or removes a login. Only the owner can read the file. */
export async function keepLogin(origin: string, login: Login | null): Promise<void> {
  const { [origin]: _former, ...others } = await readLogins();
  const logins = login ? { ...others, [origin]: login } : others;
  const file = loginFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // The rename makes the change atomic.
  const fresh = `${file}.${randomUUID()}`;
  try {
    await writeFile(fresh, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(fresh, 0o600);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
