import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { z } from "zod";
import { findBrandImage } from "../../lib/branding/data";
import { brandImageType } from "../../lib/branding/images/check-image";
import { BRANDING_PATH, brandImageNames } from "../../lib/branding/values";
import { notFound } from "../../lib/errors";
import { judgePreconditions } from "../../lib/http/conditional";
import { bytesAnswer, emptyAnswer } from "../../lib/openapi/description";
import { etagHeader, rangeHeaders } from "../../lib/openapi/parameters";
import type { Mount } from "../http/handler";
import { FONT_NAME } from "../http/message-page";

const FONT = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
const FONT_TYPE = "font/woff2";

/** An SVG opened on its own may neither run scripts nor load anything (docs/decisions/0084). Pages of maps have another origin. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** Returns a file and its type. @throws AppError 404 for an unknown name, and while the product's own picture is in use */
async function readPicture(name: string): Promise<{ bytes: Buffer; type: string }> {
  if (name === FONT_NAME) return { bytes: await readFile(createRequire(import.meta.url).resolve(FONT)), type: FONT_TYPE };
  const known = brandImageNames.find((one) => one === name);
  const bytes = known ? await findBrandImage(known) : null;
  if (!bytes) throw notFound("There is no such picture.");
  return { bytes, type: brandImageType(bytes) };
}

/** Pictures of the branding, and the font of pages without scripts. Every page shows them, so they need no session. */
export const brandPictures: Mount = {
  path: `${BRANDING_PATH}/[picture]`,
  methods: ["GET", "HEAD"],
  tag: "Branding",
  callers: "everyone",
  calls: {
    "GET /branding/{picture}": {
      summary: "Get a picture of the branding",
      head: "Check a picture of the branding",
      description: "Returns 404 while the product's own picture is in use.",
      path: z.object({ picture: z.string().describe(`\`${brandImageNames.join("`, `")}\`, or \`${FONT_NAME}\`.`) }),
      query: z.object({ v: z.string().optional().describe("The value in the address of the branding. The picture may then be cached.") }),
      headers: rangeHeaders.pick({ "If-None-Match": true }),
      answers: {
        200: bytesAnswer(["image/png", "image/svg+xml", FONT_TYPE], "The picture.", etagHeader),
        304: emptyAnswer("The picture has not changed.", etagHeader),
      },
      errors: [404, 412],
    },
  },
  async handler(request, response, { picture = "" }) {
    const { bytes, type } = await readPicture(picture);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    const isVersioned = new URL(request.url ?? "", "http://localhost").searchParams.get("v") === hash;
    const etag = `"${hash}"`;
    const isKept = isVersioned || type === FONT_TYPE;
    const headers = { ...HEADERS, "Cache-Control": isKept ? "public, max-age=31536000, immutable" : "public, no-cache", ETag: etag };
    const verdict = judgePreconditions(request.headers, { etag, lastModified: undefined });
    if (verdict !== "send") {
      response.writeHead(verdict === "unchanged" ? 304 : 412, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, "Content-Type": type, "Content-Length": bytes.length });
    response.end(request.method === "HEAD" ? undefined : bytes);
  },
};
