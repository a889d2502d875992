import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer, type RequestHandler } from "@/server/web/http-server";

let server: HttpServer;
afterEach(() => server.close());

async function serve(pages: RequestHandler, bodyLimitMs: number): Promise<string> {
  server = new HttpServer();
  await server.listen(0, dispatch([], pages, bodyLimitMs));
  return `http://localhost:${(server.node.address() as AddressInfo).port}`;
}

describe("the time limit of a body", () => {
  it("disconnects a client that exceeds it with 408", async () => {
    const read: RequestHandler = async (request, response) => {
      await text(request).catch(() => undefined);
      response.end("read");
    };
    const origin = await serve(read, 300);
    const socket = connect(Number(new URL(origin).port), "localhost");
    const answered = text(socket);
    socket.write("POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
    const sending = setInterval(() => socket.write("{"), 20);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
    clearInterval(sending);
    const whole = await fetch(`${origin}/api/auth/login`, { method: "POST", body: "x".repeat(100_000) });
    expect(await whole.text()).toBe("read");
  });

  it("does not limit the answer", async () => {
    const slow: RequestHandler = async (request, response) => {
      await text(request);
      setTimeout(() => response.end("done"), 200);
    };
    const origin = await serve(slow, 50);
    expect(await (await fetch(`${origin}/api/auth/login`, { method: "POST", body: "{}" })).text()).toBe("done");
  });
});
