import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlobStore } from "../../lib/blobs/store";
import { isPageOrCode } from "../../lib/http/content-type";
import { hasValidHost } from "../../lib/http/node";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import { MAPS_PATH, type MapAddress, viewerOf } from "../../lib/maps/schema";
import type { MapViewer } from "../../lib/projects/stats/mutations";
import type { Entry, EntryQuestion } from "../../lib/trees/data";
import { notFoundMessage } from "../http/message-page";
import { describeEntry } from "../representation/negotiate";
import { sendCurrent, sendRepresentation } from "../representation/send";
import { type Access, type AccessParts, MapAccess } from "./access";
import { addressOf, endOfScope } from "./address";
import { EntryLookup } from "./entry-lookup";
import { sendError, sendReply } from "./messages";
import { PublicAnswers, type PublicParts } from "./public-answers";
import type { Lost } from "./right-check";
import { type Caches, type Tile, TileMemory } from "./tile-memory";
import { isMapView } from "./view-counter";

export interface MapsParts extends PublicParts, AccessParts {
  store: BlobStore;
  findEntries(questions: readonly EntryQuestion[]): Promise<(Entry | null)[]>;
  countView(viewer: MapViewer): void;
  /** Without them, each request looks up its file in the database and reads it from the store. */
  caches?: Caches;
}

const NOTHING_PERMITTED = permissionsPolicy({});

/** Headers of tiles, images and other data. A browser uses them as long as this process uses a right that was lost. */
const DATA_HEADERS = {
  "Cache-Control": "private, max-age=30",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Public tile servers require a referrer. They get the host only.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** The browser revalidates each use of a page, script or style, so that they fit each other after an edit. */
const PAGE_HEADERS = { ...DATA_HEADERS, "Cache-Control": "private, no-cache" };

function setHeaders(response: ServerResponse, { headers }: Access): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

function sendTile(response: ServerResponse, access: Access, { headers }: Tile, body: Buffer): void {
  setHeaders(response, access);
  response.writeHead(200, headers);
  response.end(body);
}

/** Answers requests for maps and their files: address, access, entry, representation, answer. Never rejects. */
export class MapsHandler {
  private readonly publicAnswers: PublicAnswers;
  private readonly access: MapAccess;
  private readonly entries: EntryLookup;
  private readonly tiles: TileMemory | undefined;

  constructor(private readonly parts: MapsParts) {
    const { store, findEntries, caches, now } = parts;
    this.publicAnswers = new PublicAnswers(parts);
    this.access = new MapAccess(parts);
    this.entries = new EntryLookup(findEntries, now, caches?.trees);
    this.tiles = caches && new TileMemory(store, caches);
  }

  forgetRights(lost: Lost): void {
    this.access.forget(lost);
  }

  /** Answers at once when access and tile are in memory. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { tiles } = this;
    const { url = "" } = request;
    const end = tiles ? endOfScope(request) : -1;
    const access = end < 0 ? undefined : this.access.peek(request, url.slice(MAPS_PATH.length + 1, end));
    const tile = access && tiles?.peek(request, access, url.slice(end));
    if (!tiles || !tile) return this.answer(request, response);
    const body = tiles.read(tile);
    if (Buffer.isBuffer(body)) return void sendTile(response, access, tile, body);
    return body.then(
      (bytes) => sendTile(response, access, tile, bytes),
      // The bytes may have moved, and errors have pages.
      () => this.answer(request, response),
    );
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("Permissions-Policy", NOTHING_PERMITTED);
    try {
      await this.answerFully(request, response);
    } catch (error) {
      sendError(request, response, error);
    }
  }

  private async answerFully(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hasValidHost(request)) {
      return sendReply(request, response, { status: 400, title: "The Host header must name one host", text: "" });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendReply(request, response, { status: 405, title: "Method not allowed", text: "" }, { Allow: "GET, HEAD" });
    }
    if (await this.publicAnswers.send(request, response)) return;
    const address = addressOf(request, this.parts.now());
    if (!address) return sendReply(request, response, notFoundMessage);
    const access = await this.access.open(request, address);
    if (!("pass" in access)) return sendReply(request, response, access);
    setHeaders(response, access);
    await sendCurrent(response, (isRetry) => this.sendEntry(request, response, address, access, isRetry));
  }

  private async sendEntry(
    request: IncomingMessage,
    response: ServerResponse,
    address: MapAddress,
    access: Access,
    isRetry: boolean,
  ): Promise<void> {
    const shown = await this.entries.findShown(request, address, access, isRetry);
    if (!("entry" in shown)) return sendReply(request, response, shown);
    const { entry, state } = shown;
    const isPage = isPageOrCode(entry.name);
    const common = isPage ? PAGE_HEADERS : DATA_HEADERS;
    const described = await describeEntry(request, this.tiles?.store ?? this.parts.store, entry, common);
    await sendRepresentation(request, response, described);
    if (isMapView(request, response.statusCode, entry.name)) this.count(access, state?.treeId ?? 0);
    // Views of pages are counted here, so pages are not kept.
    if (state && !isPage) await this.tiles?.keep(request, entry, state, common);
  }

  private count({ root, pass }: Access, treeId: number): void {
    if (root === "assets" || !("projectId" in root)) return;
    this.parts.countView({ projectId: root.projectId, treeId, ...viewerOf(pass) });
  }
}
