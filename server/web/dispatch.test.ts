import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../lib/errors";
import type { Mount } from "../http/handler";
import { dispatch, matchMount } from "./dispatch";
import { HttpServer, type HttpServerOptions, type RequestHandler } from "./http-server";

let server: HttpServer | undefined;

afterEach(() => server?.close());

const echo =
  (who: string): RequestHandler =>
  (request: IncomingMessage, response: ServerResponse) => {
    response.end(
      JSON.stringify({ who, url: request.url, nonce: request.headers["x-nonce"], policy: request.headers["content-security-policy"] }),
    );
    return Promise.resolve();
  };

async function serve(mounts: Mount[], pages: RequestHandler = echo("pages"), options: HttpServerOptions = {}): Promise<string> {
  server = new HttpServer(options);
  await server.listen(0, dispatch(mounts, pages));
  return `http://localhost:${(server.node.address() as AddressInfo).port}`;
}

/** Sends bytes and returns what the server answers until the connection ends. */
function exchange(origin: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "localhost");
  const answered = text(socket);
  socket.write(sent);
  return answered;
}

function fails(error: unknown): RequestHandler {
  return () => Promise.reject(error);
}

describe("dispatch", () => {
  it.each([
    ["/files", "bytes"],
    ["/files/", "bytes"],
    ["/files/abc?x=/y", "bytes"],
    ["/files?x", "bytes"],
    ["/filesystem", "pages"],
    ["/Files/", "pages"],
    ["/x/files", "pages"],
    ["/?/files", "pages"],
    ["//files", "pages"],
  ])("sends %s to the %s", async (path, who) => {
    const origin = await serve([{ path: "/files", handler: echo("bytes") }]);
    const answer = await fetch(`${origin}${path}`);
    expect(await answer.json()).toMatchObject({ who, url: path });
    expect(answer.headers.has("content-security-policy")).toBe(who === "pages");
  });

  it.each([
    ["GET /api/files/a%20b/files HTTP/1.1", 200, "bytes a b"],
    ["GET /api/files/../files HTTP/1.1", 200, "bytes .."],
    ["GET /api/files/%2e%2e%2f/files?x=/ HTTP/1.1", 200, "bytes ../"],
    ["GET /api/files/%ff/files HTTP/1.1", 400, "cannot be decoded"],
    ["GET /api/files/%00/files HTTP/1.1", 400, "control characters"],
    ["GET /api/files/a/browse HTTP/1.1", 200, "pages"],
    ["GET /api/files/a/files/b HTTP/1.1", 200, "pages"],
    ["GET /api/files//files HTTP/1.1", 200, "pages"],
    ["GET /api/files HTTP/1.1", 200, "pages"],
  ])("answers %s with %i: %s", async (line, status, said) => {
    const handler: Mount["handler"] = (_request, response, { project }) => Promise.resolve(void response.end(`bytes ${project}`));
    const origin = await serve([{ path: "/api/files/[project]/files", handler }]);
    const answer = await exchange(origin, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(said);
  });

  it("answers 405 with the methods of the mount, and calls its handler for the offered ones", async () => {
    const origin = await serve([{ path: "/bytes", methods: ["GET", "PUT"], handler: echo("bytes") }]);
    const refused = await fetch(`${origin}/bytes`, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, PUT"]);
    expect(refused.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'self'");
    expect((await fetch(`${origin}/bytes`, { method: "PUT" })).status).toBe(200);
  });

  it("gives each page its own nonce and ignores the client's", async () => {
    const origin = await serve([]);
    const forged = { "Content-Security-Policy": "script-src 'nonce-forged'", "X-Nonce": "forged" };
    const answers = await Promise.all([1, 2].map(() => fetch(origin, { headers: forged })));
    const seen = await Promise.all(
      answers.map(async (answer) => ({ header: answer.headers.get("content-security-policy"), body: await answer.json() })),
    );
    for (const { header, body } of seen) {
      expect(header).toContain(`script-src 'self' 'nonce-${body.nonce}' 'strict-dynamic';`);
      expect(body.policy).toBe(header);
      expect(body.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    }
    expect(seen[0]?.body.nonce).not.toBe(seen[1]?.body.nonce);
    expect(answers[0]?.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("answers the errors of a handler, and a defect without details", async () => {
    const origin = await serve([
      { path: "/refused", handler: fails(new AppError("conflict", "Taken.", { retryAfter: 3 })) },
      { path: "/broken", handler: fails(new Error("the secret of it")) },
      { path: "/away", handler: fails(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })) },
    ]);
    const refused = await fetch(`${origin}/refused`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([409, "3"]);
    expect(await refused.json()).toEqual({ success: false, message: "Taken.", error: "Taken." });
    const broken = await fetch(`${origin}/broken`);
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain("secret");
    expect((await fetch(`${origin}/away`)).status).toBe(503);
    expect((await fetch(`${origin}/refused`, { method: "HEAD" })).status).toBe(409);
  });

  it.each([
    ["GET /api/project/check-name/%ff", 400],
    ["GET /files/%", 200],
    ["GET /%c3%28?x", 400],
    ["GET http://evil.example/", 400],
    ["OPTIONS *", 400],
    ["TRACE /", 405],
    ["PROPFIND /files", 405],
    ["GET /%C3%A4?x=%ff", 200],
  ])("answers %s with %i", async (line, status) => {
    const origin = await serve([{ path: "/files", handler: echo("bytes") }]);
    const answer = await exchange(origin, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(/^Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS$/m.test(head)).toBe(status === 405);
    if (status !== 200) expect(JSON.parse(body)).toEqual({ success: false, message: expect.any(String), error: expect.any(String) });
  });

  it.each([
    ["Host: localhost:3000", 200],
    ["Host: [::1]:3000", 200],
    ["host: maps.example.com", 200],
    ["Host: a b", 400],
    ["Host:", 400],
    ["Host: a/b", 400],
    ["Host: user@a", 400],
    ["Host: a:99999", 400],
    ["Host: a\r\nHost: b", 400],
    ["Host: a\r\nHost: a", 400],
  ])("answers a request with the header lines %j with %i", async (lines, status) => {
    const origin = await serve([{ path: "/files", handler: echo("bytes") }]);
    for (const path of ["/files", "/"]) {
      const answer = await exchange(origin, `GET ${path} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it.each([
    ["https://maps.example.com", "max-age=31536000"],
    ["http://localhost:3001", null],
  ])("sends for the origin %s the Strict-Transport-Security header %s", async (publicOrigin, policy) => {
    const origin = await serve([{ path: "/broken", handler: fails(new Error("broken")) }], echo("pages"), { origin: publicOrigin });
    for (const path of ["/", "/broken"]) expect((await fetch(`${origin}${path}`)).headers.get("strict-transport-security")).toBe(policy);
  });

  it.each(["/", "/login", "/users/", "/apiary", "/x/api/", "/logo.svg"])("answers only GET and HEAD for the page %s", async (path) => {
    const origin = await serve([]);
    for (const method of ["GET", "HEAD"]) expect((await fetch(`${origin}${path}`, { method })).status).toBe(200);
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await fetch(`${origin}${path}?x=/api/`, { method });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
    }
  });

  it("aborts an answer that fails after its beginning", async () => {
    const origin = await serve([
      {
        path: "/half",
        handler: async (_request, response) => {
          response.writeHead(200, { "Content-Length": 100 });
          await new Promise((resolve) => response.write("half", resolve));
          throw new Error("the rest is missing");
        },
      },
    ]);
    const answer = await fetch(`${origin}/half`);
    await expect(answer.text()).rejects.toThrow();
  });
});

const FILES = "/api/files/[project]/files";

describe("matchMount", () => {
  it.each([
    ["/files", "/files", true],
    ["/files", "/files/", true],
    ["/files", "/files/abc", true],
    ["/files", "/filesystem", false],
    ["/files", "/Files", false],
    ["/files", "//files", false],
    [FILES, "/api/files/harbour/files", true],
    [FILES, "/api/files/[project]/files", true],
    [FILES, "/api/files/../files", true],
    [FILES, "/api/files/files", false],
    [FILES, "/api/files//files", false],
    [FILES, "/api/files/harbour/files/", false],
    [FILES, "/api/files/harbour/files/x", false],
    [FILES, "/api/files/harbour/browse", false],
    [FILES, "/api/files/a/b/files", false],
    [FILES, "/api/Files/harbour/files", false],
    [FILES, "//api/files/harbour/files", false],
    [FILES, "/api/files/harbour/file%73", false],
    [FILES, "/", false],
  ])("returns for %s and %s: %s", (mount, path, isMet) => {
    expect(matchMount(mount, path) !== null).toBe(isMet);
  });

  it.each([
    ["harbour", "harbour"],
    ["Port%20of%20Call", "Port of Call"],
    ["a%2Fb", "a/b"],
    ["%2e%2e%2f", "../"],
    ["%252e%252e", "%2e%2e"],
    ["..%5c", "..\\"],
    ["H%C3%A4fen", "Häfen"],
    // Some clients send the bytes unescaped.
    [Buffer.from("Häfen").toString("latin1"), "Häfen"],
    ["__proto__", "__proto__"],
  ])("decodes the segment %s once", (segment, project) => {
    expect(matchMount(FILES, `/api/files/${segment}/files`)?.()).toEqual({ project });
  });

  it.each(["%", "%ff", "%c3%28", "%00", "a%00b", "%0d%0aX: y", "%7f", "\xff"])("rejects the segment %j", (segment) => {
    expect(matchMount(FILES, `/api/files/${segment}/files`)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
