import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { expect, it, vi } from "vitest";
import type { ConnectionState } from "./connection-state";
import { PackSource } from "./pack-source";
import { PackUploader } from "./pack-uploader";

const BYTES = 10;

function toResponse(status: number, headers: Record<string, string>): HttpResponse {
  const all: Record<string, string> = { "Tus-Resumable": "1.0.0", ...headers };
  return { getStatus: () => status, getHeader: (name) => all[name], getBody: () => "", getUnderlyingObject: () => null };
}

/** A server that answers 401 to requests of accounts that are not signed in. */
class FakeServer implements HttpStack {
  account = "ada";
  readonly calls: string[] = [];

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
      send: () => Promise.resolve(this.answer(method, headers["Account-Id"])),
      abort: () => Promise.resolve(),
      getUnderlyingObject: () => null,
    };
  }

  private answer(method: string, account: string | undefined): HttpResponse {
    this.calls.push(`${method} ${account === this.account ? 200 : 401}`);
    if (account !== this.account) return toResponse(401, {});
    if (method === "POST") {
      this.account = "bob";
      return toResponse(201, { Location: "/files/one" });
    }
    return toResponse(method === "HEAD" ? 200 : 204, {
      "Upload-Offset": String(method === "HEAD" ? 0 : BYTES),
      "Upload-Length": `${BYTES}`,
    });
  }
}

it("PackUploader waits while another account is signed in, and then continues the upload that it began", async () => {
  const server = new FakeServer();
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
        onAddress: () => undefined,
        onConnection: (connection) => connections.push(connection),
        onTotals: () => undefined,
        onRestart: () => reject(new Error("The upload began anew.")),
        onDone: resolve,
        onFailed: (_file, reason) => reject(new Error(reason)),
      },
    );
    uploader.start();
  });
  expect(addresses).toEqual(new Map([["p", "http://localhost/files/one"]]));
  expect(waitForSession).toHaveBeenCalledWith("ada", expect.any(AbortSignal));
  expect(connections).toContain("signed-out");
  expect(server.calls).toEqual(["POST 200", "PATCH 401", "HEAD 200", "PATCH 200"]);
});
