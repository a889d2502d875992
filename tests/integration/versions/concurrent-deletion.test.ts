import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { requireAdmin } from "@/lib/accounts/sessions/policy";
import type { AdminViewer } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { deleteTrashedProject, trashProject } from "@/lib/projects/trash/mutations";
import { requestTo, signedIn } from "../../setup/signed-in";
import { work } from "../imports/publish-zip";
import { beginReplacement, damagedMapOf, mapOf, publishFirst, replace } from "./replacing";

let viewer: AdminViewer;
beforeAll(async () => {
  viewer = await requireAdmin(requestTo("/", { headers: (await signedIn("admin")).bearer }), "read");
});

it.each([
  ["is published and the oldest is deleted", mapOf],
  ["is rejected as damaged", damagedMapOf],
])("a project can be deleted without a deadlock while its new map %s", async (_, next) => {
  for (let round = 0; round < 4; round += 1) {
    const project = await publishFirst("0");
    for (const text of ["1", "2", "3", "4", "5"]) await replace(project, mapOf(text));
    const { importId } = await beginReplacement(project, next("6"));
    const working = work(importId);
    await pause(round * 10);
    const client = { address: null, userAgent: null };
    await trashProject(viewer, project.id, client);
    await deleteTrashedProject(viewer, project.id, client);
    await working;
    await work(importId);
    expect(await db().project.count({ where: { id: project.id } })).toBe(0);
    expect(["complete", "failed"]).toContain((await db().import.findUniqueOrThrow({ where: { id: importId } })).status);
    expect(await db().tree.count({ where: { projectId: project.id } })).toBe(0);
  }
});
