import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseDue, findUnwatched, isClean, recordPassed } from "./records.mjs";

const SLOW = { uploads: { watches: ["lib/blobs/**", "server/*.ts"] }, looks: { watches: ["app/**"] } };
const FILES = ["lib/blobs/s3/store.ts", "server/web.ts", "app/page.tsx", "package-lock.json"];
/** Days since 1970 on which it is the turn of `uploads` and of `looks`. */
const DAY = { uploads: 20_000, looks: 20_001 };

let folder: string;

const git = (...args: string[]) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder });

const chooseOn = (day: number) => chooseDue(SLOW, { now: day * 24 * 3_600_000, folder });

async function recordBoth(): Promise<void> {
  await recordPassed("uploads", SLOW.uploads.watches, 12.3, folder);
  await recordPassed("looks", SLOW.looks.watches, 4, folder);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

async function change(file: string, text: string): Promise<void> {
  await write(file, text);
  git("add", file);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-records-"));
  git("init", "-q");
  for (const file of FILES) await write(file, "one");
  git("add", ".");
  await mkdir(path.join(folder, "tests"));
  git("commit", "-qm", "Begin");
});
afterEach(() => rm(folder, { recursive: true }));

describe("chooseDue", () => {
  it("chooses every suite without a record", async () => {
    expect(await chooseOn(DAY.looks)).toEqual({
      due: ["uploads", "looks"],
      reasons: ["run   uploads: it has no record", "run   looks: it has no record"],
    });
  });

  it("skips a suite whose files are as they were when it passed, and runs the one in turn", async () => {
    await recordBoth();
    const { due, reasons } = await chooseOn(DAY.looks);
    expect(due).toEqual(["looks"]);
    expect(reasons[0]).toMatch(/^skip {2}uploads: passed with these files on \d{4}-\d\d-\d\d in 12 s$/);
    expect(reasons[1]).toBe("run   looks: it is its turn today");
    expect((await chooseOn(DAY.uploads)).due).toEqual(["uploads"]);
  });

  it.each(["lib/blobs/s3/store.ts", "lib/blobs/new.ts", "server/web.ts", "package-lock.json"])(
    "chooses a suite again after a change of %s, which it watches",
    async (file) => {
      await recordBoth();
      await change(file, "two");
      expect(await chooseOn(DAY.looks)).toMatchObject({
        due: ["uploads", "looks"],
        reasons: [expect.stringContaining("its files have changed"), expect.anything()],
      });
    },
  );

  it("skips a suite after a change of a file that it doesn't watch", async () => {
    await recordBoth();
    await change("server/web/http.ts", "two");
    expect((await chooseOn(DAY.looks)).due).toEqual(["looks"]);
  });
});

describe("recordPassed", () => {
  it("keeps the records of other suites, sorted by name", async () => {
    await recordBoth();
    const records = JSON.parse(await readFile(path.join(folder, "tests/passed.json"), "utf8"));
    expect(Object.keys(records)).toEqual(["looks", "uploads"]);
    expect(records.uploads).toEqual({ inputs: expect.stringMatching(/^[0-9a-f]{64}$/), date: expect.any(String), seconds: 12 });
  });
});

describe("isClean", () => {
  it("is true for a clean work tree, also after a suite was recorded", async () => {
    await recordBoth();
    expect(await isClean(folder)).toBe(true);
  });

  it.each(["lib/blobs/s3/store.ts", "lib/blobs/untracked.ts"])("is false after a change of %s", async (file) => {
    await writeFile(path.join(folder, file), "two");
    expect(await isClean(folder)).toBe(false);
  });
});

describe("findUnwatched", () => {
  it("returns the files of lib and server that no suite watches", async () => {
    expect(await findUnwatched(SLOW, folder)).toEqual([]);
    await change("server/web/http.ts", "one");
    await change("lib/errors.ts", "one");
    expect(await findUnwatched(SLOW, folder)).toEqual(["lib/errors.ts", "server/web/http.ts"]);
  });
});
