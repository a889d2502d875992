import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireOutside } from "./place";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-place-"));
  await mkdir(path.join(folder, "data/blobs"), { recursive: true });
  await symlink(path.join(folder, "data"), path.join(folder, "link"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(["data", "data/backups", "data/backups/new/er.tar", "link/backups", "data/../data/x.tar", "data/..backups"])(
  "refuses %s",
  async (to) => {
    await expect(requireOutside(path.join(folder, "data"), path.join(folder, to))).rejects.toThrow("Choose a place outside of it.");
  },
);

it.each(["backups", "data-backups", "link-backups/x.tar", ".", "data/../backups"])("takes %s", async (to) => {
  await expect(requireOutside(path.join(folder, "data"), path.join(folder, to))).resolves.toBeUndefined();
});
