import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { dispatch } from "./dispatch";
import { HttpServer, type RequestHandler } from "./http-server";
import { explainRefusedMethods } from "./refused-methods";

let server: HttpServer | undefined;

afterEach(() => server?.close());

/** Answers as Next does: a bare 405 for a missing method, and the methods of a route for OPTIONS. */
const pages: RequestHandler = (request, response) => {
  response.statusCode = { GET: 200, OPTIONS: 204 }[request.method ?? ""] ?? 405;
  if (request.method === "PUT") response.setHeader("Content-Type", "text/plain");
  if (request.method === "OPTIONS") response.appendHeader("Allow", "GET, HEAD, OPTIONS");
  if (request.url === "/file.svg") response.appendHeader("Allow", ["GET", "HEAD"]).writeHead(500).end("Internal Server Error");
  else if (request.method === "GET" || request.method === "PUT") response.end("A page's own answer.");
  else response.end();
  return Promise.resolve();
};

async function serve(path = "/api/thing?x=1"): Promise<string> {
  server = new HttpServer();
  await server.listen(0, dispatch([], explainRefusedMethods(pages)));
  return `http://localhost:${(server.node.address() as AddressInfo).port}${path}`;
}

it("explainRefusedMethods names the allowed methods where Next answers with a bare status", async () => {
  const answer = await fetch(await serve(), { method: "DELETE", body: "{}" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect(await answer.json()).toMatchObject({ success: false, message: "This method is not allowed here." });
});

it("explainRefusedMethods answers a HEAD with headers only", async () => {
  const answer = await fetch(await serve(), { method: "HEAD" });
  expect([answer.status, answer.headers.get("allow"), await answer.text()]).toEqual([405, "GET, HEAD, OPTIONS", ""]);
});

it("explainRefusedMethods names the allowed methods of a file, where Next fails", async () => {
  const answer = await fetch(await serve("/file.svg"), { method: "DELETE" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect(await answer.json()).toMatchObject({ message: "This method is not allowed here." });
});

it.each([
  ["GET", 200, "A page's own answer."],
  ["PUT", 405, "A page's own answer."],
  ["OPTIONS", 204, ""],
])("explainRefusedMethods leaves %s with its own answer unchanged", async (method, status, body) => {
  const answer = await fetch(await serve(), { method });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
});
