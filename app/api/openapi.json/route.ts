import { createHash } from "node:crypto";
import { sessionCookieName } from "@/lib/accounts/sessions/cookie";
import { env } from "@/lib/env";
import { judgePreconditions } from "@/lib/http/conditional";
import { route } from "@/lib/http/route";
import { createApiDocument, describeSharedMounts } from "@/lib/openapi/document";
import packageFile from "@/package.json";
import { describeRoutes } from "./document";

/** Afterwards clients revalidate by ETag. */
const MAX_AGE_SECONDS = 300;

let document: { text: string; etag: string } | undefined;

async function make() {
  const { appOrigin, mapsOrigin } = env();
  const deployment = { appOrigin, mapsOrigin, cookieName: sessionCookieName(), version: packageFile.version };
  const text = JSON.stringify(createApiDocument(deployment, [await describeRoutes(), describeSharedMounts()]));
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** Returns the document, created once per process. It needs no authentication, because it contains no secrets. */
export const GET = route(async ({ headers: requestHeaders }: Request) => {
  document ??= await make();
  const { text, etag } = document;
  const headers = {
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
    "Content-Type": "application/json; charset=utf-8",
    ETag: etag,
    "X-Robots-Tag": "noindex",
  };
  const ifNoneMatch = requestHeaders.get("if-none-match") ?? undefined;
  const verdict = judgePreconditions({ "if-none-match": ifNoneMatch }, { etag, lastModified: undefined });
  return verdict === "unchanged" ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
});
