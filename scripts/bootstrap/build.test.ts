import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { build } from "./build.mjs";

let empty: string;
const root = process.cwd();

beforeEach(async () => {
  empty = await mkdtemp(path.join(tmpdir(), "sea-vision-build-"));
  process.chdir(empty);
});

afterEach(async () => {
  process.chdir(root);
  vi.unstubAllEnvs();
  await rm(empty, { recursive: true });
});

it("builds nothing in a test, which starts what the test command has built", async () => {
  vi.stubEnv("SEA_VISION_USE_BUILD", "1");
  await build();
  expect(await readdir(empty)).toEqual([]);
});

it("builds otherwise, and fails without sources", async () => {
  vi.stubEnv("SEA_VISION_USE_BUILD", "");
  await expect(build()).rejects.toThrow();
});
