import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { expect, it, vi } from "vitest";
import type { Pack } from "../plan/plan-packs";
import type { ConnectionState } from "./connection-state";
import { PackSource, UnreadablePartError } from "./pack-source";
import { PackUploader } from "./pack-uploader";

const BYTES = 10;

function toResponse(status: number, headers: Record<string, string>): HttpResponse {
  const all: Record<string, string> = { "Tus-Resumable": "1.0.0", ...headers };
  return { getStatus: () => status, getHeader: (name) => all[name], getBody: () => "", getUnderlyingObject: () => null };
}

/** A server that takes each upload in one request. It answers 401 to accounts that are not signed in. */
class FakeServer implements HttpStack {
  account = "ada";
  readonly calls: string[] = [];

  /** @param next account that signs in after the first request */
  constructor(private readonly next = "ada") {}

  getName = () => "fake";

  createRequest(method: string, url: string): HttpRequest {
    const headers: Record<string, string> = {};
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => {
        headers[name] = value;
      },
      getHeader: (name) => headers[name],
      setProgressHandler: () => undefined,
      send: (body?: Blob) => Promise.resolve(this.answer(method, headers["Account-Id"], body?.size ?? 0)),
      abort: () => Promise.resolve(),
      getUnderlyingObject: () => null,
    };
  }

  private answer(method: string, account: string | undefined, bytes: number): HttpResponse {
    this.calls.push(`${method} ${account === this.account ? 200 : 401}`);
    if (account !== this.account) return toResponse(401, {});
    if (method === "POST") {
      this.account = this.next;
      return toResponse(201, { Location: "/files/one" });
    }
    if (method === "HEAD") return toResponse(200, { "Upload-Offset": "0", "Upload-Length": `${BYTES}` });
    return toResponse(204, { "Upload-Offset": String(bytes) });
  }
}

it("PackUploader waits while another account is signed in, and then continues the upload that it began", async () => {
  const server = new FakeServer("bob");
  const connections: ConnectionState[] = [];
  const waitForSession = vi.fn(() => {
    server.account = "ada";
    return Promise.resolve();
  });
  const host = {
    origin: "http://localhost",
    isOnline: () => true,
    watchNetwork: () => undefined,
    waitForSession,
    signUpload: () => undefined,
    httpStack: server,
  };
  const file = { path: "index.html", file: new Blob(["x".repeat(BYTES)]) };
  const pack = { id: "p", size: BYTES, files: Uint32Array.of(0), uploadUrl: null };
  const noted: [boolean, number][] = [];
  const addresses = await new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
    const uploader = new PackUploader(
      {
        host,
        packs: [pack],
        accountId: "ada",
        open: () => new PackSource([file], { read: () => file.file }),
        metadataOf: () => ({}),
        uploadsAtATime: 1,
      },
      {
        onAddress: (_, { isDone, ranges }) => noted.push([isDone, ranges?.at(-1)?.to ?? 0]),
        onConnection: (connection) => connections.push(connection),
        onTotals: () => undefined,
        onRestart: () => reject(new Error("The upload began anew.")),
        onDone: resolve,
        onUnreadable: () => reject(new Error("A file is unreadable.")),
        onFailed: (_files, reason) => reject(new Error(reason)),
      },
    );
    uploader.start();
  });
  expect(addresses).toEqual(new Map([["p", "http://localhost/files/one"]]));
  expect(waitForSession).toHaveBeenCalledWith("ada", expect.any(AbortSignal));
  expect(connections).toContain("signed-out");
  expect(server.calls).toEqual(["POST 200", "PATCH 401", "HEAD 200", "PATCH 200"]);
  // What a request sends is known before it begins.
  expect(noted).toEqual([
    [false, 0],
    [false, BYTES],
    [false, BYTES],
    [true, BYTES],
  ]);
});

it("PackUploader names an unreadable file at once and sends the other packs", async () => {
  const packs: Pack[] = ["a", "gone", "b"].map((id, number) => ({ id, size: 3, files: Uint32Array.of(number), uploadUrl: null }));
  const host = {
    origin: "https://maps.example.com",
    httpStack: new FakeServer(),
    signUpload: () => undefined,
    isOnline: () => true,
    watchNetwork: () => undefined,
    waitForSession: () => Promise.resolve(),
  };
  const open = ({ id }: Pack) => {
    const read = () => (id === "gone" ? Promise.reject(new UnreadablePartError(0)) : new Blob(["abc"]));
    return new PackSource([{ path: id, file: new File(["abc"], id) }], { read });
  };
  const order: string[] = [];
  const done: string[] = [];
  const onFailed = vi.fn(() => void order.push("failed"));
  const input = { host, packs, accountId: "ada", uploadsAtATime: 1, open, metadataOf: () => ({}) };
  new PackUploader(input, {
    onAddress: ({ id }, { isDone }) => isDone && done.push(id),
    onConnection: () => undefined,
    onTotals: () => undefined,
    onRestart: () => undefined,
    onDone: () => order.push("done"),
    onUnreadable: (file) => order.push(`unreadable ${file}`),
    onFailed,
  }).start();
  await expect.poll(() => order, { timeout: 2_000 }).toEqual(["unreadable gone", "failed"]);
  expect(done).toEqual(["a", "b"]);
  expect(onFailed).toHaveBeenCalledWith(["gone"], "the file was changed or moved after it was chosen");
});
