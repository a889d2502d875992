import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import { makePicture } from "@/lib/maps/images/picture";
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
  pictureOf,
  processesOf,
  projectOf,
  renderer,
  titled,
  withoutChromium,
} from "./rendering";

describe.skipIf(withoutChromium)(titled("an attempt at a picture"), () => {
  afterEach(expectNothingLeft);

  it("is one of three, with growing waits, and rests until the map changes", async () => {
    const { project } = await publishMap({ "no-index.html": "" });
    const due = async () => (await listDueImages(100)).includes(project.id);
    const passed = (seconds: number) =>
      db().project.update({ where: { id: project.id }, data: { imageTriedAt: new Date(Date.now() - seconds * 1000) } });
    const waits = [110, 130, 590, 610, 1_000_000];
    const told: boolean[] = [await due()];
    for (const seconds of waits) {
      if (told.at(-1)) await renderer().render(project.id, never);
      await passed(seconds);
      told.push(await due());
    }
    expect(told).toEqual([true, false, true, false, true, false]);
    const { treeId } = await publishMap(pageWith(""));
    await db().project.updateMany({ where: { currentTreeId: treeId }, data: { currentTreeId: null } });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
    expect(await due()).toBe(true);
    await renderer().render(project.id, never);
    await expectHalves(project.id);
  });

  it("is made once, however many workers begin it at the same moment", async () => {
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

  it("waits while a map is on its way to being viewable", async () => {
    const { project } = await publishMap(pageWith(""));
    const { id } = await db().import.create({ data: { safeName: randomUUID(), projectName: "x", source: "zip", status: "indexing" } });
    await renderer().render(project.id, never);
    expect(await projectOf(project.id)).toMatchObject({ imageOf: null, imageAttempts: 0 });
    await db().import.delete({ where: { id } });
  });

  it("is given back when the process stops", async () => {
    const { project } = await publishMap(pageWith("for (;;);"));
    const stopping = new AbortController();
    const rendering = renderer().render(project.id, stopping.signal);
    await expect.poll(async () => (await projectOf(project.id)).imageTriedAt, { timeout: 10_000 }).not.toBeNull();
    await expect.poll(() => processesOf(`sea-vision-chromium-${process.pid}-`), { timeout: 10_000 }).not.toEqual([]);
    stopping.abort();
    await rendering;
    expect(await projectOf(project.id)).toMatchObject({ imageOf: null, imageAttempts: 0, imageTriedAt: null });
    expect(await listDueImages(100)).toContain(project.id);
    await db().project.delete({ where: { id: project.id } });
  });

  const meanwhile = async (files: SiteFiles, change: (id: string) => Promise<unknown>) => {
    const { project } = await publishMap(files);
    const worker = renderer();
    const photograph = worker.photograph.bind(worker);
    worker.photograph = async (...given) => {
      const picture = await photograph(...given);
      await change(project.id);
      return picture;
    };
    await worker.render(project.id, never);
    return project.id;
  };

  it("comes to nothing when the project is deleted meanwhile", async () => {
    const id = await meanwhile(pageWith(""), (projectId) => db().project.delete({ where: { id: projectId } }));
    expect(await db().project.findUnique({ where: { id } })).toBeNull();
  });

  it("comes to nothing when the map is replaced meanwhile, and the next one shows the new map", async () => {
    const { treeId } = await publishMap({
      "index.html": "<!doctype html><html style='background:linear-gradient(90deg,green 50%,white 50%)'>",
    });
    await db().project.updateMany({ where: { currentTreeId: treeId }, data: { currentTreeId: null } });
    const id = await meanwhile(pageWith(""), (projectId) =>
      db().project.update({ where: { id: projectId }, data: { currentTreeId: treeId } }),
    );
    expect(await projectOf(id)).toMatchObject({ imageBlobKey: null });
    // As if the minute had passed after which whoever says nothing has lost it.
    await db().project.update({ where: { id }, data: { imageTriedAt: new Date(Date.now() - 61_000) } });
    await renderer().render(id, never);
    expect((await pictureOf(id)).colourAt(0.2, 0.5)[1]).toBeGreaterThan(100);
  });

  it("never takes the place of a chosen picture", async () => {
    const admin = await signedIn("admin");
    const { bytes } = await makePicture(await drawHalves(320, 200), "image/png");
    const id = await meanwhile(pageWith("document.documentElement.style.background = 'linear-gradient(green, white)'"), (projectId) =>
      chooseImage(projectId, bytes, actorOf(admin)),
    );
    expect(await projectOf(id)).toMatchObject({ imageSource: "chosen" });
    await expectHalves(id);
    expect(await listDueImages(100)).not.toContain(id);
    await renderer().render(id, never);
    await expectHalves(id);
  });
});
