import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutServices } from "./apt.mjs";

describe("withoutServices", () => {
  let folder: string;
  let policy: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sea-vision-apt-"));
    policy = path.join(folder, "policy-rc.d");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("keeps packages from starting services during the work only", async () => {
    const startService = () => Promise.resolve(spawnSync(policy, ["memcached", "start"]).status);
    expect(await withoutServices(startService, policy)).toBe(101);
    expect(existsSync(policy)).toBe(false);
  });

  it("removes its policy when the work fails", async () => {
    await expect(withoutServices(() => Promise.reject(new Error("no network")), policy)).rejects.toThrow("no network");
    expect(existsSync(policy)).toBe(false);
  });

  it("leaves an existing policy unchanged", async () => {
    await writeFile(policy, "an existing policy");
    await withoutServices(() => Promise.resolve(), policy);
    expect(await readFile(policy, "utf8")).toBe("an existing policy");
  });

  it("removes its policy when the process ends during the work", () => {
    const module = path.join(import.meta.dirname, "apt.mjs");
    const code = `import { existsSync } from "node:fs"; import { withoutServices } from ${JSON.stringify(module)};
      await withoutServices(() => { process.stdout.write(String(existsSync(process.argv[1]))); process.exit(0); }, process.argv[1]);`;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", code, policy], { encoding: "utf8" })).toBe("true");
    expect(existsSync(policy)).toBe(false);
  });
});
