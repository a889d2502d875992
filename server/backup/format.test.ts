import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { followLinks, requireOutside } from "./format";

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "sea-vision-outside-")));
  await mkdir(path.join(folder, "data/blobs"), { recursive: true });
  await symlink(path.join(folder, "data"), path.join(folder, "link"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(["data", "data/backups", "data/backups/new/er", "link/backups", "data/../data/x", "data/..backups"])(
  "requireOutside rejects %s",
  async (to) => {
    await expect(requireOutside(path.join(folder, "data"), path.join(folder, to))).rejects.toThrow("Choose a place outside of it.");
  },
);

it.each(["backups", "data-backups", "link-backups/x", ".", "data/../backups"])("requireOutside accepts %s", async (to) => {
  await expect(requireOutside(path.join(folder, "data"), path.join(folder, to))).resolves.toBeUndefined();
});

it("followLinks returns the target of a link, and a missing folder unchanged", async () => {
  expect(await followLinks(path.join(folder, "link"))).toBe(path.join(folder, "data"));
  expect(await followLinks(path.join(folder, "nothing"))).toBe(path.join(folder, "nothing"));
});
