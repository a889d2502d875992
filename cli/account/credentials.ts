import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { ClientFailure } from "../failure";

const loginSchema = z.object({ email: z.string(), token: z.string() });
const loginsSchema = z.record(z.string(), loginSchema);

type Login = z.infer<typeof loginSchema>;

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

/** A password can start another session. A token can't. */
export type Credentials =
  | { kind: "password"; email: string; password: string; code?: string | undefined }
  | { kind: "token"; token: string }
  | { kind: "login"; login: Login };

/** Returns true for a token from Settings → API tokens, which no sign-in renews. */
export function isApiToken(credentials: Credentials): boolean {
  return credentials.kind === "token" && credentials.token.startsWith("sv_");
}

export interface CredentialOptions {
  origin: string;
  email?: string | undefined;
  passwordStdin?: boolean | undefined;
  /** Of the second factor. */
  code?: string | undefined;
}

/** Returns the credentials, or null without any. @throws ClientFailure when they are incomplete */
export async function readCredentials({ origin, email, passwordStdin, code }: CredentialOptions): Promise<Credentials | null> {
  const { SEA_VISION_TOKEN: token, SEA_VISION_EMAIL, SEA_VISION_PASSWORD, SEA_VISION_CODE } = process.env;
  const address = email ?? SEA_VISION_EMAIL;
  const password = passwordStdin ? await readPassword() : SEA_VISION_PASSWORD;
  if (password) {
    if (!address) throw new ClientFailure("usage", "There is a password but no email address. Set SEA_VISION_EMAIL or use --email.");
    return { kind: "password", email: address, password, code: code ?? SEA_VISION_CODE };
  }
  if (token) return { kind: "token", token };
  const login = (await readLogins())[origin];
  return login ? { kind: "login", login } : null;
}

async function readPassword(): Promise<string> {
  const [password = ""] = (await text(process.stdin)).split(/\r?\n/, 1);
  if (password === "") throw new ClientFailure("usage", "There is no password on the standard input.");
  return password;
}

/** Returns the origin of the server to use. @throws ClientFailure */
export async function readOrigin(server: string | undefined): Promise<string> {
  const given = server ?? process.env.SEA_VISION_SERVER;
  if (given) return parseOrigin(given);
  const known = Object.keys(await readLogins());
  if (known.length === 1 && known[0]) return known[0];
  throw new ClientFailure("usage", "Which server? Give --server https://…, or set SEA_VISION_SERVER.");
}

function parseOrigin(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ClientFailure("usage", "The server must be a web address that begins with https:// or http://.");
  if (url.username || url.password) throw new ClientFailure("usage", "The server's address must not contain a name or a password.");
  if (url.pathname !== "/" || url.search) throw new ClientFailure("usage", `The server's address has no path: ${url.origin}`);
  return url.origin;
}
