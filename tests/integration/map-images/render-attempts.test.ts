import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { makeThumbnail } from "@/lib/maps/images/thumbnail";
import { listDueImages } from "@/lib/projects/images/claims";
import { chooseImage } from "@/lib/projects/images/mutations";
import { actorOf, signedIn } from "../../setup/signed-in";
import { publishMap, type SiteFiles } from "../maps/map-site";
import { drawHalves } from "./image-calls";
import {
  expectHalves,
  expectNothingLeft,
  never,
  pageWith,
  processesOf,
  projectOf,
  renderer,
  thumbnailOf,
  titled,
  withoutChromium,
} from "./rendering";

describe.skipIf(withoutChromium)(titled("rendering attempts"), () => {
  afterEach(expectNothingLeft);

  it("are made up to three times with growing pauses, and again when the map changes", async () => {
    const { project } = await publishMap({ "no-index.html": "" });
    const due = async () => (await listDueImages(100)).includes(project.id);
    const passed = (seconds: number) =>
      db().project.update({ where: { id: project.id }, data: { imageTriedAt: new Date(Date.now() - seconds * 1000) } });
    const waits = [110, 130, 590, 610, 1_000_000];
    const dueStates: boolean[] = [await due()];
    for (const seconds of waits) {
      if (dueStates.at(-1)) await renderer().render(project.id, never);
      await passed(seconds);
      dueStates.push(await due());
    }
    expect(dueStates).toEqual([true, false, true, false, true, false]);
    const { treeId } = await publishMap(pageWith(""));
    await db().project.updateMany({ where: { currentTreeId: treeId }, data: { currentTreeId: null } });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
    expect(await due()).toBe(true);
    await renderer().render(project.id, never);
    await expectHalves(project.id);
  });

  it("are made by only one of several concurrent workers", async () => {
    const { project } = await publishMap(pageWith(""));
    const workers = Array.from({ length: 4 }, () => renderer());
    let opened = 0;
    for (const worker of workers) {
      const photograph = worker.photograph.bind(worker);
      worker.photograph = (...given) => {
        opened += 1;
        return photograph(...given);
      };
    }
    await Promise.all(workers.map((worker) => worker.render(project.id, never)));
    expect(opened).toBe(1);
    await expectHalves(project.id);
  });

  it("wait while an import is being indexed", async () => {
    const { project } = await publishMap(pageWith(""));
    const { id } = await db().import.create({ data: { safeName: randomUUID(), projectName: "x", source: "zip", status: "indexing" } });
    await renderer().render(project.id, never);
    expect(await projectOf(project.id)).toMatchObject({ imageOf: null, imageAttempts: 0 });
    await db().import.delete({ where: { id } });
  });

  it("are not counted when the process stops", async () => {
    const { project } = await publishMap(pageWith("for (;;);"));
    const stopping = new AbortController();
    const rendering = renderer().render(project.id, stopping.signal);
    await expect.poll(async () => (await projectOf(project.id)).imageTriedAt).not.toBeNull();
    await expect.poll(() => processesOf(`sea-vision-chromium-${process.pid}-`)).not.toEqual([]);
    stopping.abort();
    await rendering;
    expect(await projectOf(project.id)).toMatchObject({ imageOf: null, imageAttempts: 0, imageTriedAt: null });
    expect(await listDueImages(100)).toContain(project.id);
    await db().project.delete({ where: { id: project.id } });
  });

  const renderDuring = async (files: SiteFiles, change: (id: string) => Promise<unknown>) => {
    const { project } = await publishMap(files);
    const worker = renderer();
    const photograph = worker.photograph.bind(worker);
    worker.photograph = async (...given) => {
      const thumbnail = await photograph(...given);
      await change(project.id);
      return thumbnail;
    };
    await worker.render(project.id, never);
    return project.id;
  };

  it("store nothing when the project is deleted during the attempt", async () => {
    const id = await renderDuring(pageWith(""), (projectId) => db().project.delete({ where: { id: projectId } }));
    expect(await db().project.findUnique({ where: { id } })).toBeNull();
  });

  it("store nothing when the map is replaced during the attempt, and the next attempt shows the new map", async () => {
    const { treeId } = await publishMap({
      "index.html": "<!doctype html><html style='background:linear-gradient(90deg,green 50%,white 50%)'>",
    });
    await db().project.updateMany({ where: { currentTreeId: treeId }, data: { currentTreeId: null } });
    const id = await renderDuring(pageWith(""), (projectId) =>
      db().project.update({ where: { id: projectId }, data: { currentTreeId: treeId } }),
    );
    expect(await projectOf(id)).toMatchObject({ imageBlobKey: null });
    // Simulates the two minutes after which another worker may take over an attempt.
    await db().project.update({ where: { id }, data: { imageTriedAt: new Date(Date.now() - 121_000) } });
    await renderer().render(id, never);
    expect((await thumbnailOf(id)).colorAt(0.2, 0.5)[1]).toBeGreaterThan(100);
  });

  it("never replace a thumbnail that an admin has set", async () => {
    const admin = await signedIn("admin");
    const { bytes } = await makeThumbnail(await drawHalves(320, 200), "image/png");
    const id = await renderDuring(pageWith("document.documentElement.style.background = 'linear-gradient(green, white)'"), (projectId) =>
      chooseImage(projectId, bytes, actorOf(admin)),
    );
    expect(await projectOf(id)).toMatchObject({ imageSource: "chosen" });
    await expectHalves(id);
    expect(await listDueImages(100)).not.toContain(id);
    await renderer().render(id, never);
    await expectHalves(id);
  });
});
