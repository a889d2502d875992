import type { HttpResponse, HttpStack } from "tus-js-client";
import { expect, it, vi } from "vitest";
import type { Pack } from "../plan/plan-packs";
import { PackSource, UnreadablePartError } from "./pack-source";
import { PackUploader } from "./pack-uploader";

function answerOf(status: number, headers: Record<string, string>): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => headers[name],
    getBody: () => "",
    getUnderlyingObject: () => null,
  };
}

/** A server that takes every upload in one request. */
function openServer(): HttpStack {
  let uploads = 0;
  return {
    createRequest: (method, url) => ({
      getMethod: () => method,
      getURL: () => url,
      setHeader: () => undefined,
      getHeader: () => undefined,
      setProgressHandler: () => undefined,
      send: (body?: Blob) => {
        uploads += 1;
        const created = answerOf(201, { Location: `/files/${uploads}`, "Tus-Resumable": "1.0.0" });
        const taken = answerOf(204, { "Upload-Offset": String(body?.size ?? 0), "Tus-Resumable": "1.0.0" });
        return Promise.resolve(method === "POST" ? created : taken);
      },
      abort: () => Promise.resolve(),
      getUnderlyingObject: () => null,
    }),
    getName: () => "server",
  };
}

it("PackUploader names an unreadable file at once and sends the other packs", async () => {
  const packs: Pack[] = ["a", "gone", "b"].map((id, number) => ({ id, size: 3, files: Uint32Array.of(number), uploadUrl: null }));
  const host = {
    origin: "https://maps.example.com",
    httpStack: openServer(),
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
  const input = { host, packs, accountId: "1", uploadsAtATime: 1, open, metadataOf: () => ({}) };
  new PackUploader(input, {
    onAddress: ({ id }, _, isDone) => isDone && done.push(id),
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
