import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import type { z } from "zod";
import { findAccountRole, listSuperadmins } from "../../lib/accounts/data";
import { createAccount, resetSuperadminPassword } from "../../lib/accounts/mutations";
import { emailSchema, isTooShort, PASSWORD_MAX, personNameSchema } from "../../lib/accounts/schema";
import { resetFactorsByEmail } from "../../lib/accounts/second-factors/reset";
import { unlinkIdentities } from "../../lib/accounts/single-sign-on/mutations";
import { NEW_PASSWORD_MIN } from "../../lib/accounts/values";
import { AppError } from "../../lib/errors";
import { takeStoreOver } from "../../lib/storage/inspection/owner";
import { newPassword } from "../../prisma/first-run";

export const USAGE = `Usage: npm run admin -- list
       npm run admin -- create --email <address> --name <name> [--password-stdin | --generate]
       npm run admin -- reset-password --email <address> [--password-stdin | --generate]
       npm run admin -- reset-factors --email <address>
       npm run admin -- unlink --email <address>
       npm run admin -- claim-bucket

  reset-factors turns two-step verification off for an account whose person lost it, and ends its sessions.
  unlink lets another person at the provider of single sign-on have the account with that address.
  claim-bucket makes the bucket of the settings this database's, even if another database owned it: files that this database does not know are deleted
  there. The password is asked for on the terminal, unless it is read from standard input or made up and shown once.
  Afterwards 0: done, 1: refused, 2: not understood, or the database or the bucket cannot be reached.`;

/** Details for the audit trail, because no account is signed in at a shell. */
const FROM_SHELL = { from: "the shell" };

export type Command = () => Promise<string>;

function parse<Schema extends z.ZodType>(schema: Schema, value: string | undefined, option: string): z.output<Schema> {
  if (value === undefined) throw new Error(`${option} is missing.\n\n${USAGE}`);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("bad_request", `${option}: ${parsed.error.issues[0]?.message ?? "not valid"}`);
  return parsed.data;
}

function withPassword(text: string, { password, isGenerated }: ChosenPassword): string {
  return isGenerated ? `${text}\nThe password, which is shown this once: ${password}` : text;
}

async function list(): Promise<string> {
  const superadmins = await listSuperadmins();
  if (superadmins.length === 0) return "There is no superadmin.";
  return superadmins.map(({ email, name, createdAt }) => `${email}  ${name}  since ${createdAt.toISOString().slice(0, 10)}`).join("\n");
}

async function create(email: string, name: string, options: PasswordOptions): Promise<string> {
  if (await findAccountRole(email)) throw new AppError("bad_request", `There is an account ${email} already.`);
  const chosen = await choosePassword(options);
  await createAccount({ role: "superadmin", email, name, password: chosen.password }, null, { details: FROM_SHELL });
  return withPassword(`${email} is a superadmin now.`, chosen);
}

async function resetPassword(email: string, options: PasswordOptions): Promise<string> {
  const role = await findAccountRole(email);
  if (!role) throw new AppError("bad_request", `There is no account ${email}. npm run admin -- list names those of superadmins.`);
  if (role !== "superadmin")
    throw new AppError("bad_request", `${email} is no superadmin. A superadmin can set the passwords of all others.`);
  const chosen = await choosePassword(options);
  const ended = await resetSuperadminPassword(email, chosen.password, FROM_SHELL);
  if (ended === null) throw new AppError("bad_request", `${email} was deleted meanwhile.`);
  return withPassword(`${email} has a new password. ${ended} ${ended === 1 ? "session was" : "sessions were"} ended.`, chosen);
}

async function resetFactors(email: string): Promise<string> {
  const ended = await resetFactorsByEmail(email, FROM_SHELL);
  if (ended === null) throw new AppError("bad_request", `There is no account ${email} with two-step verification.`);
  return `${email} signs in with the password alone now. ${ended} ${ended === 1 ? "session was" : "sessions were"} ended.`;
}

async function unlink(email: string): Promise<string> {
  if (!(await unlinkIdentities(email, FROM_SHELL))) throw new AppError("bad_request", `No person at a provider has the account ${email}.`);
  return `The next person who signs in at the provider as ${email} has that account.`;
}

async function claimBucket(): Promise<string> {
  const bucket = await takeStoreOver(FROM_SHELL);
  if (bucket === null) throw new AppError("bad_request", "S3_BUCKET is not set: files are kept on disk, in DATA_DIR.");
  return `The bucket ${bucket} belongs to this database now, and to no other.`;
}

function parseArguments(args: string[]) {
  const options = {
    email: { type: "string" },
    name: { type: "string" },
    "password-stdin": { type: "boolean", default: false },
    generate: { type: "boolean", default: false },
  } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** Parses the arguments of `npm run admin`. @throws AppError for values that are refused, Error for arguments that are not understood */
export function readCommand(words: string[]): Command {
  const { values, positionals } = parseArguments(words);
  const options = { stdin: values["password-stdin"], generate: values.generate };
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new Error(USAGE);
  if (name === "list") return list;
  if (name === "claim-bucket") return claimBucket;
  if (name !== "create" && name !== "reset-password" && name !== "reset-factors" && name !== "unlink") throw new Error(USAGE);
  const email = parse(emailSchema, values.email, "--email");
  if (name === "reset-factors") return () => resetFactors(email);
  if (name === "unlink") return () => unlink(email);
  if (name === "reset-password") return () => resetPassword(email, options);
  const personName = parse(personNameSchema("A name is required."), values.name, "--name");
  return () => create(email, personName, options);
}

/** Source of a password. It is never an argument, because every user of the machine can read arguments. */
interface PasswordOptions {
  stdin: boolean;
  generate: boolean;
}

interface ChosenPassword {
  password: string;
  isGenerated: boolean;
}

/** Reads a line from the terminal without echo. @throws Error on Ctrl-C and Ctrl-D */
async function askHidden(question: string): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  const leaving = new AbortController();
  terminal.once("SIGINT", () => leaving.abort()).once("close", () => leaving.abort());
  process.stderr.write(question);
  try {
    return await terminal.question("", { signal: leaving.signal });
  } catch {
    throw new Error("Stopped.");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

async function askTwice(): Promise<string> {
  const password = await askHidden("New password: ");
  check(password);
  if ((await askHidden("Once more: ")) !== password) throw new AppError("bad_request", "The two passwords are not the same.");
  return password;
}

async function readStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

function check(password: string): void {
  if (isTooShort(password)) throw new AppError("bad_request", `The password must have at least ${NEW_PASSWORD_MIN} characters.`);
  if (password.length > PASSWORD_MAX) throw new AppError("bad_request", `The password can have at most ${PASSWORD_MAX} characters.`);
}

/** Returns the password. @throws AppError when it is too short or too long, Error without a terminal */
async function choosePassword({ stdin, generate }: PasswordOptions): Promise<ChosenPassword> {
  if (stdin && generate) throw new Error("--password-stdin and --generate exclude each other.");
  if (generate) return { password: newPassword(), isGenerated: true };
  if (!stdin && !process.stdin.isTTY) throw new Error("There is no terminal to ask for a password: add --password-stdin or --generate.");
  const password = stdin ? await readStdin() : await askTwice();
  check(password);
  return { password, isGenerated: false };
}
