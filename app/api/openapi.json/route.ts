import { judgePreconditions } from "@/lib/http/conditional";
import { route } from "@/lib/http/route";
import { readApiDocument } from "@/lib/openapi/data";

/** Seconds. Clients revalidate by ETag afterwards. */
const KEPT_SECONDS = 300;

/** The document contains no secret, so it is public. */
export const GET = route(({ headers: asked }: Request) => {
  const { text, etag } = readApiDocument();
  const headers = {
    "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
    "Content-Type": "application/json; charset=utf-8",
    ETag: etag,
    "X-Robots-Tag": "noindex",
  };
  const ifNoneMatch = asked.get("if-none-match") ?? undefined;
  const verdict = judgePreconditions({ "if-none-match": ifNoneMatch }, { etag, lastModified: undefined });
  return Promise.resolve(verdict === "unchanged" ? new Response(null, { status: 304, headers }) : new Response(text, { headers }));
});
