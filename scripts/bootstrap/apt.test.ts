import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withoutServices } from "./apt.mjs";

describe("installing without services", () => {
  let folder: string;
  let policy: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "sea-vision-apt-"));
    policy = path.join(folder, "policy-rc.d");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("forbids packages to start any, and forbids nothing afterwards", async () => {
    const asked = () => Promise.resolve(spawnSync(policy, ["memcached", "start"]).status);
    expect(await withoutServices(asked, policy)).toBe(101);
    expect(existsSync(policy)).toBe(false);
  });

  it("forbids nothing after a failure", async () => {
    await expect(withoutServices(() => Promise.reject(new Error("no network")), policy)).rejects.toThrow("no network");
    expect(existsSync(policy)).toBe(false);
  });

  it("leaves a policy that was there as it is", async () => {
    await writeFile(policy, "somebody's own");
    await withoutServices(() => Promise.resolve(), policy);
    expect(await readFile(policy, "utf8")).toBe("somebody's own");
  });

  it("forbids nothing after the process was ended in the middle of it", () => {
    const module = path.join(import.meta.dirname, "apt.mjs");
    const code = `import { existsSync } from "node:fs"; import { withoutServices } from ${JSON.stringify(module)};
      await withoutServices(() => { process.stdout.write(String(existsSync(process.argv[1]))); process.exit(0); }, process.argv[1]);`;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", code, policy], { encoding: "utf8" })).toBe("true");
    expect(existsSync(policy)).toBe(false);
  });
});
