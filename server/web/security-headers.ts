import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import { mapOriginPatterns } from "../../lib/maps/origins/origin";

/** The policy of pages. Next adds the nonce to its scripts. The maps' origin frames maps of other sites (docs/decisions/0019). */
function contentSecurityPolicy(nonce: string): string {
  const isDevelopment = env().nodeEnv === "development";
  const maps = mapOriginPatterns().join(" ");
  return [
    "default-src 'self'",
    // React's development build uses eval for stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    // The viewer checks that a map's origin answers.
    `connect-src 'self' ${maps}${isDevelopment ? " ws: wss:" : ""}`,
    "worker-src 'self' blob:",
    `frame-src 'self' ${maps}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Sets the security headers of a page and passes the nonce to Next. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  // Next reads the nonce from the first request header, the layout from the other. Values of a client are overwritten.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers["x-nonce"] = nonce;

  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("X-Frame-Options", "SAMEORIGIN");
  // Send only the origin as referrer, even to ourselves: URLs such as password-reset links contain secrets.
  response.setHeader("Referrer-Policy", "strict-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  // A page can delegate only what it may use itself. The viewer's frame delegates to maps that allow it (docs/decisions/0053).
  const maps = ["self", ...mapOriginPatterns()];
  response.setHeader("Permissions-Policy", permissionsPolicy({ geolocation: maps, camera: maps, passkeys: ["self"] }));
}
