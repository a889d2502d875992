import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { isTooShort, PASSWORD_MAX } from "../../lib/accounts/schema";
import { NEW_PASSWORD_MIN } from "../../lib/accounts/values";
import { AppError } from "../../lib/errors";
import { newPassword } from "../../prisma/first-run";

/** Source of a password. It is never an argument, because every user of the machine can read arguments. */
export interface PasswordOptions {
  stdin: boolean;
  generate: boolean;
}

export interface ChosenPassword {
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
export async function choosePassword({ stdin, generate }: PasswordOptions): Promise<ChosenPassword> {
  if (stdin && generate) throw new Error("--password-stdin and --generate exclude each other.");
  if (generate) return { password: newPassword(), isGenerated: true };
  if (!stdin && !process.stdin.isTTY) throw new Error("There is no terminal to ask for a password: add --password-stdin or --generate.");
  const password = stdin ? await readStdin() : await askTwice();
  check(password);
  return { password, isGenerated: false };
}
