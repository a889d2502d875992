import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readImageBody } from "./project-image";

describe("readImageBody", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((received, response) => {
      readImageBody(received, Number(received.headers["x-limit"])).then(
        (bytes) => response.end(`read ${bytes.length}`),
        (error: Error & { status?: number }) => response.end(`${error.status} ${error.message}`),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends a byte repeatedly. @param count number of bytes; endless when omitted */
  function drip(limitMs: number, count = Number.POSITIVE_INFINITY): Promise<string> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", method: "PUT", agent: false, headers: { "x-limit": limitMs } });
      let written = 0;
      const timer = setInterval(() => {
        written += 1;
        if (written < count) sent.write("x");
        else sent.end("x");
        if (written >= count) clearInterval(timer);
      }, 10);
      sent.on("error", reject);
      sent.on("response", (response) => {
        clearInterval(timer);
        response.on("data", (data: Buffer) => {
          resolve(data.toString());
          sent.destroy();
        });
      });
    });
  }

  it("reads the bytes as they arrive", async () => expect(await drip(60_000, 5)).toBe("read 5"));

  it("rejects a body that arrives steadily but takes too long", async () => {
    expect(await drip(300)).toBe("400 Sending the picture took too long. Please try again on a faster connection.");
  });
});
