import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";
import { cookieFor, type MapServers, rightOf, startMapServers, subresource } from "../maps/map-server";
import { field } from "../zip-direct/direct-server";
import { ask, downloadPath, type FileServer, filePart, startFileServer, upload } from "./file-server";

/** Runs once before the next read by the map server. */
let beforeReading: (() => Promise<void>) | null = null;

let server: FileServer;
let maps: MapServers;
let admin: SignedIn;
let project: Project;
let cookie: string;
beforeAll(async () => {
  const store = blobStore();
  const readBytes = store.readBytes.bind(store);
  vi.spyOn(store, "readBytes").mockImplementation(async (...args) => {
    const interrupt = beforeReading;
    beforeReading = null;
    await interrupt?.();
    return readBytes(...args);
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

/** Returns a version of one repeated character, so that mixed versions are visible. */
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
  ])("of a %s file receives either the old or the new bytes, never a mix", async (name, length) => {
    await put(name, version(0, length));
    let isOver = false;
    const writing = (async () => {
      for (let number = 1; number <= 8; number += 1) {
        await put(name, version(number, length));
        // Unused blobs are deleted at once, while readers use them.
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

  it("looks the file up again when its blob was deleted after the first lookup", async () => {
    await put("replaced.txt", version(0, 100));
    beforeReading = async () => {
      await put("replaced.txt", version(1, 200));
      await deleteOldUnusedBlobs();
    };
    const answer = await fromMap("replaced.txt");
    expect(answer.status).toBe(200);
    expectWhole(answer.body, 200);
  });

  it("receives 404 when the file was deleted after the lookup", async () => {
    await put("deleted.txt", version(0, 100));
    const { blobKey } = await db().entry.findFirstOrThrow({ where: { name: "deleted.txt" } });
    beforeReading = async () => {
      await db().entry.deleteMany({ where: { name: "deleted.txt" } });
      await db().blob.update({ where: { key: blobKey ?? "" }, data: { releasedAt: new Date() } });
      await deleteOldUnusedBlobs();
    };
    expect((await fromMap("deleted.txt")).status).toBe(404);
  });

  it("receives the rest of the file that it has begun to read", async () => {
    const length = 40_000_000;
    await put("slow.bin", version(0, length));
    const path = downloadPath(project.safeName, ["slow.bin"]);
    const sent = request({ host: "localhost", port: server.port, path, agent: false, headers: admin.bearer });
    const received = new Promise<{ bytes: Buffer; isCut: boolean }>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", async (response) => {
        const chunks: Buffer[] = [];
        // An incomplete response shows the client that the file is truncated.
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
    // Swift stores the parts of an object separately. It deletes the parts that it has not begun to send.
    if (isOnS3() && isCut) expectWhole(bytes, bytes.length);
    else expectWhole(bytes, length);
    expect(bytes.subarray(0, 1).toString()).toBe("a");
  });
});

describe("uploaded shared assets", () => {
  it("are available to every map under ../assets", async () => {
    const assets = await upload(server.port, "assets", admin.bearer, [field("filePath_0", "lib/shared.js"), filePart("x", "shared()")]);
    expect(assets.status).toBe(200);
    await put("index.html", Buffer.from('<script src="../assets/lib/shared.js"></script>'));
    // Resolve the URL like a browser on the map entry page.
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
