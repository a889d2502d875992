import { createHash } from "node:crypto";
import packageFile from "../../package.json";
import { sessionCookieName } from "../accounts/sessions/cookie";
import { env } from "../env";
import { createApiDocument } from "./document";

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

/** Returns the document, created once per process. */
export function readApiDocument(): Served {
  made ??= make();
  return made;
}
