import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { blobStore } from "@/lib/blobs/open";
import type { BlobStore } from "@/lib/blobs/store";
import { findViewerFile } from "@/lib/data-maps/data";
import { env } from "@/lib/env";
import { findGrant } from "@/lib/maps/data";
import { redeemTicket } from "@/lib/maps/mutations";
import { passCookies } from "@/lib/maps/policy";
import type { MapRight } from "@/lib/maps/schema";
import { findEntries } from "@/lib/trees/data";
import { MapsHandler, type MapsParts } from "@/server/maps/handler";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { externalMapRedirect, mapRedirect } from "@/server/web/map-redirect";
import { share } from "@/server/web/share";
import type { SignedIn } from "../../setup/signed-in";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The undecoded body. */
  body: Buffer;
}

export interface Call {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
}

/** The maps process and the application's map routes, each on its origin, with a clock that tests can advance. */
export interface MapServers {
  /** Sends a request with exactly this target to the maps process. */
  ask(target: string, call?: Call): Promise<Answer>;
  /** Sends a request with exactly this target to the application. */
  askApp(target: string, call?: Call): Promise<Answer>;
  mapsPort: number;
  /** Returns the time of the maps process in milliseconds since 1970. */
  now(): number;
  /** Advances the clock. */
  wait(seconds: number): void;
  close(): Promise<void>;
}

/** Sends exactly this target and these headers. `fetch` would add its own Fetch Metadata. */
export function send(port: number, agent: Agent, target: string, { method = "GET", headers = {}, body: text }: Call = {}): Promise<Answer> {
  const sent = request({ host: "127.0.0.1", port, path: target, method, headers, agent });
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      const { statusCode = 0, headers: received } = response;
      buffer(response).then((body) => resolve({ status: statusCode, headers: received, body }), reject);
    });
    sent.end(text);
  });
}

interface MapServerParts {
  store?: BlobStore;
  /** Called for each view of a map. */
  countView?: MapsParts["countView"];
  /** Other parts of the handler. */
  parts?: Partial<MapsParts>;
}

export async function startMapServers({
  store = blobStore(),
  countView = () => undefined,
  parts,
}: MapServerParts = {}): Promise<MapServers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const handler = new MapsHandler({ store, findGrant, redeemTicket, findEntries, findViewerFile, countView, now, ...parts });
  const maps = new HttpServer();
  await maps.listen(0, (incoming, outgoing) => handler.handle(incoming, outgoing));
  const app = new HttpServer();
  const noPages = () => Promise.reject(new Error("This server has no pages."));
  await app.listen(0, dispatch([mapRedirect, externalMapRedirect, share], noPages));
  const portOf = (server: HttpServer) => (server.node.address() as AddressInfo).port;
  const [mapsPort, appPort] = [portOf(maps), portOf(app)];
  return {
    mapsPort,
    now,
    ask: (target, call) => send(mapsPort, agent, target, call),
    askApp: (target, call) => send(appPort, agent, target, call),
    wait(seconds) {
      ahead += seconds * 1000;
    },
    async close() {
      agent.destroy();
      await Promise.all([maps.close(), app.close()]);
    },
  };
}

/** The headers of a browser's navigation, and of a page's subresource. */
export const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "text/html,*/*;q=0.8" };
export const subresource = {
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "no-cors",
  "sec-fetch-dest": "image",
  accept: "image/avif,image/webp,*/*;q=0.8",
};

export function rightOf({ account, session }: SignedIn, { id, safeName }: { id: string; safeName: string }): MapRight {
  return { account: account.id, session: session.id, project: id, scope: safeName };
}

/** Returns the Cookie header of a browser that opened the map, without any request. */
export function cookieFor(right: MapRight, now = Date.now()): string {
  return passCookies(right, now)[0]?.split(";")[0] ?? "";
}

/** Returns the path of a Location header on one of the two origins. */
export function pathOn(origin: "appOrigin" | "mapsOrigin", { headers }: Answer): string {
  const location = headers.location ?? "";
  const prefix = env()[origin];
  if (!location.startsWith(`${prefix}/`)) throw new Error(`${location} is not on ${prefix}.`);
  return location.slice(prefix.length);
}

/** Returns the whole answer without its date. */
export function said({ status, headers, body }: Answer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, body: body.toString() };
}
