import { randomBytes } from "node:crypto";
import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { filesOfTree } from "../folder-imports/published-files";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 64 * 1024;
const FILE_COUNT = 480;
const SITE_BYTES = FILE_BYTES * FILE_COUNT;
const START_OVER = "Files have changed since their upload began. Their parts of it start over.";
const cli = commandLine();

/** Pushes a folder of small files until most of them are sent, then kills the client. @returns the number of sent bytes */
async function interrupt(name: string) {
  const top = path.join(cli.machine.folder, name);
  await mkdir(top);
  const files = Array.from({ length: FILE_COUNT }, (_, number) => path.join(top, `${String(number).padStart(3, "0")}.bin`));
  for (const file of files) await writeFile(file, randomBytes(FILE_BYTES));
  const push = ["push", top, "--project", name, "--json"];
  cli.line.take();
  cli.line.holdAfter(26 * MEBIBYTE);
  const { process: client, ended } = cli.machine.start(push, cli.environment());
  await cli.line.held();
  client.kill("SIGKILL");
  await ended;
  const sent = cli.line.take();
  cli.line.cut();
  cli.line.release();
  return { files, push, sent };
}

async function publishedBytes(name: string, file: string): Promise<string | undefined> {
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name } });
  return (await filesOfTree(currentTreeId ?? 0n))[path.basename(file)];
}

it("push continues the upload of a folder whose files have only other times", async () => {
  const { files, push, sent } = await interrupt("Touched");
  for (const file of files) await utimes(file, 1, 1);
  const again = await cli.machine.run(push, cli.environment());
  expect(resultOf(again)).toMatchObject({ status: "published" });
  expect(again.seen).not.toContain(START_OVER);
  expect(cli.line.take()).toBeLessThan(SITE_BYTES - sent + 3 * MEBIBYTE);
});

it("push sends the pack again of a file in its middle that has other content with the same size", async () => {
  const { files, push, sent } = await interrupt("Changed");
  // The first pack has more than 32 files before it and after it.
  const changed = files[60] ?? "";
  await writeFile(changed, "x".repeat(FILE_BYTES));
  const again = await cli.machine.run(push, cli.environment());
  expect(resultOf(again)).toMatchObject({ status: "published" });
  expect(again.seen).toContain(START_OVER);
  const resent = cli.line.take();
  expect(resent).toBeGreaterThan(SITE_BYTES - sent + 3 * MEBIBYTE);
  expect(resent).toBeLessThan(SITE_BYTES - 8 * MEBIBYTE);
  expect(await publishedBytes("Changed", changed)).toBe("x".repeat(FILE_BYTES));
});

it("push sends the pack again of a first file that has other content with the same size and time", async () => {
  const { files, push } = await interrupt("Rewritten");
  const [first = ""] = files;
  const { atime, mtime } = await stat(first);
  await writeFile(first, "y".repeat(FILE_BYTES));
  await utimes(first, atime, mtime);
  const again = await cli.machine.run(push, cli.environment());
  expect(resultOf(again)).toMatchObject({ status: "published" });
  expect(again.seen).toContain(START_OVER);
  expect(await publishedBytes("Rewritten", first)).toBe("y".repeat(FILE_BYTES));
});
