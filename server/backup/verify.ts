import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type BackupDescription, DESCRIPTION, descriptionSchema, parseSums, SUMS } from "./format";

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return hash.digest("hex");
}

async function listNames(root: string, below = ""): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory()) names.push(...(await listNames(root, name)));
    else names.push(name);
  }
  return names;
}

/** Reads every byte of a backup that has been unpacked. @throws Error naming what is missing, damaged or not of it */
export async function verify(folder: string, signal: AbortSignal): Promise<BackupDescription> {
  const text = await readFile(path.join(folder, SUMS), "utf8").catch(() => null);
  if (text === null) throw new Error(`The backup is not whole: it has no ${SUMS}.`);
  const sums = parseSums(text);
  for (const [name, sum] of sums) {
    signal.throwIfAborted();
    const found = await hashFile(path.join(folder, name)).catch(() => null);
    if (found === null) throw new Error(`The backup is not whole: ${name} is missing.`);
    if (found !== sum) throw new Error(`The backup is damaged: ${name} has other bytes than when it was taken.`);
  }
  const stranger = (await listNames(folder)).find((name) => name !== SUMS && !sums.has(name));
  if (stranger) throw new Error(`The backup is not what it was: ${stranger} does not belong to it.`);
  return descriptionSchema.parse(JSON.parse(await readFile(path.join(folder, DESCRIPTION), "utf8")));
}
