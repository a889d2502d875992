import { createHash, randomBytes, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db";
import { imageChangeSchema } from "@/lib/map-images/schema";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { drawHalves, type ImageServer, look, startImageServer } from "./image-calls";

let server: ImageServer;
let admin: SignedIn;

beforeAll(async () => {
  [server, admin] = await Promise.all([startImageServer(), signedIn("admin")]);
});
afterAll(() => server.close());

const addressOf = (id: string) => `/api/project/image/${id}`;

async function put(id: string, body: Buffer, type = "image/png", headers: Record<string, string> = admin.bearer) {
  const answer = await server.ask(addressOf(id), { method: "PUT", headers: { ...headers, "content-type": type }, body });
  return { status: answer.status, json: JSON.parse(answer.body.toString()) as { message: string } };
}

async function setPicture(id: string, body: Buffer, type?: string) {
  const { status, json } = await put(id, body, type);
  expect([status, json.message]).toEqual([200, "Map picture updated successfully"]);
  return imageChangeSchema.parse(json).project.mapImage ?? "";
}

const rowOf = (id: string) => db().project.findUniqueOrThrow({ where: { id } });

/** Every blob there is has its bytes, and is somebody's. */
async function expectNoOrphans() {
  const used = (await db().project.findMany({ where: { imageBlobKey: { not: null } } })).map(({ imageBlobKey }) => imageBlobKey);
  const blobs = await db().blob.findMany();
  expect(blobs.map(({ key }) => key).sort()).toEqual(used.sort());
  for (const { key, size } of blobs) expect(await blobStore().size(blobKeySchema.parse(key))).toBe(Number(size));
}

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

/** A PNG that says it is that large, in a few bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", Buffer.alloc(100)), chunk("IEND", Buffer.alloc(0))]);
}

describe("what is no picture", () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  it.each([
    ["an SVG", svg, "image/svg+xml"],
    ["an SVG that says it is a PNG", svg, "image/png"],
    ["HTML that says it is a JPEG", Buffer.from("<!doctype html><script>alert(1)</script>"), "image/jpeg"],
    ["bytes without a type", randomBytes(100), ""],
    ["nothing", Buffer.alloc(0), "image/png"],
  ])("%s is refused with 415", async (_, body, type) => {
    const { id } = await createProject(null);
    expect(await put(id, body, type)).toMatchObject({ status: 415, json: { message: "The picture must be a PNG, JPEG or WebP file." } });
  });

  it("is one of another type than it says", async () => {
    const { id } = await createProject(null);
    expect((await put(id, await drawHalves(64, 40, "jpeg"), "image/png")).status).toBe(415);
  });

  it.each(["png", "jpeg", "webp"] as const)("is one that was cut off (%s)", async (type) => {
    const { id } = await createProject(null);
    const whole = await drawHalves(640, 400, type);
    expect(await put(id, whole.subarray(0, whole.length - 20), `image/${type}`)).toMatchObject({
      status: 400,
      json: { message: "The picture cannot be read. Please choose another file." },
    });
  });

  it("is one that was damaged on the way", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400);
    image.writeUInt8(image.readUInt8(100) ^ 0xff, 100);
    expect((await put(id, image)).status).toBe(400);
  });

  it("is a bomb: its size is read before anything is decoded", async () => {
    const { id } = await createProject(null);
    const before = process.memoryUsage().rss;
    const { status, json } = await put(id, bomb(30_000, 30_000));
    expect([status, json.message]).toEqual([413, "The picture has too many pixels. The maximum is 40 megapixels."]);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
    expect((await put(id, bomb(0, 400))).status).toBe(400);
  });

  it("is a bomb as well when it hides how large it is from whoever looks for it in the plainest way", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400, "jpeg");
    const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 64, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    const scan = image.indexOf(Buffer.from([0xff, 0xda]));
    // A decoder passes over the first two bytes; with them taken for a segment, the real frame would be skipped, and this one found.
    const hiding = Buffer.from([0xff, 0x00, (scan + 4) >> 8, (scan + 4) & 0xff]);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, frame.length + 2]), frame]);
    const trick = Buffer.concat([image.subarray(0, 2), hiding, image.subarray(2, scan), comment, image.subarray(scan)]);
    expect((await look(trick)).width).toBe(640);
    expect((await put(id, trick, "image/jpeg")).status).toBe(415);
  });

  it("is one of more than 5 MB, announced or not", async () => {
    const { id } = await createProject(null);
    const large = Buffer.concat([await drawHalves(64, 40), Buffer.alloc(6 * 1024 * 1024)]);
    expect(await put(id, large)).toMatchObject({ status: 413, json: { message: "The picture is too large. The maximum size is 5 MB." } });
    const answer = await new Promise<string>((resolve, reject) => {
      let read = "";
      const socket = connect(server.port, "127.0.0.1");
      const lines = [`PUT ${addressOf(id)} HTTP/1.1`, "Host: localhost", `Authorization: ${admin.bearer["authorization"]}`];
      socket.write([...lines, "Content-Type: image/png", "Transfer-Encoding: chunked", "", ""].join("\r\n"));
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
      // It never ends by itself.
      const send = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on("drain", send);
      socket.on("data", (data) => {
        read += data.toString();
      });
      socket.on("close", () => resolve(read));
      socket.on("error", (error) => (read ? resolve(read) : reject(error)));
      send();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("leaves nothing behind", () => expectNoOrphans());
});
