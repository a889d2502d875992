import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Project } from "@/lib/generated/prisma/client";
import { runImport } from "@/lib/imports/pipeline/run";
import { makeCurrent } from "@/lib/projects/versions/mutations";
import { work } from "../integration/imports/publish-zip";
import { beginReplacement, publishFirst, shownPage, treesOf } from "../integration/versions/replacing";
import { craftZip } from "../setup/craft-zip";
import { actorOf, type SignedIn, signedIn } from "../setup/signed-in";
import { until } from "../setup/until";

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});

/** Enough files for an interruption in any step. */
const tiles = Array.from({ length: 2_000 }, (_, index) => ({ name: `tiles/${index}.png`, data: randomBytes(200) }));
const next = (crc32?: number) => craftZip([...tiles, { name: "index.html", data: Buffer.from("two"), crc32 }]);

const ROUNDS = 5;
/** Milliseconds between the interruptions of two rounds. */
const STEP_MS = 40;

/** Works on an import until it has ended, as the sweep does. A lease that could not be released has to run out first. */
async function workToTheEnd(importId: string): Promise<string> {
  let status = "";
  await until("the import has ended", async () => {
    await work(importId);
    status = (await db().import.findUniqueOrThrow({ where: { id: importId } })).status;
    return status === "complete" || status === "failed";
  });
  return status;
}

async function expectShown(project: Project, text: string, treesKept: number): Promise<void> {
  expect(await shownPage(project)).toBe(text);
  const { current, unretired, all } = await treesOf(project);
  expect([unretired, all.length]).toEqual([[current], treesKept]);
  // No object without a row is left.
  expect(await db().tree.count({ where: { projectId: null } })).toBe(0);
}

describe("a replacement that is interrupted at any moment", () => {
  it("is complete in the end, once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await publishFirst("one");
      const { importId } = await beginReplacement(project, next());
      const ending = new AbortController();
      const working = runImport(importId, { signal: ending.signal });
      await pause(round * STEP_MS);
      ending.abort();
      await working;
      expect(await workToTheEnd(importId)).toBe("complete");
      await expectShown(project, "two", 2);
    }
  });

  it("returns to the former map when the new one is damaged, once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await publishFirst("one");
      const { importId } = await beginReplacement(project, next(7));
      const ending = new AbortController();
      const working = runImport(importId, { signal: ending.signal });
      await pause(round * STEP_MS);
      ending.abort();
      await working;
      expect(await workToTheEnd(importId)).toBe("failed");
      await expectShown(project, "one", 1);
    }
  });

  it("completes when the database ends every connection", async () => {
    const control = new pg.Client({ connectionString: env().databaseUrl });
    control.on("error", () => undefined);
    await control.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      const project = await publishFirst("one");
      const { importId } = await beginReplacement(project, next());
      const working = work(importId);
      await pause(round * STEP_MS);
      // Waits until they have ended, so that none ends during the next query.
      await control.query(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await working;
      expect(await workToTheEnd(importId)).toBe("complete");
      await expectShown(project, "two", 2);
    }
    await control.end();
  });

  it("leaves one current map while a user switches versions", async () => {
    const project = await publishFirst("one");
    const { importId } = await beginReplacement(project, next(7));
    await runImport(importId, { signal: new AbortController().signal, untilPublished: true });
    const { all } = await treesOf(project);
    let isOver = false;
    const turning = (async () => {
      for (let turn = 0; !isOver; turn += 1) await makeCurrent(project.id, all[turn % 2] ?? 0, actorOf(admin)).catch(() => undefined);
    })();
    expect(await workToTheEnd(importId)).toBe("failed");
    isOver = true;
    await turning;
    await expectShown(project, "one", 1);
  });
});
