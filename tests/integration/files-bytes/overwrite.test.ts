import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db";
import type { Project } from "@/lib/generated/prisma/client";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { cookieFor, type MapServers, rightOf, startMapServers, subresource } from "../maps/map-server";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

/** Is done once, just before the next reading by the maps. */
let beforeReading: (() => Promise<void>) | null = null;

let server: FileServer;
let maps: MapServers;
let admin: SignedIn;
let project: Project;
let cookie: string;
beforeAll(async () => {
  const store = blobStore();
  const readBytes = store.readBytes.bind(store);
  vi.spyOn(store, "readBytes").mockImplementation(async (...asked) => {
    const interrupt = beforeReading;
    beforeReading = null;
    await interrupt?.();
    return readBytes(...asked);
  });
  [server, maps, admin, project] = await Promise.all([
    startFileServer(),
    startMapServers({ store }),
    signedIn("admin"),
    createProject(null),
  ]);
  cookie = cookieFor(rightOf(admin, project));
});
afterAll(async () => {
  await Promise.all([server.close(), maps.close()]);
});

/** As long as it says, and of one letter: anything mixed shows. */
const version = (number: number, length: number) => Buffer.alloc(length, String.fromCharCode(97 + (number % 26)));

async function put(name: string, bytes: Buffer): Promise<void> {
  const answer = await upload(server.port, project.safeName, admin.bearer, [field("filePath_0", name), filePart("x", bytes)]);
  expect(answer.status).toBe(200);
}

const fromMap = (name: string) => maps.ask(`/projects/maps/${project.safeName}/${name}`, { headers: { ...subresource, cookie } });
const download = (name: string) => ask(server.port, downloadPath(project.safeName, [name]), { headers: admin.bearer });

function expectWhole(bytes: Buffer, length: number): void {
  expect(bytes.length).toBe(length);
  expect(bytes.equals(Buffer.alloc(length, bytes[0]))).toBe(true);
}

describe("a reader during an overwrite", () => {
  it.each([
    ["small", 20_000],
    ["large", 1_500_000],
  ])("of a %s file gets all of the old bytes or all of the new ones", async (name, length) => {
    await put(name, version(0, length));
    let isOver = false;
    const writing = (async () => {
      for (let number = 1; number <= 8; number += 1) {
        await put(name, version(number, length));
        // What nobody refers to any more goes at once, under the readers.
        await deleteOldUnusedBlobs();
      }
      isOver = true;
    })();
    let read = 0;
    const reading = [fromMap, fromMap, download].map(async (readFrom) => {
      while (!isOver) {
        const answer = await readFrom(name);
        expect(answer.status).toBe(200);
        expectWhole("bytes" in answer ? answer.bytes : answer.body, length);
        read += 1;
      }
    });
    await Promise.all([writing, ...reading]);
    expect(read).toBeGreaterThan(0);
    expectWhole((await fromMap(name)).body, length);
  });

  it("looks a file up once more whose bytes went between the look-up and the reading", async () => {
    await put("replaced.txt", version(0, 100));
    beforeReading = async () => {
      await put("replaced.txt", version(1, 200));
      await deleteOldUnusedBlobs();
    };
    const answer = await fromMap("replaced.txt");
    expect(answer.status).toBe(200);
    expectWhole(answer.body, 200);
  });

  it("is told that a file is gone which was deleted in that moment", async () => {
    await put("deleted.txt", version(0, 100));
    const { blobKey } = await db().entry.findFirstOrThrow({ where: { name: "deleted.txt" } });
    beforeReading = async () => {
      await db().entry.deleteMany({ where: { name: "deleted.txt" } });
      await db().blob.update({ where: { key: blobKey ?? "" }, data: { releasedAt: new Date() } });
      await deleteOldUnusedBlobs();
    };
    expect((await fromMap("deleted.txt")).status).toBe(404);
  });

  it("goes on with what it has begun to read", async () => {
    const length = 40_000_000;
    await put("slow.bin", version(0, length));
    const path = downloadPath(project.safeName, ["slow.bin"]);
    const sent = request({ host: "localhost", port: server.port, path, agent: false, headers: admin.bearer });
    const received = new Promise<{ bytes: Buffer; isCut: boolean }>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", async (response) => {
        const chunks: Buffer[] = [];
        // Of a body without its end the client is told, and so never takes it for the file.
        response.on("error", () => undefined);
        response.once("close", () => resolve({ bytes: Buffer.concat(chunks), isCut: !response.complete }));
        try {
          response.pause();
          await put("slow.bin", version(1, 10));
          await deleteOldUnusedBlobs();
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.resume();
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.end();
    const { bytes, isCut } = await received;
    // A store that keeps the parts of an object apart, as Swift does, deletes those with it that it has not begun to send.
    if (isOnS3() && isCut) expectWhole(bytes, bytes.length);
    else expectWhole(bytes, length);
    expect(bytes.subarray(0, 1).toString()).toBe("a");
  });
});

describe("the shared assets", () => {
  it("that were uploaded are there for every map, beside it", async () => {
    const assets = await upload(server.port, "assets", admin.bearer, [field("filePath_0", "lib/shared.js"), filePart("x", "shared()")]);
    expect(assets.status).toBe(200);
    await put("index.html", Buffer.from('<script src="../assets/lib/shared.js"></script>'));
    // As a browser resolves it from the map's page.
    const address = new URL("../assets/lib/shared.js", `${"http://localhost"}/projects/maps/${project.safeName}/`).pathname;
    expect(address).toBe("/projects/maps/assets/lib/shared.js");
    const own = cookieFor({ ...rightOf(admin, project), project: null, scope: "assets" });
    const answer = await maps.ask(address, { headers: { ...subresource, cookie: own } });
    expect([answer.status, answer.body.toString(), answer.headers["content-type"]]).toEqual([
      200,
      "shared()",
      "text/javascript; charset=utf-8",
    ]);
    await upload(server.port, "assets", admin.bearer, [field("filePath_0", "lib/shared.js"), filePart("x", "changed()")]);
    expect((await maps.ask(address, { headers: { ...subresource, cookie: own } })).body.toString()).toBe("changed()");
    expect((await maps.ask(address, { headers: { ...subresource, cookie } })).status).toBe(404);
  });
});
