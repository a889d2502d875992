import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { branding } from "../../lib/branding/data";
import { env } from "../../lib/env";
import { escapeHtml } from "../../lib/http/escape-html";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import { verifyExternalTicket } from "../../lib/maps/external/policy";
import { EXTERNAL_MAPS_PATH, type ExternalTicket } from "../../lib/maps/external/schema";
import { TICKET_PARAMETER } from "../../lib/maps/schema";
import { type Message, sendMessage } from "../http/message-page";

export const EXTERNAL_MAP_ROUTES = { [`${EXTERNAL_MAPS_PATH}/[safeName]`]: ["GET", "HEAD"] } as const;

const expired = (): Message => ({ status: 403, title: "This address has expired", text: `Open the map again in ${branding().name}.` });

const STYLE = ":root { color-scheme: light dark; } html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; }";

/** Reports what only this page can see. A frame holds about:blank until its document arrives, without an event for it. */
const SCRIPT = `
const frame = document.querySelector("iframe");
const report = (externalMap) => parent.postMessage({ externalMap }, "*");
const stop = new AbortController();
fetch(frame.src, { mode: "no-cors", credentials: "include", cache: "no-store", signal: stop.signal })
  .then(() => report("answers"), () => report("unreachable"))
  .finally(() => stop.abort());
const timer = setInterval(() => {
  if (frame.contentDocument?.URL === "about:blank") return;
  clearInterval(timer);
  report("arrived");
}, 200);
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows any web site in the frame, because sites redirect. Only the signed URL is ever opened. */
const POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src http: https:; frame-src http: https:; base-uri 'none'; form-action 'none'`;

function toHtml({ url, allowsLocation, allowsCamera }: ExternalTicket): string {
  const features = [...(allowsLocation ? ["geolocation"] : []), ...(allowsCamera ? ["camera", "microphone"] : [])];
  const allow = features.length > 0 ? ` allow="${features.join("; ")}"` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Map</title><style>${STYLE}</style></head>
<body><iframe title="Map" src="${escapeHtml(url)}"${allow}></iframe><script>${SCRIPT}</script></body></html>
`;
}

/** Sends the page that shows a map of another site to the viewer (docs/decisions/0019). @param now milliseconds since 1970 */
export function sendExternalMap(request: IncomingMessage, response: ServerResponse, now: number): void {
  const { appOrigin: frameAncestors, mapsOrigin } = env();
  const ticket = new URL(request.url ?? "", mapsOrigin).searchParams.get(TICKET_PARAMETER);
  const map = ticket === null ? null : verifyExternalTicket(ticket, now);
  if (map) sendPage(request, response, map, frameAncestors);
  else sendMessage(request, response, expired(), frameAncestors);
}

function sendPage({ method }: IncomingMessage, response: ServerResponse, map: ExternalTicket, frameAncestors: string): void {
  const body = Buffer.from(toHtml(map));
  const origins = ["self", new URL(map.url).origin];
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Length": body.length,
    "Content-Security-Policy": `${POLICY}; frame-ancestors ${frameAncestors}`,
    "Content-Type": "text/html; charset=utf-8",
    "Permissions-Policy": permissionsPolicy({
      ...(map.allowsLocation && { geolocation: origins }),
      ...(map.allowsCamera && { camera: origins }),
    }),
    "Referrer-Policy": "strict-origin",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(method === "HEAD" ? undefined : body);
}
