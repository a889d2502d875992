import { createHash } from "node:crypto";
import packageFile from "../../package.json";
import { createApiDocument } from "../api-description/document";
import { env } from "../env";
import { sessionCookieName } from "../sessions/cookie";

interface Served {
  text: string;
  etag: string;
}

let made: Served | null = null;

function make(): Served {
  const { appOrigin, mapsOrigin } = env();
  const { version } = packageFile;
  const text = JSON.stringify(createApiDocument({ appOrigin, mapsOrigin, cookieName: sessionCookieName(), version }));
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** The document as it is served: the same from start to end of a process, so made once. */
export function readApiDocument(): Served {
  made ??= make();
  return made;
}
