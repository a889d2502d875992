import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";

/**
 * Content security policy of the application's own pages.
 * Scripts run by nonce alone, which Next puts on its own. Frames may come from any web host, since a project's map
 * address may be overridden with an external one; `http:` and `https:` cover the map origin as well.
 */
function contentSecurityPolicy(nonce: string): string {
  const { nodeEnv } = env();
  const isDevelopment = nodeEnv === "development";
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Previews of files come from here, or were read by a page of ours.
    "media-src 'self' blob:",
    "font-src 'self' data:",
    // As wide as frames, for a page asks whether a map's address answers before it says that the map is there. It holds back
    // no script that got in: one could as well send what it knows in the address of a frame.
    `connect-src 'self' http: https:${isDevelopment ? " ws: wss:" : ""}`,
    "worker-src 'self' blob:",
    "frame-src http: https: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Sets the headers that every page of the application carries, and gives Next the nonce for its scripts. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  // Next reads the nonce off this request header, and the layout off the other; a client's own must not pass for it.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers["x-nonce"] = nonce;

  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "SAMEORIGIN");
  // Never more than the origin, not even to ourselves: an address may hold a secret, as that of a password reset does.
  response.setHeader("Referrer-Policy", "strict-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  // Maps may ask for these (specification §2.3); a frame gets them only where its `allow` says so as well.
  response.setHeader("Permissions-Policy", "geolocation=*, microphone=*, camera=*");
  if (env().appOrigin.startsWith("https:")) response.setHeader("Strict-Transport-Security", "max-age=31536000");
}
