import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { followLink, prepareDraft, putInPlace, requireMovable } from "./draft";

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

it("two restores at once leave each other's draft alone, and what a killed one left is removed", async () => {
  const another = await make(`data.restoring-${process.ppid}`);
  // Above what Linux gives to any process.
  const killed = await make(`data.restoring-${2 ** 22 + 1}`);
  const stranger = await make("data.restoring-notes");
  expect(await prepareDraft(dataDir)).toBe(`${dataDir}.restoring-${process.pid}`);
  expect([another, killed, stranger].map(existsSync)).toEqual([true, false, true]);
});

it("follows a link to where the data lies, also when there is none yet", async () => {
  const data = await make("data");
  await symlink(data, path.join(folder, "link"));
  expect(await followLink(path.join(folder, "link"))).toBe(data);
  expect(await followLink(path.join(folder, "nothing"))).toBe(path.join(folder, "nothing"));
});

it("moves nothing for good when it asks whether a folder can be moved", async () => {
  await make("data");
  await requireMovable(dataDir);
  expect(await read(dataDir)).toBe("data");
  await expect(requireMovable(path.join(folder, "nothing"))).resolves.toBeUndefined();
});

// A mount point on every Linux, which nobody else is told so much about.
it.runIf(process.getuid?.() === 0)("notices a disk of its own before anything is unpacked", async () => {
  await expect(requireMovable("/proc")).rejects.toThrow("is a disk or a volume of its own");
});

it("puts a draft in the place of what is moved aside", async () => {
  await make("data");
  await putInPlace(await make("draft"), dataDir, `${dataDir}.before`);
  expect([await read(dataDir), await read(`${dataDir}.before`)]).toEqual(["draft", "data"]);
});

it("a draft that cannot be put in its place leaves both as they were, and is named", async () => {
  await make("data");
  const draft = path.join(folder, "gone");
  await expect(putInPlace(draft, dataDir, `${dataDir}.before`)).rejects.toThrow(`The backup is whole in ${draft}`);
  expect(await read(dataDir)).toBe("data");
  expect(existsSync(`${dataDir}.before`)).toBe(false);
});
