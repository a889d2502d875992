/**
 * Measures how Chromium publishes a folder of small files on loopback.
 * `npx tsx bench/folder/folder.ts [files] [bytes of a file] [rounds]` (on Linux, in a checkout that is built)
 * Targets: no task of the page over 200 ms, at least 5,000 files read per second, and at most 400 MB more memory while the folder is
 * chosen. Exits with 1 when one is missed.
 */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { withProduct } from "../setup/running-product";
import { type Account, type FolderTimes, uploadFolder } from "./screen";

const FILES_PER_FOLDER = 250;
const AIM_TASK_MS = 200;
const AIM_FILES_PER_SECOND = 5_000;
const AIM_MEMORY_BYTES = 400_000_000;

const [fileCount = 20_000, fileBytes = 4_096, rounds = 3] = process.argv.slice(2).map(Number);

/** Creates a map site with a tile pyramid. All tiles differ. */
async function writeSite(folder: string): Promise<void> {
  const tile = randomBytes(fileBytes);
  await mkdir(folder);
  await writeFile(path.join(folder, "index.html"), "<!doctype html><title>Bench</title>");
  for (let number = 1; number < fileCount; number += 1) {
    const place = path.join(folder, "tiles", String(Math.floor(number / FILES_PER_FOLDER)));
    if (number === 1 || number % FILES_PER_FOLDER === 0) await mkdir(place, { recursive: true });
    tile.writeUInt32LE(number, 0);
    await writeFile(path.join(place, `${number}.png`), tile);
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

const readSpeed = (read: number) => (fileCount * 1_000) / read;

const rowOf = ({ read, longestReadTask, readMemory, online, longestTask, requests }: FolderTimes) => ({
  "read s": (read / 1_000).toFixed(1),
  "files read per s": readSpeed(read).toFixed(0),
  "longest task reading ms": longestReadTask.toFixed(0),
  "memory MB": (readMemory / 1e6).toFixed(0),
  "online s": (online / 1_000).toFixed(1),
  "longest task ms": longestTask.toFixed(0),
  requests,
});

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-folder-"));
const site = path.join(folder, "site");
const browser = await launch();
try {
  await writeSite(site);
  const measured = await withProduct(async (product) => {
    const account: Account = { email: process.env.SUPERADMIN_EMAIL ?? "", password: process.env.SUPERADMIN_PASSWORD ?? "" };
    const upload = (name: string) => uploadFolder(browser, product.origin, account, { folder: site, name });
    // The first upload loads and compiles code, so it does not count.
    await upload("Warm");
    const times: FolderTimes[] = [];
    for (let round = 1; round <= rounds; round += 1) times.push(await upload(`Round ${round}`));
    return times;
  });
  console.log(`${fileCount.toLocaleString("en-US")} files of ${fileBytes.toLocaleString("en-US")} bytes\n`);
  console.table(measured.map(rowOf));
  const longest = Math.max(...measured.flatMap(({ longestReadTask, longestTask }) => [longestReadTask, longestTask]));
  const speed = median(measured.map(({ read }) => readSpeed(read)));
  const memory = Math.max(...measured.map(({ readMemory }) => readMemory));
  console.log(`The longest task took ${longest.toFixed(0)} ms (aim: at most ${AIM_TASK_MS}).`);
  console.log(
    `${speed.toFixed(0)} files read per second (aim: ${AIM_FILES_PER_SECOND}) in ${(memory / 1e6).toFixed(0)} MB (aim: at most ${AIM_MEMORY_BYTES / 1e6}).`,
  );
  const isSlow = longest > AIM_TASK_MS || speed < AIM_FILES_PER_SECOND;
  if (isSlow || memory > AIM_MEMORY_BYTES) process.exitCode = 1;
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
