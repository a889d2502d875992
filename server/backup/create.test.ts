import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Copier } from "./create";
import { FolderTarget } from "./folder-target";
import { DESCRIPTION, formatSums, SUMS } from "./format";
import type { SourceFile } from "./source-files";

let folder: string;
let to: string;
let source: SourceFile;
let days = 0;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-copy-"));
  to = path.join(folder, "backups");
  await mkdir(path.join(folder, "blobs"));
  source = { name: "blobs/one", file: path.join(folder, "blobs/one"), size: 10 };
  await writeFile(source.file, "0123456789");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Backs up so many files. @returns the folder of the backup, with its checksums */
async function backUp(copy: (copier: Copier) => Promise<void>): Promise<string> {
  days += 1;
  const target = await FolderTarget.open(to, new Date(Date.UTC(2026, 0, days)), "identity");
  const copier = new Copier(target, 0, new AbortController().signal);
  await copy(copier);
  const description = {
    product: "sea-vision",
    format: 1,
    takenAt: new Date().toISOString(),
    postgres: "18",
    identity: "identity",
    folders: [],
  };
  await copier.write(DESCRIPTION, JSON.stringify(description));
  await copier.write(SUMS, formatSums(copier.sums));
  await target.finish();
  return target.place;
}

const no = () => false;

it("copyStored copies an upload that was shortened since it was listed with its current length", async () => {
  const place = await backUp(async (copier) => {
    await truncate(source.file, 4);
    await copier.copyStored([source], no);
  });
  expect(await readFile(path.join(place, source.name), "utf8")).toBe("0123");
});

it("copy copies a shortened file of the database with its current length", async () => {
  const place = await backUp(async (copier) => {
    await truncate(source.file, 4);
    await copier.copy([source]);
  });
  expect(await readFile(path.join(place, source.name), "utf8")).toBe("0123");
});

it("copyStored never takes an unfinished upload from a former backup", async () => {
  await backUp((copier) => copier.copyStored([source], no));
  await writeFile(source.file, "abcdefghij");
  const reused = await backUp((copier) => copier.copyStored([source], no));
  expect(await readFile(path.join(reused, source.name), "utf8")).toBe("0123456789");
  const copied = await backUp((copier) => copier.copyStored([source], () => true));
  expect(await readFile(path.join(copied, source.name), "utf8")).toBe("abcdefghij");
});
