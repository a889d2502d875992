import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Mount } from "@/server/http/handler";
import { readFormBody, readJsonBody } from "@/server/http/read-body";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer, type RequestHandler } from "@/server/web/http-server";

let server: HttpServer;
afterEach(() => {
  vi.useRealTimers();
  return server.close();
});

async function serve(pages: RequestHandler, bodyLimitMs: number, mounts: Mount[] = []): Promise<string> {
  server = new HttpServer();
  await server.listen(0, dispatch(mounts, pages, bodyLimitMs));
  return `http://localhost:${(server.node.address() as AddressInfo).port}`;
}

describe("the time limit for request bodies", () => {
  it("closes the connection of a slow client with status 408", async () => {
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
    await server.close();
    const whole = await fetch(`${await serve(read, 60_000)}/api/auth/login`, { method: "POST", body: "x".repeat(100_000) });
    expect(await whole.text()).toBe("read");
  });

  it.each<[string, string, (request: IncomingMessage) => Promise<unknown>]>([
    ["readJsonBody", "application/json", (request) => readJsonBody(request, z.unknown(), 1_000_000)],
    ["readFormBody", "application/x-www-form-urlencoded", (request) => readFormBody(request, 1_000_000)],
  ])("disconnects a client of a plain handler with 408 after 10 minutes in %s", async (_name, type, read) => {
    const handler: Mount["handler"] = async (request) => void (await read(request));
    const origin = await serve(() => Promise.reject(new Error("No page is requested.")), 300, [{ path: "/plain", handler }]);
    const reading = once(server.node, "request");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = connect(Number(new URL(origin).port), "localhost");
    const answered = text(socket);
    socket.write(`POST /plain HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n{`);
    await reading;
    vi.advanceTimersByTime(600_000);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/);
  });

  it("does not limit the response time", async () => {
    const slow: RequestHandler = async (request, response) => {
      await text(request);
      vi.advanceTimersByTime(60_000);
      response.end("done");
    };
    const origin = await serve(slow, 300);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = connect(Number(new URL(origin).port), "localhost");
    socket.write("POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
