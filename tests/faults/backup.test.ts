import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BACKUP_LOCK } from "@/lib/blobs/backup-lock";
import { listBackups } from "../../server/backup/folder-target";
import { newCopy, Product, removeCopy } from "../integration/supervisor/product";
import { startBackup } from "../setup/backup";
import { runDoctor } from "../setup/doctor";
import { until } from "../setup/until";
import { signIn } from "./access";
import { startLoad } from "./backup-load";
import { type Access, Journey } from "./journey";
import { createMapArchive, type MapArchive } from "./map-archive";
import { Random } from "./random";

const LIMIT_MS = 600_000;
const EMAIL = "superadmin@example.com";
const PASSWORD = randomBytes(12).toString("hex");
const random = new Random(20_261_122);

const backup = (dataDir: string, to: string) => startBackup("backup", dataDir, ["--to", to]).ended;
const restore = (dataDir: string, from: string, ...more: string[]) => startBackup("restore", dataDir, ["--from", from, ...more]).ended;
const done = { code: 0, printed: expect.any(String) };

let folder: string;
let product: Product;
let access: Access;
const maps: { name: string; archive: MapArchive }[] = [];

async function publish(name: string): Promise<void> {
  const archive = createMapArchive(random);
  const journey = new Journey(access, archive, name);
  await journey.upload();
  expect(await journey.import()).toEqual({ outcome: "project" });
  maps.push({ name, archive });
}

/** Starts a product on the restored data, and reads every byte of every map. */
async function expectWhole(dataDir: string): Promise<void> {
  const restored = await new Product(await newCopy(dataDir)).running();
  try {
    const signedIn = await signIn(restored.origin, EMAIL, PASSWORD);
    for (const { name, archive } of maps) {
      const journey = new Journey(signedIn, archive, name);
      await journey.look();
      expect(journey.violations).toEqual([]);
    }
    expect(await runDoctor(dataDir)).toMatchObject({ code: 0, printed: expect.stringContaining("missing     0") });
  } finally {
    await restored.end();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-backup-"));
  Object.assign(process.env, { SUPERADMIN_EMAIL: EMAIL, SUPERADMIN_PASSWORD: PASSWORD });
  product = await new Product(await newCopy()).running();
  access = await signIn(product.origin, EMAIL, PASSWORD);
  await publish("Harbour");
}, LIMIT_MS);
afterAll(async () => {
  await product.end();
  await removeCopy(product.copy);
  await rm(folder, { recursive: true, force: true });
});

describe("the backup of a running product", () => {
  it(
    "is complete both times under load, and restores every map",
    async () => {
      const { dataDir } = product.copy;
      const to = path.join(folder, "dated");
      const load = startLoad(access, random);
      try {
        await until("the load publishes and deletes", () => load.rounds > 0, 120_000);
        expect(await backup(dataDir, to)).toMatchObject(done);
        await publish("Estuary");
        expect(await backup(dataDir, to)).toMatchObject(done);
      } finally {
        await load.stop();
      }
      const [first = "", second = ""] = await listBackups(to);
      const blob = path.join("blobs", (await readdir(path.join(to, first, "blobs")))[0] ?? "");
      const shared = await Promise.all([first, second].map((name) => stat(path.join(to, name, blob)).catch(() => null)));
      // The second backup did not copy what the first one had. The load may have deleted this blob.
      if (shared[1]) expect(shared[1].ino).toBe(shared[0]?.ino);

      const target = path.join(folder, "brought-back");
      const restored = await restore(target, to);
      expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining("missing     0") });
      expect(restored.printed).toContain("fit together");
      await expectWhole(target);
    },
    LIMIT_MS,
  );

  it(
    "is incomplete after it is killed, and the next backup removes the remains",
    async () => {
      const to = path.join(folder, "killed");
      const client = new pg.Client({ connectionString: (await readFile(path.join(product.copy.dataDir, "database-url"), "utf8")).trim() });
      await client.connect();
      // The backup reads this table after it has copied the database, so it can't end before it is seen.
      await client.query(`BEGIN; LOCK TABLE "Upload"`);
      const { child, ended } = startBackup("backup", product.copy.dataDir, ["--to", to]);
      await until(
        "the backup has begun",
        async () => (await readdir(to).catch(() => [])).some((name) => name.endsWith(".partial")),
        120_000,
      );
      child.kill("SIGKILL");
      await ended;
      await client.query("ROLLBACK");
      const ofBackup = {
        text: "SELECT 1 FROM pg_locks WHERE objid = $1 UNION ALL SELECT 1 FROM pg_replication_slots",
        values: [BACKUP_LOCK],
      };
      await until("the database has ended its session", async () => (await client.query(ofBackup)).rowCount === 0);
      await client.end();
      expect(await listBackups(to)).toEqual([]);
      expect(await restore(path.join(folder, "nothing"), to)).toMatchObject({
        code: 2,
        printed: expect.stringContaining("no whole backup"),
      });
      expect(existsSync(path.join(folder, "nothing"))).toBe(false);
      expect(await backup(product.copy.dataDir, to)).toMatchObject(done);
      expect(await readdir(to)).toEqual(await listBackups(to));
    },
    LIMIT_MS,
  );
});

describe("the backup of a stopped product", () => {
  let backups: string;
  let target: string;

  beforeAll(async () => {
    backups = path.join(folder, "stopped");
    target = path.join(folder, "restored");
    expect(await restore(product.copy.dataDir, backups, "--force")).toMatchObject({
      code: 2,
      printed: expect.stringContaining("is running"),
    });
    await product.end();
    expect(await backup(product.copy.dataDir, backups)).toMatchObject(done);
  }, LIMIT_MS);

  it(
    "restores every map",
    async () => {
      expect(await restore(target, backups)).toMatchObject(done);
      await expectWhole(target);
    },
    LIMIT_MS,
  );

  it(
    "is restored over another folder only with --force, which keeps that folder under another name",
    async () => {
      expect(await restore(target, backups)).toMatchObject({ code: 2, printed: expect.stringContaining("is not empty") });
      expect(await restore(target, backups, "--force")).toMatchObject(done);
      const aside = (await readdir(folder)).filter((name) => name.startsWith("restored.before-"));
      expect(aside).toHaveLength(1);
      expect(existsSync(path.join(folder, aside[0] ?? "", "database-url"))).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    "is not restored with a changed byte, without a file, or with another one",
    async () => {
      const [newest = ""] = await listBackups(backups);
      const empty = path.join(folder, "empty");
      /** Tries to restore a copy of the backup after a change. */
      const restoreChanged = async (change: (copy: string, blob: string) => Promise<unknown>) => {
        const copy = path.join(folder, "changed");
        await cp(path.join(backups, newest), copy, { recursive: true });
        await change(copy, path.join(copy, "blobs", (await readdir(path.join(copy, "blobs")))[0] ?? ""));
        const { code, printed } = await restore(empty, copy);
        await rm(copy, { recursive: true });
        return [code, printed];
      };
      const flip = async (_copy: string, blob: string) => {
        const bytes = await readFile(blob);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(blob, bytes);
      };
      expect(await restoreChanged(flip)).toEqual([2, expect.stringContaining("The backup is damaged: ")]);
      expect(await restoreChanged((_copy, blob) => rm(blob))).toEqual([2, expect.stringContaining(" is missing.")]);
      expect(await restoreChanged((copy) => rm(path.join(copy, "SHA256SUMS")))).toEqual([2, expect.stringContaining("no whole backup")]);
      expect(await restoreChanged((copy) => writeFile(path.join(copy, "more"), ""))).toEqual([
        2,
        expect.stringContaining("does not belong"),
      ]);
      expect(existsSync(empty)).toBe(false);
      expect((await readdir(folder)).filter((name) => name.includes("restoring"))).toEqual([]);
    },
    LIMIT_MS,
  );
});
