import { randomBytes } from "node:crypto";
import { type DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { findCompleteUpload } from "@/lib/imports/uploads/data";
import { guardAnswer, statusOf } from "@/lib/upload-client/send/transfer-failure";
import { actorOf, type SignedIn, signedIn, signInAs } from "../../setup/signed-in";
import { DatabaseLine, forkUploadServer, type UploadProcess } from "./upload-process";
import { contentsOf, idOf } from "./upload-server";

const MIB = 1024 * 1024;

let server: UploadProcess;
let line: DatabaseLine;
let admin: SignedIn;

beforeAll(async () => {
  line = await DatabaseLine.open(env().databaseUrl);
  server = await forkUploadServer(0, { DATABASE_URL: line.url });
  admin = await signedIn("admin");
});
afterAll(async () => {
  await server.kill("SIGTERM");
  line.close();
});

interface Outcome {
  upload: Upload;
  url: string;
  error?: Error | DetailedError;
}

/** Runs an upload to its end. @param onChunk runs after each chunk that the server has accepted */
function run(bytes: Buffer, onChunk: (upload: Upload, accepted: number) => void, options: UploadOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const upload: Upload = new Upload(bytes, {
      endpoint: server.endpoint,
      chunkSize: MIB,
      retryDelays: [0, 200, 400, 800, 1_600, 3_200],
      metadata: { filename: "map.zip", uploadType: "zip", projectName: "Harbour", userRole: "admin" },
      headers: admin.bearer,
      onChunkComplete: (_size, accepted) => onChunk(upload, accepted),
      onSuccess: () => resolve({ upload, url: upload.url ?? "" }),
      onError: (error) => resolve({ upload, url: upload.url ?? "", error }),
      ...options,
    });
    upload.start();
  });
}

async function expectWhole(url: string, bytes: Buffer): Promise<void> {
  expect(await findCompleteUpload(actorOf(admin), idOf(url))).toMatchObject({ size: bytes.length, metadata: { projectName: "Harbour" } });
  expect((await contentsOf(url)).equals(bytes)).toBe(true);
}

describe("tus-js-client", () => {
  it("uploads a file in chunks", async () => {
    const bytes = randomBytes(5 * MIB + 7);
    const accepted: number[] = [];
    const { url, error } = await run(bytes, (_upload, count) => accepted.push(count));
    expect(error).toBeUndefined();
    expect(accepted).toEqual([MIB, 2 * MIB, 3 * MIB, 4 * MIB, 5 * MIB, bytes.length]);
    await expectWhole(url, bytes);
  });

  it("sends the first chunk with the creation request", async () => {
    const bytes = randomBytes(2 * MIB + 1);
    const { url, error } = await run(bytes, () => undefined, { uploadDataDuringCreation: true });
    expect(error).toBeUndefined();
    await expectWhole(url, bytes);
  });

  it("continues without a user when the server is killed and restarted", async () => {
    const bytes = randomBytes(6 * MIB);
    let isKilled = false;
    const killOnce = (_upload: Upload, accepted: number) => {
      if (isKilled || accepted < 2 * MIB) return;
      isKilled = true;
      const { port } = server;
      void server.kill("SIGKILL").then(async () => {
        server = await forkUploadServer(port, { DATABASE_URL: line.url });
      });
    };
    // A busy machine takes longer to start the server than the default delays allow.
    const { url, error } = await run(bytes, killOnce, { retryDelays: Array.from({ length: 200 }, () => 200) });
    expect(error).toBeUndefined();
    await expectWhole(url, bytes);
    expect(await db().upload.count({ where: { ownerId: admin.account.id, state: "receiving" } })).toBe(0);
  });

  it("continues when the database was unavailable, and does not begin anew", async () => {
    const bytes = randomBytes(4 * MIB);
    let isCut = false;
    const created = await db().upload.count();
    const { url, error } = await run(bytes, (_upload, accepted) => {
      if (isCut || accepted < 2 * MIB) return;
      isCut = true;
      line.cut();
      setTimeout(() => line.mend(), 700);
    });
    expect(error).toBeUndefined();
    await expectWhole(url, bytes);
    expect(await db().upload.count()).toBe(created + 1);
  });

  it("keeps its upload when the session ends, and continues after the next sign-in", async () => {
    const bytes = randomBytes(4 * MIB);
    const before = await db().upload.count();
    const ended = await signInAs(admin.account);
    const first = await run(
      bytes,
      (upload, accepted) => {
        if (accepted !== 2 * MIB) return;
        void upload
          .abort()
          .then(() => db().session.delete({ where: { id: ended.session.id } }))
          .then(() => upload.start());
      },
      { headers: ended.bearer, retryDelays: [], onAfterResponse: guardAnswer },
    );
    expect(first.error && statusOf(first.error)).toBe(401);
    expect(idOf(first.url)).toMatch(/^[0-9a-f]{32}$/);

    const second = await run(bytes, () => undefined, { uploadUrl: first.url });
    expect(second.error).toBeUndefined();
    expect(second.url).toBe(first.url);
    await expectWhole(first.url, bytes);
    expect(await db().upload.count()).toBe(before + 1);
  });

  it("deletes an upload that it aborts", async () => {
    const bytes = randomBytes(3 * MIB);
    const url = await new Promise<string>((resolve) => {
      void run(bytes, (upload, accepted) => {
        if (accepted === MIB) void upload.abort(true).then(() => resolve(upload.url ?? ""));
      });
    });
    expect(await db().upload.count({ where: { id: idOf(url) } })).toBe(0);
  });
});
