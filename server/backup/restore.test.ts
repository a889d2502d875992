import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareStaging, putInPlace, requireMovable } from "./restore";

let folder: string;
let dataDir: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "sea-vision-draft-")));
  dataDir = path.join(folder, "data");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function make(name: string, content = name): Promise<string> {
  await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, name, "content"), content);
  return path.join(folder, name);
}
const read = (place: string) => readFile(path.join(place, "content"), "utf8");

it("prepareStaging removes the folder of a killed restore, and no other", async () => {
  const another = await make(`data.restoring-${process.ppid}`);
  // Above what Linux gives to any process.
  const killed = await make(`data.restoring-${2 ** 22 + 1}`);
  const stranger = await make("data.restoring-notes");
  expect(await prepareStaging(dataDir)).toBe(`${dataDir}.restoring-${process.pid}`);
  expect([another, killed, stranger].map(existsSync)).toEqual([true, false, true]);
});

it("requireMovable leaves the folder in its place", async () => {
  await make("data");
  await requireMovable(dataDir);
  expect(await read(dataDir)).toBe("data");
  await expect(requireMovable(path.join(folder, "nothing"))).resolves.toBeUndefined();
});

// /proc is a mount point on every Linux.
it.runIf(process.getuid?.() === 0)("requireMovable rejects a mount point", async () => {
  await expect(requireMovable("/proc")).rejects.toThrow("is a disk or a volume of its own");
});

it("putInPlace moves the former folder aside", async () => {
  await make("data");
  await putInPlace(await make("draft"), dataDir, `${dataDir}.before`);
  expect([await read(dataDir), await read(`${dataDir}.before`)]).toEqual(["draft", "data"]);
});

it("putInPlace leaves DATA_DIR unchanged when the staging folder can't be moved", async () => {
  await make("data");
  const draft = path.join(folder, "gone");
  await expect(putInPlace(draft, dataDir, `${dataDir}.before`)).rejects.toThrow(`The backup is whole in ${draft}`);
  expect(await read(dataDir)).toBe("data");
  expect(existsSync(`${dataDir}.before`)).toBe(false);
});
