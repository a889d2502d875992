import { afterEach, describe, expect, it } from "vitest";
import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db, pool } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { MapRenderer } from "@/lib/maps/images/render/renderer";
import { claimImage, listDueImages } from "@/lib/projects/images/claims";
import { retryImage } from "@/lib/projects/images/mutations";
import { lockProject } from "@/lib/projects/mutations";
import { listVersions } from "@/lib/projects/versions/data";
import { makeCurrent, replaceMap } from "@/lib/projects/versions/mutations";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { dropTrees } from "@/lib/storage/mutations";
import { THUMBNAIL_PROBLEM } from "../../../lib/projects/images/claims";
import { actorOf, requestTo, signedIn } from "../../setup/signed-in";
import { filesOf } from "../files/calls";
import { publishMap, type SiteFiles } from "../maps/map-site";
import { startImageServer } from "./image-calls";
import { expectHalves, expectNothingLeft, never, pageWith, projectOf, renderer, thumbnailOf, titled, withoutChromium } from "./rendering";

const GREEN: SiteFiles = { "index.html": "<!doctype html><html style='background:linear-gradient(90deg,green 50%,white 50%)'>" };
const adminViewer = async () => requireAdmin(requestTo("/", { headers: (await signedIn("admin")).bearer }), "read");
const isDue = async (id: string) => (await listDueImages(1_000)).includes(id);
const imageOfTree = async (id: number) => (await db().tree.findUniqueOrThrow({ where: { id } })).imageBlobKey ?? "";
const isStored = async (key: string) => (await blobStore().size(blobKeySchema.parse(key))) !== null;

/** Publishes two versions, each with its thumbnail: red and blue, then green. */
async function publishVersions() {
  const { project, treeId: first } = await publishMap(pageWith(""));
  await renderer().render(project.id, never);
  const other = await publishMap(GREEN);
  await db().tree.update({ where: { id: other.treeId }, data: { projectId: null } });
  await db().project.delete({ where: { id: other.project.id } });
  const origin = { ownerId: null, address: null, treeId: other.treeId, filesTotal: 1, bytesTotal: 1 };
  await inTransaction(async (tx) => {
    const locked = await lockProject(tx, project.id);
    if (locked) await replaceMap(tx, locked, origin);
  });
  await renderer().render(project.id, never);
  return { id: project.id, first, second: other.treeId };
}

describe.skipIf(withoutChromium)(titled("thumbnails of versions"), () => {
  afterEach(expectNothingLeft);

  it("are kept, shown at once by Make Current, and deleted with their version", async () => {
    const { id, first, second } = await publishVersions();
    expect((await thumbnailOf(id)).colorAt(0.2, 0.5)[1]).toBeGreaterThan(100);
    const admin = await signedIn("admin");
    await makeCurrent(id, first, actorOf(admin));
    expect((await projectOf(id)).imageBlobKey).toBe(await imageOfTree(first));
    await expectHalves(id);
    expect(await isDue(id)).toBe(false);

    const server = await startImageServer();
    const user = await signedIn("user");
    await db().assignment.create({ data: { projectId: id, accountId: user.account.id } });
    for (const { mapImage } of await listVersions(await adminViewer(), id)) {
      expect((await server.request(mapImage ?? "", { headers: admin.bearer })).status).toBe(200);
      expect((await server.request(mapImage ?? "", { headers: user.bearer })).status).toBe(404);
    }
    expect((await server.request(`/api/project/image/${id}?version=x`, { headers: admin.bearer })).status).toBe(400);
    await server.close();

    const gone = await imageOfTree(second);
    await inTransaction((tx) => dropTrees(tx, [second]));
    await deleteOldUnusedBlobs();
    expect([await isStored(gone), await isStored(await imageOfTree(first))]).toEqual([false, true]);
  });

  it("are rendered again after an edit of the current version", async () => {
    const { id, second } = await publishVersions();
    const { safeName } = await projectOf(id);
    expect((await filesOf(await signedIn("admin"), safeName).folder("", "new")).status).toBe(200);
    expect(await db().tree.findUniqueOrThrow({ where: { id: second } })).toMatchObject({ imageBlobKey: null });
    expect(await isDue(id)).toBe(true);
    await renderer().render(id, never);
    expect(await imageOfTree(second)).toBe((await projectOf(id)).imageBlobKey);
  });

  it("are attempted again at once after the import is complete, and say why there is none", async () => {
    const { project, treeId } = await publishMap({ "no-index.html": "" });
    await renderer().render(project.id, never);
    expect(await projectOf(project.id)).toMatchObject({ imageProblem: "the map's page is missing", imageAttempts: 1 });
    expect(await isDue(project.id)).toBe(false);
    await retryImage(db(), "currentTreeId", treeId);
    expect(await isDue(project.id)).toBe(true);
    await renderer().render(project.id, never);
    expect(await projectOf(project.id)).toMatchObject({ imageProblem: "the map's page is missing", imageAttempts: 1 });
  });
});

it("a worker without Chromium reports it, starts no attempt, and renders the newest map first when Chromium appears", async () => {
  const installation = { chromium: "/nowhere/chromium", setpriv: null, unshare: null };
  let isInstalled = false;
  const worker = new MapRenderer(() => (isInstalled ? installation : null));
  const [older, newer] = [await publishMap(pageWith("")), await publishMap(pageWith(""))];
  const problem = async () => (await pool().query<{ problem: string | null }>(THUMBNAIL_PROBLEM)).rows[0]?.problem;
  expect([await worker.report(), await problem()]).toEqual([false, "Chromium was not found"]);
  await worker.render(newer.project.id, never);
  expect(await projectOf(newer.project.id)).toMatchObject({ imageTriedAt: null });
  isInstalled = true;
  expect([await worker.report(), await problem()]).toEqual([true, null]);
  const due = (await listDueImages(1_000)).filter((id) => [older.project.id, newer.project.id].includes(id));
  expect(due).toEqual([newer.project.id, older.project.id]);
  await worker.render(newer.project.id, never);
  expect([await worker.report(), await problem()]).toEqual([false, "Chromium does not start"]);
  expect(await claimImage(newer.project.id)).not.toBeNull();
  await worker.close();
  expect(await problem()).toBeNull();
});
