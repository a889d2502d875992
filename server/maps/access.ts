import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { env } from "../../lib/env";
import { contentDisposition } from "../../lib/http/content-disposition";
import { isDownload, isFromBrowser, isFromElsewhere, isNavigation } from "../../lib/http/fetch-metadata";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import { contextOf } from "../../lib/logging/request";
import { homeOf, labelOf } from "../../lib/maps/origins/origin";
import { isDueForRenewal, passCookies, readPasses, verifyTicket } from "../../lib/maps/policy";
import {
  asFolder,
  type ExpiringRight,
  LABEL_PARAMETER,
  type MapAddress,
  type MapGrant,
  type MapHome,
  type MapRight,
  STEP_PARAMETER,
  splitScope,
  type Ticket,
  viewerOf,
  withParameter,
} from "../../lib/maps/schema";
import { ASSETS } from "../../lib/maps/values";
import type { TreeRoot } from "../../lib/trees/data";
import { notFoundMessage } from "../http/message-page";
import { cookieNeeded, linkEnded, sharedCookieNeeded } from "../web/map-messages";
import { frameAncestors, type Reply } from "./messages";
import { type Lost, RightCheck } from "./right-check";
import { keyOfRoot } from "./tree-states";

/** Cookies of a few hundred bytes each. */
const MOST_KEPT = 5_000;

type Header = readonly [name: string, value: string | string[]];

/** What a request may open. */
export interface Access {
  pass: ExpiringRight;
  grant: MapGrant;
  home: MapHome;
  root: TreeRoot;
  rootKey: string;
  /** Headers of every answer with this access. */
  headers: readonly Header[];
}

export interface AccessParts {
  findGrant(right: MapRight): Promise<MapGrant | null>;
  /** Resolves to false when the ticket has been used before. */
  redeemTicket(ticket: Ticket): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
}

function headersOf({ allowsLocation, allowsCamera, allowsSharedMemory, frameOrigins }: MapGrant): Header[] {
  const self = ["self"];
  const policy = permissionsPolicy({ ...(allowsLocation && { geolocation: self }), ...(allowsCamera && { camera: self }) });
  const headers: Header[] = [
    ["Permissions-Policy", policy],
    ["Content-Security-Policy", `frame-ancestors ${[frameAncestors(), ...frameOrigins].join(" ")}`],
  ];
  if (!allowsSharedMemory) return headers;
  // Unlike `require-corp`, it lets maps show tiles of servers that know nothing of it.
  return [...headers, ["Cross-Origin-Opener-Policy", "same-origin"], ["Cross-Origin-Embedder-Policy", "credentialless"]];
}

function rootOf(scope: string, { project, scope: ofRight }: MapRight): TreeRoot {
  if (scope === ASSETS || project === null) return ASSETS;
  const { version } = splitScope(ofRight);
  return version === null ? { projectId: project } : { treeId: version };
}

function keyOf({ headers }: IncomingMessage, scope: string): string {
  return `${headers.host} ${scope} ${headers.cookie}`;
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

/** Returns true for a page of another map, and for a browser on the origin that all programs share. */
function isOutOfPlace(headers: IncomingHttpHeaders, home: MapHome): boolean {
  return env().isolatesMaps && (home === "shared" ? isFromBrowser(headers) : isFromElsewhere(headers));
}

function refuse({ clean }: MapAddress, home: MapHome): Reply {
  if (home !== "shared") return notFoundMessage;
  return {
    status: 403,
    title: "This address is for programs",
    text: "Browsers open each map at an address of its own.",
    link: { href: `${env().appOrigin}${clean}`, label: "Open the map", isNewTab: true },
  };
}

/** Returns the address that redirects a download back (server/web/map-redirect.ts). */
function detourOf(address: string, home: MapHome): string {
  const detour = withParameter(address, STEP_PARAMETER, "download");
  return home === "shared" ? detour : withParameter(detour, LABEL_PARAMETER, labelOf(home));
}

/** Redirects pages to get a ticket. Other requests get 404, whether the file exists or not. */
function requestTicket({ headers }: IncomingMessage, place: MapAddress, passes: ExpiringRight[], home: MapHome): Reply {
  const { clean, step } = place;
  const address = `${env().appOrigin}${clean}`;
  if (!isNavigation(headers)) return notFoundMessage;
  if (isDownload(headers) && step === null) return { location: detourOf(address, home) };
  if (passes.some((pass) => "link" in pass)) return linkEnded(place);
  if (step === null) return { location: withParameter(address, STEP_PARAMETER, "returned") };
  return step === "shared" ? sharedCookieNeeded(place) : cookieNeeded(place);
}

/** Decides what requests may open, by their tickets and cookies. Keeps verified cookies. */
export class MapAccess {
  private readonly kept = new LRUCache<string, Access>({ max: MOST_KEPT });
  private readonly rights: RightCheck;

  constructor(private readonly parts: AccessParts) {
    this.rights = new RightCheck(parts.findGrant, parts.now);
  }

  forget(lost: Lost): void {
    this.rights.forget(lost);
  }

  /** Returns the access of a request whose cookie was verified and whose right is confirmed, or undefined. */
  peek(request: IncomingMessage, scope: string): Access | undefined {
    const access = this.kept.get(keyOf(request, scope));
    if (!access || !hasOneHost(request) || isOutOfPlace(request.headers, access.home)) return undefined;
    const { pass, grant } = access;
    const now = this.parts.now();
    if (pass.expires * 1000 <= now || isDueForRenewal(pass, now) || this.rights.peek(pass) !== grant) return undefined;
    const context = contextOf(request);
    if (context) context.accountId = viewerOf(pass).accountId;
    return access;
  }

  /** Returns the access of a request with a valid Host header, or the answer to one without access. */
  async open(request: IncomingMessage, address: MapAddress): Promise<Access | Reply> {
    const { scope, path, isFolder, clean, step } = address;
    const home = homeOf(request.headers.host);
    if (isOutOfPlace(request.headers, home)) return refuse(address, home);
    const ticket = address.ticket === null ? null : verifyTicket(address.ticket, scope, this.parts.now(), home);
    if (ticket && (await this.parts.redeemTicket(ticket))) return this.swap(address, ticket, home);
    // The browser sends the cookie only to paths with the slash.
    if (path.length === 0 && !isFolder) return { location: asFolder(clean) };
    const access = this.peek(request, scope) ?? (await this.find(request, address, home));
    if (!("pass" in access)) return access;
    if (step === "download") return withHeader(access, "Content-Disposition", contentDisposition("attachment", path.at(-1) ?? ""));
    return address.ticket === null && step === null ? access : { location: clean };
  }

  private swap({ clean, step }: MapAddress, ticket: Ticket, home: MapHome): Reply {
    const next = step === "returned" ? "cookie" : step;
    const location = next === null ? clean : withParameter(clean, STEP_PARAMETER, next);
    // An editor who opens the map sees the edit, not what the browser has kept.
    const cleared = ticket.isEdited && { "Clear-Site-Data": '"cache"' };
    return { location, headers: { "Set-Cookie": passCookies(ticket, this.parts.now(), home), ...cleared } };
  }

  private async find(request: IncomingMessage, address: MapAddress, home: MapHome): Promise<Access | Reply> {
    const { scope } = address;
    const now = this.parts.now();
    const passes = readPasses(request.headers.cookie, scope, now, home);
    for (const [index, pass] of passes.entries()) {
      const grant = await this.rights.find(pass);
      if (!grant) continue;
      const root = rootOf(scope, pass);
      const access = { pass, grant, home, root, rootKey: keyOfRoot(root), headers: headersOf(grant) };
      const context = contextOf(request);
      if (context) context.accountId = viewerOf(pass).accountId;
      // A right of a cookie before it may be given back.
      if (index === 0) this.kept.set(keyOf(request, scope), access);
      return isDueForRenewal(pass, now) ? withHeader(access, "Set-Cookie", passCookies(pass, now, home)) : access;
    }
    return requestTicket(request, address, passes, home);
  }
}

function withHeader(access: Access, name: string, value: string | string[]): Access {
  return { ...access, headers: [...access.headers, [name, value]] };
}
