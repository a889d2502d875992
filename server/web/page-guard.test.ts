import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { dispatch } from "./dispatch";
import { HttpServer, type RequestHandler } from "./http-server";
import { guardPages } from "./page-guard";

let server: HttpServer | undefined;

afterEach(() => {
  vi.useRealTimers();
  return server?.close();
});

const page: RequestHandler = (_request, response) => {
  response.end("page");
  return Promise.resolve();
};

const away: () => Promise<unknown> = () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));

async function serve(check: () => Promise<unknown>): Promise<string> {
  server = new HttpServer();
  await server.listen(0, dispatch([], guardPages(page, check)));
  return `http://localhost:${(server.node.address() as AddressInfo).port}`;
}

describe("guardPages", () => {
  it("shows a page with Retry-After while the database is unavailable", async () => {
    // fetch would send headers that say it is no navigation.
    const request = get(`${await serve(away)}/projects`, { headers: { accept: "text/html" } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(await text(answer)).toContain("Not available right now");
  });

  it("answers a program with 503 and Retry-After", async () => {
    const answer = await fetch(`${await serve(away)}/extraction-progress/harbour`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ success: false });
  });

  it.each(["/_next/static/chunk.js", "/api/health", "/logo.svg", "/favicon.ico?v=1"])("passes %s on", async (path) => {
    expect(await (await fetch(`${await serve(away)}${path}`)).text()).toBe("page");
  });

  it("queries once for many pages, and again after a failure", async () => {
    // Time stands still, because an answer of the database is valid for one second.
    vi.useFakeTimers({ toFake: ["Date"] });
    let asked = 0;
    let isThere = false;
    const origin = await serve(async () => {
      asked += 1;
      if (!isThere) await away();
    });
    expect((await fetch(`${origin}/projects`)).status).toBe(503);
    isThere = true;
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${origin}/projects`)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(asked).toBe(2);
  });

  it("does not report a defect as an outage", async () => {
    const answer = await fetch(`${await serve(() => Promise.reject(new Error("syntax error")))}/projects`);
    expect(answer.status).toBe(500);
  });
});
