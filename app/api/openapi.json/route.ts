import { judgePreconditions } from "@/lib/http/conditional";
import { route } from "@/lib/http/route";
import { readApiDocument } from "@/lib/openapi/data";

/** Afterwards clients revalidate by ETag. */
const MAX_AGE_SECONDS = 300;

/** Returns the document without authentication, because it contains no secrets. */
export const GET = route(({ headers: requestHeaders }: Request) => {
  const { text, etag } = readApiDocument();
  const headers = {
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
    "Content-Type": "application/json; charset=utf-8",
    ETag: etag,
    "X-Robots-Tag": "noindex",
  };
  const ifNoneMatch = requestHeaders.get("if-none-match") ?? undefined;
  const verdict = judgePreconditions({ "if-none-match": ifNoneMatch }, { etag, lastModified: undefined });
  return Promise.resolve(verdict === "unchanged" ? new Response(null, { status: 304, headers }) : new Response(text, { headers }));
});
