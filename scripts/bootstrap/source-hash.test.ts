import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import nextConfig, { BUILD_ID_VARIABLE } from "../../next.config.mjs";
import { hashSources } from "./source-hash.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-sources-"));
  await mkdir(path.join(folder, "lib/deep"), { recursive: true });
  await writeFile(path.join(folder, "lib/deep/code.ts"), "one");
});
afterEach(() => rm(folder, { recursive: true }));

const hash = () => hashSources([path.join(folder, "lib"), path.join(folder, "missing.ts")]);

it("hashSources changes with the content, the names and the number of files only", async () => {
  const file = path.join(folder, "lib/deep/code.ts");
  const seen = [await hash()];
  expect(await hash()).toBe(seen[0]);
  await writeFile(file, "two");
  seen.push(await hash());
  await rename(file, path.join(folder, "lib/deep/other.ts"));
  seen.push(await hash());
  await writeFile(path.join(folder, "missing.ts"), "");
  seen.push(await hash());
  expect(new Set(seen).size).toBe(seen.length);
});

it("hashSources ignores tests", async () => {
  const before = await hash();
  await writeFile(path.join(folder, "lib/deep/code.test.ts"), "a test");
  expect(await hash()).toBe(before);
});

it("next.config.mjs uses the hash of the sources as build id, and without a hash lets Next choose one", () => {
  vi.stubEnv(BUILD_ID_VARIABLE, "a-hash-of-sources");
  expect(nextConfig.generateBuildId?.()).toBe("a-hash-of-sources");
  vi.stubEnv(BUILD_ID_VARIABLE, undefined);
  expect(nextConfig.generateBuildId?.()).toBeNull();
  vi.unstubAllEnvs();
});
