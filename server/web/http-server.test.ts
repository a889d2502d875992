import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { HttpServer, type HttpServerOptions, type RequestHandler } from "./http-server";

let server: HttpServer;
const agent = new Agent({ keepAlive: true });
afterEach(async () => {
  await server.close();
});

async function listen(handler: RequestHandler, options?: HttpServerOptions): Promise<void> {
  server = new HttpServer(options);
  await server.listen(0, handler);
}

async function ask(path = "/"): Promise<IncomingMessage> {
  const { port } = server.node.address() as AddressInfo;
  const [answer] = (await once(get({ port, path, agent }), "response")) as [IncomingMessage];
  return answer;
}

/** An event that happens once. */
function event(): { happened: Promise<void>; happens(): void } {
  const signal = new AbortController();
  return { happened: once(signal.signal, "abort").then(() => undefined), happens: () => signal.abort() };
}

/** A handler that answers on demand. */
function slow() {
  const [begun, go] = [event(), event()];
  const handler: RequestHandler = async (_request, response) => {
    begun.happens();
    await go.happened;
    response.end("done");
  };
  return { begun, go, handler };
}

describe("HttpServer shutdown", () => {
  it("accepts requests while it drains and closes each connection after its answer", async () => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")));
    const before = await ask();
    expect([await text(before), before.headers.connection]).toEqual(["ok", "keep-alive"]);
    server.drain();
    const last = await ask();
    expect([await text(last), last.headers.connection]).toEqual(["ok", "close"]);
    const another = await ask();
    expect([await text(another), another.headers.connection]).toEqual(["ok", "close"]);
  });

  it("waits for running requests and accepts no others", async () => {
    const { begun, go, handler } = slow();
    await listen(handler);
    const answer = ask();
    await begun.happened;
    const { port } = server.node.address() as AddressInfo;
    const closed = server.close();
    await expect.poll(() => server.node.listening).toBe(false);
    const [refused] = await once(get({ port, agent: false }), "error");
    expect(refused).toMatchObject({ code: "ECONNREFUSED" });
    go.happens();
    const received = await answer;
    expect([await text(received), received.headers.connection]).toEqual(["done", "close"]);
    await closed;
  });

  it("does not wait for a connection that was opened in advance and has no request", async () => {
    await listen(() => Promise.resolve(), { closeLimitMs: 3_600_000 });
    const { port } = server.node.address() as AddressInfo;
    const socket = connect(port);
    await Promise.all([once(socket, "connect"), once(server.node, "connection")]);
    const ended = once(socket, "close");
    await server.close();
    await ended;
  });

  it("answers the first request of a connection that was opened just before", async () => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")), { firstRequestMs: 2_000 });
    const socket = connect((server.node.address() as AddressInfo).port);
    await Promise.all([once(socket, "connect"), once(server.node, "connection")]);
    const closed = server.close();
    await expect.poll(() => server.node.listening, { interval: 5 }).toBe(false);
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Connection: close\r\n/);
    await closed;
  });

  it("answers the requests of all connections that wait to be accepted", async () => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")));
    const { port } = server.node.address() as AddressInfo;
    const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"));
    // The system connects them at once. The event loop of the server has not turned since.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const closed = server.close();
    for (const socket of sockets) socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
    for (const answer of await Promise.all(sockets.map(text))) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    await closed;
  });

  it("aborts requests that do not end within the limit", async () => {
    const { begun, go, handler } = slow();
    await listen(handler, { closeLimitMs: 1 });
    const answer = ask();
    const cut = expect(answer).rejects.toMatchObject({ code: "ECONNRESET" });
    await begun.happened;
    const closed = server.close();
    await cut;
    go.happens();
    await closed;
  });
});

it("HttpServer sends X-Content-Type-Options with every answer", async () => {
  await listen((_request, response) => Promise.resolve(void response.writeHead(200, { "Content-Type": "text/plain" }).end("ok")));
  const answer = await ask();
  expect([await text(answer), answer.headers["x-content-type-options"]]).toEqual(["ok", "nosniff"]);
});

it("HttpServer listens on one address, or on all", async () => {
  const refuses = async (host: string) => {
    const socket = connect((server.node.address() as AddressInfo).port, host);
    const isRefused = await once(socket, "connect").then(
      () => false,
      () => true,
    );
    socket.destroy();
    return isRefused;
  };
  const answer: RequestHandler = (_request, response) => Promise.resolve(void response.end("ok"));
  server = new HttpServer();
  await server.listen(0, answer, "127.0.0.1");
  expect([await refuses("127.0.0.1"), await refuses("127.0.0.2")]).toEqual([false, true]);
  await server.close();
  await listen(answer);
  expect([await refuses("127.0.0.1"), await refuses("127.0.0.2")]).toEqual([false, false]);
});

describe("HttpServer with a request that Node's parser rejects", () => {
  async function exchange(sent: string): Promise<string> {
    const socket = connect((server.node.address() as AddressInfo).port, "localhost");
    const answered = text(socket);
    socket.write(sent);
    return await answered;
  }

  it("answers too many cookies with 431 and tells the browser to delete them", async () => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")));
    const cookies = Array.from({ length: 50 }, (_, index) => `c${index}=${"x".repeat(4_000)}`).join("; ");
    const answer = await exchange(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\n\r\n`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 431 .*\r\nConnection: close\r\nClear-Site-Data: "cookies"\r\n/);
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(body).toContain("Too many cookies");
    expect(await text(await ask())).toBe("ok");
  });

  it.each([
    ["https://maps.example.com", true],
    ["http://localhost:3001", false],
  ])("sends for the origin %s a Strict-Transport-Security header: %s", async (origin, isSent) => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")), { origin });
    for (const sent of ["hello\r\n\r\n", `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"x".repeat(20_000)}\r\n\r\n`]) {
      expect((await exchange(sent)).includes("\r\nStrict-Transport-Security: max-age=31536000\r\n")).toBe(isSent);
    }
  });

  it("answers a client that continues to send, and does not reset its connection", async () => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")));
    const answer = await exchange(`GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${"x".repeat(2_000_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ["GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 400 Bad Request"],
    ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 400 Bad Request"],
    ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "HTTP/1.1 400 Bad Request"],
    ["hello\r\n\r\n", "HTTP/1.1 400 Bad Request"],
    ["GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 Bad Request"],
  ])("answers %j with %s", async (sent, line) => {
    await listen((_request, response) => Promise.resolve(void response.end("ok")));
    const answer = await exchange(sent);
    expect(answer.split("\r\n")[0]).toBe(line);
    expect(answer).not.toContain("Clear-Site-Data");
  });

  it("writes nothing into an answer that has begun", async () => {
    const { begun, handler } = slow();
    await listen(
      (request, response) => {
        response.write("part");
        return handler(request, response);
      },
      { closeLimitMs: 1 },
    );
    const socket = connect((server.node.address() as AddressInfo).port, "localhost");
    const answered = text(socket).catch(() => "reset");
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await begun.happened;
    socket.write("hello\r\n\r\n");
    expect(await answered).not.toContain("400 Bad Request");
  });
});

it("HttpServer disconnects a client that sends the body of an answered request too slowly", async () => {
  await listen((_request, response) => Promise.resolve(void response.end("refused")), { restLimitMs: 200 });
  const socket = connect((server.node.address() as AddressInfo).port, "localhost");
  // Not `once`, which rejects with the ECONNRESET of a client that is still sending.
  const ended = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain("refused");
  const sending = setInterval(() => socket.write("x"), 20);
  await ended;
  clearInterval(sending);
});

it("HttpServer disconnects a client that sends many requests before it takes their answers", async () => {
  const { go, handler } = slow();
  let begun = 0;
  await listen((request, response) => {
    begun += 1;
    return handler(request, response);
  });
  const socket = connect((server.node.address() as AddressInfo).port, "localhost");
  const ended = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(500));
  await ended;
  go.happens();
  expect(begun).toBe(16);
});

it("HttpServer answers some requests that a client sends at once, one after another", async () => {
  await listen((request, response) => Promise.resolve(void response.end(request.url)));
  const socket = connect((server.node.address() as AddressInfo).port, "localhost");
  const answer = text(socket);
  const paths = Array.from({ length: 16 }, (_, index) => `/${index}`);
  const last = paths.length - 1;
  socket.write(
    paths.map((path, index) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${index === last ? "Connection: close\r\n" : ""}\r\n`).join(""),
  );
  expect((await answer).match(/\/\d+$|\/\d+(?=HTTP)/g)).toEqual(paths);
});
