import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
import { imageChangeSchema } from "@/lib/maps/images/schema";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { addressOf, drawHalves, expectNoOrphans, type ImageServer, look, putPicture, startImageServer } from "./image-calls";

let server: ImageServer;
let admin: SignedIn;

beforeAll(async () => {
  [server, admin] = await Promise.all([startImageServer(), signedIn("admin")]);
});
afterAll(() => server.close());

const put = (id: string, body: Buffer, type?: string, headers = admin.bearer) => putPicture(server, id, body, type, headers);

async function setPicture(id: string, body: Buffer, type?: string) {
  const { status, json } = await put(id, body, type);
  expect([status, json.message]).toEqual([200, "Map picture updated successfully"]);
  return imageChangeSchema.parse(json).project.mapImage ?? "";
}

const rowOf = (id: string) => db().project.findUniqueOrThrow({ where: { id } });

describe("a picture that an admin chooses", () => {
  it.each([
    ["png", 1000, 400],
    ["jpeg", 300, 900],
    ["webp", 640, 400],
  ] as const)("is cut from the middle and encoded anew (%s)", async (type, width, height) => {
    const { id } = await createProject(null);
    const sent = await drawHalves(width, height, type);
    const address = await setPicture(id, sent, `image/${type}`);
    const { status, headers, body } = await server.ask(address, { headers: admin.bearer });
    expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([200, "image/webp", "nosniff"]);
    expect(headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
    expect(headers["x-map-image-source"]).toBe("chosen");
    expect(createHash("sha1").update(body).digest("hex")).not.toBe(createHash("sha1").update(sent).digest("hex"));
    const seen = await look(body);
    expect([seen.width, seen.height]).toEqual([640, 400]);
    expect(seen.colourAt(0.2, 0.5)[0]).toBeGreaterThan(180);
    expect(seen.colourAt(0.8, 0.5)[2]).toBeGreaterThan(180);
  });

  it("is told of in the list and in the trail, and takes the place of the one before", async () => {
    const project = await createProject(null);
    const first = await setPicture(project.id, await drawHalves(640, 400));
    const { imageBlobKey: before } = await rowOf(project.id);
    const second = await setPicture(project.id, await drawHalves(320, 200));
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

  it("is taken away again, once", async () => {
    const { id } = await createProject(null);
    await setPicture(id, await drawHalves(64, 40));
    for (const _ of [1, 2]) {
      const { status, body } = await server.ask(addressOf(id), { method: "DELETE", headers: admin.bearer });
      const change = imageChangeSchema.parse(JSON.parse(body.toString()));
      expect([status, change.project]).toEqual([200, { _id: id, mapImage: null }]);
    }
    expect(await rowOf(id)).toMatchObject({ imageBlobKey: null, imageSource: null });
    expect(await db().auditEvent.count({ where: { targetId: id, action: "project.picture-removed" } })).toBe(1);
    await expectNoOrphans();
  });

  it("is the last one of many that are sent at once, and the others leave nothing", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400);
    await Promise.all(Array.from({ length: 8 }, () => setPicture(id, image)));
    expect((await rowOf(id)).imageBlobKey).not.toBeNull();
    await expectNoOrphans();
  });

  it("leaves one that was rendered when there is none to take away", async () => {
    const { id } = await createProject(null);
    const address = await setPicture(id, await drawHalves(64, 40));
    await db().project.update({ where: { id }, data: { imageSource: "rendered" } });
    const { body } = await server.ask(addressOf(id), { method: "DELETE", headers: admin.bearer });
    expect(imageChangeSchema.parse(JSON.parse(body.toString())).project.mapImage).toBe(address);
  });
});

describe("who asks for a picture", () => {
  it("asks again only whether it has changed", async () => {
    const { id } = await createProject(null);
    const address = await setPicture(id, await drawHalves(64, 40));
    const { headers } = await server.ask(address, { headers: admin.bearer });
    const again = await server.ask(address, { headers: { ...admin.bearer, "if-none-match": headers.etag ?? "" } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await server.ask(address, { method: "HEAD", headers: admin.bearer });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, headers["content-length"], 0]);
    const bare = await server.ask(addressOf(id), { headers: admin.bearer });
    expect(bare.headers["cache-control"]).toBe("private, no-cache");
  });

  it("has to be somebody who may open the project, and learns nothing else", async () => {
    const [owner, stranger] = await Promise.all([signedIn("user"), signedIn("user")]);
    const { id } = await createProject(null);
    await assign(id, owner.account.id);
    const address = await setPicture(id, await drawHalves(64, 40));
    const seen = await server.ask(address, { headers: owner.bearer });
    expect([seen.status, seen.headers["x-map-image-source"]]).toEqual([200, undefined]);
    const hidden = await server.ask(address, { headers: stranger.bearer });
    const missing = await server.ask(addressOf(randomUUID()), { headers: stranger.bearer });
    expect([hidden.status, hidden.body.toString()]).toEqual([404, missing.body.toString()]);
    for (const path of ["/api/project/image/", "/api/project/image", `${addressOf(id)}/more`, addressOf("..%2f..")]) {
      expect((await server.ask(path, { headers: admin.bearer })).status).toBe(404);
    }
  });

  it("may not be another site's page", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(64, 40);
    expect((await put(id, image, "image/png", admin.foreign)).status).toBe(403);
    expect((await server.ask(addressOf(id), { method: "DELETE", headers: admin.foreign })).status).toBe(403);
    expect((await put(id, image, "image/png", admin.browser)).status).toBe(200);
  });

  it("gets 404 when the bytes are gone", async () => {
    const { id } = await createProject(null);
    const address = await setPicture(id, await drawHalves(64, 40));
    await blobStore().delete(blobKeySchema.parse((await rowOf(id)).imageBlobKey));
    expect((await server.ask(address, { headers: admin.bearer })).status).toBe(404);
    await db().blob.delete({ where: { key: (await rowOf(id)).imageBlobKey ?? "" } });
    await db().project.delete({ where: { id } });
  });
});
