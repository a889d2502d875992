import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { imageChangeSchema } from "@/lib/maps/images/schema";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { addressOf, decodeImage, drawHalves, expectNoOrphans, type ImageServer, putThumbnail, startImageServer } from "./image-calls";

let server: ImageServer;
let admin: SignedIn;

beforeAll(async () => {
  [server, admin] = await Promise.all([startImageServer(), signedIn("admin")]);
});
afterAll(() => server.close());

const put = (id: string, body: Buffer, type?: string, headers = admin.bearer) => putThumbnail(server, id, body, type, headers);

async function setThumbnail(id: string, body: Buffer, type?: string) {
  const { status, json } = await put(id, body, type);
  expect([status, json.message]).toEqual([200, "Map picture updated successfully"]);
  return imageChangeSchema.parse(json).project.mapImage ?? "";
}

const rowOf = (id: string) => db().project.findUniqueOrThrow({ where: { id } });

describe("a thumbnail set by an admin", () => {
  it.each([
    ["png", 1000, 400],
    ["jpeg", 300, 900],
    ["webp", 640, 400],
  ] as const)("is cropped and re-encoded (%s)", async (type, width, height) => {
    const { id } = await createProject(null);
    const sent = await drawHalves(width, height, type);
    const address = await setThumbnail(id, sent, `image/${type}`);
    const { status, headers, body } = await server.request(address, { headers: admin.bearer });
    expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([200, "image/webp", "nosniff"]);
    expect(headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
    expect(headers["x-map-image-source"]).toBe("chosen");
    expect(createHash("sha1").update(body).digest("hex")).not.toBe(createHash("sha1").update(sent).digest("hex"));
    const seen = await decodeImage(body);
    expect([seen.width, seen.height]).toEqual([640, 400]);
    expect(seen.colorAt(0.2, 0.5)[0]).toBeGreaterThan(180);
    expect(seen.colorAt(0.8, 0.5)[2]).toBeGreaterThan(180);
  });

  it("replaces the previous thumbnail and is recorded in the audit trail", async () => {
    const project = await createProject(null);
    const first = await setThumbnail(project.id, await drawHalves(640, 400));
    const { imageBlobKey: before } = await rowOf(project.id);
    const second = await setThumbnail(project.id, await drawHalves(320, 200));
    expect(second).not.toBe(first);
    expect(await blobStore().size(blobKeySchema.parse(before))).toBeNull();
    expect(await rowOf(project.id)).toMatchObject({ imageSource: "chosen", imageOf: null });
    const events = await db().auditEvent.findMany({ where: { targetId: project.id } });
    expect(events).toMatchObject(
      [1, 2].map(() => ({
        action: "project.picture-set",
        actorEmail: admin.account.email,
        targetName: project.name,
        address: "127.0.0.1",
      })),
    );
    await expectNoOrphans();
  });

  it("can be removed once, with one audit event", async () => {
    const { id } = await createProject(null);
    await setThumbnail(id, await drawHalves(64, 40));
    for (const _ of [1, 2]) {
      const { status, body } = await server.request(addressOf(id), { method: "DELETE", headers: admin.bearer });
      const change = imageChangeSchema.parse(JSON.parse(body.toString()));
      expect([status, change.project]).toEqual([200, { _id: id, mapImage: null }]);
    }
    expect(await rowOf(id)).toMatchObject({ imageBlobKey: null, imageSource: null });
    expect(await db().auditEvent.count({ where: { targetId: id, action: "project.picture-removed" } })).toBe(1);
    await expectNoOrphans();
  });

  it("is one of several concurrent uploads, and the others leave no blobs", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400);
    await Promise.all(Array.from({ length: 8 }, () => setThumbnail(id, image)));
    expect((await rowOf(id)).imageBlobKey).not.toBeNull();
    await expectNoOrphans();
  });

  it("is the only kind that DELETE removes: a rendered thumbnail stays", async () => {
    const { id } = await createProject(null);
    const address = await setThumbnail(id, await drawHalves(64, 40));
    await db().project.update({ where: { id }, data: { imageSource: "rendered" } });
    const { body } = await server.request(addressOf(id), { method: "DELETE", headers: admin.bearer });
    expect(imageChangeSchema.parse(JSON.parse(body.toString())).project.mapImage).toBe(address);
  });
});

describe("/api/project/image/{id}", () => {
  it("supports conditional requests, HEAD and revalidation", async () => {
    const { id } = await createProject(null);
    const address = await setThumbnail(id, await drawHalves(64, 40));
    const { headers } = await server.request(address, { headers: admin.bearer });
    const again = await server.request(address, { headers: { ...admin.bearer, "if-none-match": headers.etag ?? "" } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await server.request(address, { method: "HEAD", headers: admin.bearer });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, headers["content-length"], 0]);
    const bare = await server.request(addressOf(id), { headers: admin.bearer });
    expect(bare.headers["cache-control"]).toBe("private, no-cache");
  });

  it("returns the same 404 to users without access as for a missing project", async () => {
    const [owner, stranger] = await Promise.all([signedIn("user"), signedIn("user")]);
    const { id } = await createProject(null);
    await assign(id, owner.account.id);
    const address = await setThumbnail(id, await drawHalves(64, 40));
    const seen = await server.request(address, { headers: owner.bearer });
    expect([seen.status, seen.headers["x-map-image-source"]]).toEqual([200, undefined]);
    const hidden = await server.request(address, { headers: stranger.bearer });
    const missing = await server.request(addressOf(randomUUID()), { headers: stranger.bearer });
    expect([hidden.status, hidden.body.toString()]).toEqual([404, missing.body.toString()]);
    for (const path of ["/api/project/image/", "/api/project/image", `${addressOf(id)}/more`, addressOf("..%2f..")]) {
      expect((await server.request(path, { headers: admin.bearer })).status).toBe(404);
    }
  });

  it("rejects changes from a page of another site", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(64, 40);
    expect((await put(id, image, "image/png", admin.foreign)).status).toBe(403);
    expect((await server.request(addressOf(id), { method: "DELETE", headers: admin.foreign })).status).toBe(403);
    expect((await put(id, image, "image/png", admin.browser)).status).toBe(200);
  });

  it("returns 404 when the bytes of the thumbnail are missing", async () => {
    const { id } = await createProject(null);
    const address = await setThumbnail(id, await drawHalves(64, 40));
    await blobStore().delete(blobKeySchema.parse((await rowOf(id)).imageBlobKey));
    expect((await server.request(address, { headers: admin.bearer })).status).toBe(404);
    await db().blob.delete({ where: { key: (await rowOf(id)).imageBlobKey ?? "" } });
    await db().project.delete({ where: { id } });
  });
});
