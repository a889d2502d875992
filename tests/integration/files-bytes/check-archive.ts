import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { fromBufferPromise } from "yauzl";

/** Common archive programs. Missing programs are skipped. */
const programs: readonly (readonly [program: string, ...options: string[]])[] = [
  ["unzip", "-tqq"],
  ["bsdtar", "-tf"],
  ["python3", "-m", "zipfile", "-t"],
];

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Tests an archive with other programs. @throws Error when a program reports a problem */
export async function checkArchive(bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "archive-"));
  const file = path.join(folder, "archive.zip");
  try {
    await writeFile(file, bytes);
    for (const [program, ...options] of programs) {
      const { stdout, stderr } = await promisify(execFile)(program, [...options, file], { maxBuffer: 64 * 1024 * 1024 }).catch(
        (error: unknown) => {
          if (isMissing(error)) return { stdout: "", stderr: "" };
          throw error;
        },
      );
      if (/error|bad|warning/i.test(stderr)) throw new Error(`${program}: ${stderr}${stdout}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the members of an archive by path. Folders have the value null. */
export async function readArchive(bytes: Buffer): Promise<Record<string, Buffer | null>> {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, Buffer | null> = {};
  for await (const entry of zip.eachEntry()) {
    found[entry.fileName] = entry.fileName.endsWith("/") ? null : await buffer(await zip.openReadStreamPromise(entry));
  }
  return found;
}
