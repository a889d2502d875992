import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { addressOf, decodeImage, drawHalves, expectNoOrphans, type ImageServer, putThumbnail, startImageServer } from "./image-calls";

let server: ImageServer;
let admin: SignedIn;

beforeAll(async () => {
  [server, admin] = await Promise.all([startImageServer(), signedIn("admin")]);
});
afterAll(() => server.close());

const put = (id: string, body: Buffer, type?: string) => putThumbnail(server, id, body, type, admin.bearer);

/** Creates a tiny PNG whose header declares a large size. */
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

describe("PUT /api/project/image/{id} with an invalid image", () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  it.each([
    ["an SVG", svg, "image/svg+xml"],
    ["an SVG declared as PNG", svg, "image/png"],
    ["HTML declared as JPEG", Buffer.from("<!doctype html><script>alert(1)</script>"), "image/jpeg"],
    ["bytes without a type", randomBytes(100), ""],
    ["an empty body", Buffer.alloc(0), "image/png"],
  ])("returns 415 for %s", async (_, body, type) => {
    const { id } = await createProject(null);
    expect(await put(id, body, type)).toMatchObject({ status: 415, json: { message: "The picture must be a PNG, JPEG or WebP file." } });
  });

  it("returns 415 for an image of another type than declared", async () => {
    const { id } = await createProject(null);
    expect((await put(id, await drawHalves(64, 40, "jpeg"), "image/png")).status).toBe(415);
  });

  it.each(["png", "jpeg", "webp"] as const)("returns 400 for a truncated %s image", async (type) => {
    const { id } = await createProject(null);
    const whole = await drawHalves(640, 400, type);
    expect(await put(id, whole.subarray(0, whole.length - 20), `image/${type}`)).toMatchObject({
      status: 400,
      json: { message: "The picture cannot be read. Please choose another file." },
    });
  });

  it("returns 400 for a damaged image", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400);
    image.writeUInt8(image.readUInt8(100) ^ 0xff, 100);
    expect((await put(id, image)).status).toBe(400);
  });

  it("returns 413 for an image with too many pixels without decoding it", async () => {
    const { id } = await createProject(null);
    const before = process.memoryUsage().rss;
    const { status, json } = await put(id, bomb(30_000, 30_000));
    expect([status, json.message]).toEqual([413, "The picture has too many pixels. The maximum is 40 megapixels."]);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
    expect((await put(id, bomb(0, 400))).status).toBe(400);
  });

  it("returns 415 for a JPEG that hides its real size from a simple parser", async () => {
    const { id } = await createProject(null);
    const image = await drawHalves(640, 400, "jpeg");
    const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 64, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    const scan = image.indexOf(Buffer.from([0xff, 0xda]));
    // Decoders skip the first two bytes. A parser that reads them as a segment skips the real frame and finds the fake one.
    const hiding = Buffer.from([0xff, 0x00, (scan + 4) >> 8, (scan + 4) & 0xff]);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, frame.length + 2]), frame]);
    const trick = Buffer.concat([image.subarray(0, 2), hiding, image.subarray(2, scan), comment, image.subarray(scan)]);
    expect((await decodeImage(trick)).width).toBe(640);
    expect((await put(id, trick, "image/jpeg")).status).toBe(415);
  });

  it("returns 413 for an image of more than 5 MB with and without Content-Length", async () => {
    const { id } = await createProject(null);
    const large = Buffer.concat([await drawHalves(64, 40), Buffer.alloc(6 * 1024 * 1024)]);
    expect(await put(id, large)).toMatchObject({ status: 413, json: { message: "The picture is too large. The maximum size is 5 MB." } });
    const answer = await new Promise<string>((resolve, reject) => {
      let read = "";
      const socket = connect(server.port, "127.0.0.1");
      const lines = [`PUT ${addressOf(id)} HTTP/1.1`, "Host: localhost", `Authorization: ${admin.bearer["authorization"]}`];
      socket.write([...lines, "Content-Type: image/png", "Transfer-Encoding: chunked", "", ""].join("\r\n"));
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
      // The body is endless.
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

  it("leaves no blobs", () => expectNoOrphans());
});
