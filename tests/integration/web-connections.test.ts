import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer, type HttpServerOptions, type RequestHandler } from "@/server/web/http-server";

let server: HttpServer | undefined;

afterEach(() => server?.close());

const echo: RequestHandler = (request: IncomingMessage, response: ServerResponse) => {
  response.end(JSON.stringify({ url: request.url }));
  return Promise.resolve();
};

async function serve(pages: RequestHandler, options: HttpServerOptions = {}): Promise<string> {
  server = new HttpServer(options);
  await server.listen(0, dispatch([], pages));
  return `http://localhost:${(server.node.address() as AddressInfo).port}`;
}

/** Sends bytes and returns what the server answers until the connection ends. */
function exchange(origin: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "localhost");
  const answered = text(socket);
  socket.write(sent);
  return answered;
}

describe("an offer to upgrade the protocol", () => {
  const offer = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`;

  it("is answered as a plain request", async () => {
    const answer = await exchange(await serve(echo), offer("/plain"));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"url":"/plain"');
  });

  it("sets an idle timeout for connections that are not Next's own", async () => {
    const origin = await serve(echo, { takesUpgrades: true });
    const timeouts = new Map<string | undefined, number | undefined>();
    server?.node.on("upgrade", (request) => {
      timeouts.set(request.url, request.socket.timeout);
      request.socket.end();
    });
    for (const path of ["/_next/hmr?id=1", "/", "/x/_next/"]) await exchange(origin, offer(path));
    expect([...timeouts]).toEqual([
      ["/_next/hmr?id=1", 0],
      ["/", 300_000],
      ["/x/_next/", 300_000],
    ]);
  });
});

describe("closing", () => {
  it("lets a request end and accepts no more on its connection", async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const origin = await serve(async (_request, response) => {
      await released;
      response.end("done");
    });
    const asked = fetch(origin);
    await once(server?.node ?? process, "request");
    const closed = server?.close();
    release();
    const answer = await asked;
    expect(await answer.text()).toBe("done");
    await closed;
    await expect(fetch(origin)).rejects.toThrow();
  });

  it("does not wait for a page whose client has disconnected", async () => {
    const origin = await serve(() => new Promise(() => undefined));
    const reader = new AbortController();
    const asked = fetch(origin, { signal: reader.signal });
    await once(server?.node ?? process, "request");
    reader.abort();
    await expect(asked).rejects.toThrow();
    await server?.close();
  });

  it("ends upgraded connections, which Node does not count", async () => {
    const origin = await serve(echo, { takesUpgrades: true });
    server?.node.on("upgrade", (_request, socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n"),
    );
    const socket = connect(Number(new URL(origin).port), "localhost");
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n");
    await once(socket, "data");
    const ended = text(socket);
    await server?.close();
    await ended;
  });
});
