import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { env } from "@/lib/env";

/** Requests that are rejected before NextAuth. For its responses see tests/e2e/sessions.spec.ts. */
it.each([
  ["GET", "callback/credentials", 405, "POST"],
  ["HEAD", "callback/credentials", 405, "POST"],
  ["GET", "callback", 404, null],
  ["GET", "callback/github", 404, null],
  ["POST", "callback/github", 404, null],
  ["POST", "csrf", 405, "GET, HEAD"],
  ["POST", "providers", 405, "GET, HEAD"],
  ["POST", "error", 405, "GET, HEAD"],
  ["GET", "verify-request", 404, null],
  ["POST", "_log", 404, null],
  ["GET", "constructor", 404, null],
])("the NextAuth route rejects %s %s with %i", async (method, path, status, allow) => {
  const handler = method === "POST" ? POST : GET;
  const request = new NextRequest(`${env().appOrigin}/api/auth/${path}`, { method });
  const answer = await handler(request, { params: Promise.resolve({ nextauth: path.split("/") }) });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) });
});

it.each([
  "error?error=%E2%82%AC",
  "error?error=%00",
  "error?error=x%0d%0aSet-Cookie:%20a=b",
  "error?error=%7f",
  "error?error=Configuration&error=%E2%82%AC",
  `error?error=${"x".repeat(51)}`,
  "error/%E2%82%AC",
  "signin?callbackUrl=/dashboard&callbackUrl=nowhere:",
])("the NextAuth route rejects %s with 400, because NextAuth would return 500", async (path) => {
  const url = new URL(`${env().appOrigin}/api/auth/${path}`);
  const nextauth = url.pathname.split("/").slice(3).map(decodeURIComponent);
  const answer = await GET(new NextRequest(url), { params: Promise.resolve({ nextauth }) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) });
});
