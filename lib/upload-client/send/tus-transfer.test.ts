import type { HttpStack } from "tus-js-client";
import { expect, it, vi } from "vitest";
import { TusTransfer } from "./tus-transfer";

/** A network that loses every request. */
const lostNetwork: HttpStack = {
  createRequest: (method, url) => ({
    getMethod: () => method,
    getURL: () => url,
    setHeader: () => undefined,
    getHeader: () => undefined,
    setProgressHandler: () => undefined,
    send: () => Promise.reject(new TypeError("network error")),
    abort: () => Promise.resolve(),
    getUnderlyingObject: () => null,
  }),
  getName: () => "lost network",
};

function start(isReadable: boolean) {
  const events = {
    onAddress: vi.fn(),
    onConnection: vi.fn(),
    onBytes: vi.fn(),
    onRestart: vi.fn(),
    onDone: vi.fn(),
    onFailed: vi.fn(),
  };
  const host = {
    origin: "https://maps.example.com",
    httpStack: lostNetwork,
    signUpload: () => Promise.resolve(),
    isOnline: () => true,
    watchNetwork: () => undefined,
    waitForSession: () => Promise.resolve(),
  };
  const source = { size: 3, slice: () => new Blob(["abc"]), isReadable: () => Promise.resolve(isReadable) };
  const uploadUrl = "https://maps.example.com/files/1";
  const transfer = new TusTransfer({ host, source, accountId: "1", metadata: {}, chunkBytes: 10, uploadUrl }, events);
  transfer.start();
  return { transfer, events };
}

it("TusTransfer fails at once when its file has changed, instead of waiting for the network", async () => {
  const { events } = start(false);
  await expect.poll(() => events.onFailed.mock.calls, { timeout: 900 }).toEqual([["the file was changed or moved after it was chosen", 0]]);
});

it("TusTransfer waits for the network while its file is unchanged", async () => {
  const { transfer, events } = start(true);
  await expect.poll(() => events.onConnection.mock.calls.flat()).toContain("unreachable");
  expect(events.onFailed).not.toHaveBeenCalled();
  await transfer.stop();
});
