import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { SMALL_READ_BYTES, type SmallReads } from "../../lib/blobs/small-reads";
import type { BlobStore } from "../../lib/blobs/store";
import { env } from "../../lib/env";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { isFromBrowser, isFromElsewhere } from "../../lib/http/fetch-metadata";
import { hasValidHost } from "../../lib/http/node";
import { contextOf } from "../../lib/logging/request";
import { homeOf } from "../../lib/maps/origins/origin";
import { isDueForRenewal, readPasses } from "../../lib/maps/policy";
import { accountOf, type ExpiringRight, MAPS_PATH, type MapGrant } from "../../lib/maps/schema";
import type { EntryQuestion, FileEntry, TreeState } from "../../lib/trees/data";
import { describeFile } from "../representation/negotiate";
import type { Representation } from "../representation/representation";
import { type Headers, headersOfWhole } from "../representation/send";
import type { RightCheck } from "./right-check";
import { keyOfRoot, type TreeStates } from "./tree-states";

/** Cookies of a few hundred bytes each. */
const MOST_VISITS = 5_000;
/** Headers of about a kilobyte each. */
const MOST_ANSWERS = 20_000;

export interface FastParts {
  store: BlobStore;
  reads: SmallReads;
  trees: TreeStates;
  rights: RightCheck;
  rootOf(scope: string, pass: ExpiringRight): EntryQuestion["root"];
  /** Answers any request. */
  answerFully(request: IncomingMessage, response: ServerResponse): Promise<void>;
  setGrant(response: ServerResponse, grant: MapGrant): void;
  now(): number;
}

/** A verified cookie: its holder, and the map that it opens. */
interface Visit {
  pass: ExpiringRight;
  rootKey: string;
  isShared: boolean;
}

/** An answer but for the headers that differ between requests. */
interface PreparedAnswer {
  headers: Headers;
  bodyKey: string;
  read(): Promise<Buffer>;
}

/** Returns the place of the slash between the scope and the path of a plain target, or -1. A query may hold a ticket. */
function endOfScope(target: string): number {
  return target.startsWith(`${MAPS_PATH}/`) && !target.includes("?") ? target.indexOf("/", MAPS_PATH.length + 1) : -1;
}

/** Returns true for a request whose answer depends only on its cookie, address and accepted encodings. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers.range === undefined &&
    headers["if-none-match"] === undefined &&
    headers["if-modified-since"] === undefined &&
    headers["if-match"] === undefined &&
    headers["if-unmodified-since"] === undefined &&
    headers["if-range"] === undefined &&
    headers["service-worker"] === undefined
  );
}

/** Node keeps the first of several Host headers, which are invalid. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1;
}

function formOf(headers: IncomingHttpHeaders): string {
  return acceptsGzip(String(headers["accept-encoding"] ?? "")) ? "gzip" : "plain";
}

async function readWhole({ read, length }: Representation): Promise<Buffer> {
  const body = await read(undefined);
  if (!Buffer.isBuffer(body) || body.length !== length) throw new Error(`A body of ${length} bytes is not in memory.`);
  return body;
}

/**
 * Answers requests for small files that were requested before, from memory: the cookie was verified, the right is confirmed, the tree is
 * unchanged. All other requests are left to the handler, which computes the same headers (docs/decisions/0055).
 */
export class FastPath {
  private readonly visits = new LRUCache<string, Visit>({ max: MOST_VISITS });
  private readonly answers = new LRUCache<string, PreparedAnswer>({ max: MOST_ANSWERS });

  constructor(private readonly parts: FastParts) {}

  /** Returns false for a request that it leaves to the handler, and true when it has answered at once. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | boolean {
    const { url = "", headers } = request;
    const end = endOfScope(url);
    if (end < 0 || !isPlain(request)) return false;
    const visit = this.findVisit(request, url.slice(MAPS_PATH.length + 1, end));
    const grant = visit && this.parts.rights.peek(visit.pass);
    const state = grant && this.parts.trees.current(visit.rootKey);
    const prepared = state && this.answers.get(`${formOf(headers)} ${state.treeId} ${state.revision} ${url.slice(end)}`);
    if (!prepared) return false;
    const context = contextOf(request);
    if (context) context.accountId = accountOf(visit.pass);
    const body = this.parts.reads.get(prepared.bodyKey);
    if (!body) return this.readAndSend(request, response, prepared, grant);
    this.send(response, prepared, grant, body);
    return true;
  }

  /** Prepares the answer to the next request like this one. */
  async remember(request: IncomingMessage, state: TreeState, file: FileEntry, common: Headers): Promise<void> {
    const { url = "", headers } = request;
    const end = endOfScope(url);
    const { slice } = file;
    // A date in the future is omitted only until then.
    if (end < 0 || !slice || file.size === 0 || !isPlain(request) || file.modifiedAt.getTime() > Date.now()) return;
    const form = formOf(headers);
    const described = await describeFile(this.parts.store, file, { acceptsGzip: form === "gzip", hasRange: false }, common);
    const { representation } = described;
    if (representation.length > SMALL_READ_BYTES) return;
    this.answers.set(`${form} ${state.treeId} ${state.revision} ${url.slice(end)}`, {
      headers: headersOfWhole(described),
      bodyKey: `${slice.blobKey}:${slice.offset}:${representation.etag}`,
      read: () => readWhole(representation),
    });
  }

  private findVisit(request: IncomingMessage, scope: string): Visit | undefined {
    const { headers } = request;
    const key = `${headers.host} ${scope} ${headers.cookie}`;
    const visit = this.visits.get(key) ?? this.verify(request, scope, key);
    if (!visit || !hasOneHost(request)) return undefined;
    if (env().isolatesMaps && (visit.isShared ? isFromBrowser(headers) : isFromElsewhere(headers))) return undefined;
    const now = this.parts.now();
    return visit.pass.expires * 1000 > now && !isDueForRenewal(visit.pass, now) ? visit : undefined;
  }

  /** Of several cookies only the first is tried here. */
  private verify(request: IncomingMessage, scope: string, key: string): Visit | undefined {
    if (!hasValidHost(request)) return undefined;
    const home = homeOf(request.headers.host);
    const [pass] = readPasses(request.headers.cookie, scope, this.parts.now(), home);
    if (!pass) return undefined;
    const visit = { pass, rootKey: keyOfRoot(this.parts.rootOf(scope, pass)), isShared: home === "shared" };
    this.visits.set(key, visit);
    return visit;
  }

  private async readAndSend(request: IncomingMessage, response: ServerResponse, prepared: PreparedAnswer, grant: MapGrant): Promise<void> {
    let body: Buffer;
    try {
      body = await this.parts.reads.read(prepared.bodyKey, prepared.read);
    } catch {
      // The bytes may have moved, and errors have pages.
      return this.parts.answerFully(request, response);
    }
    this.send(response, prepared, grant, body);
  }

  private send(response: ServerResponse, { headers }: PreparedAnswer, grant: MapGrant, body: Buffer): void {
    this.parts.setGrant(response, grant);
    response.writeHead(200, headers);
    response.end(body);
  }
}
