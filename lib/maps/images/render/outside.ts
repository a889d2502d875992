import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch, type Response } from "undici";
import { env } from "../../../env";
import { type Answer, Budget, type Found, type Question } from "./map-files";

/** IPv6 addresses of the public internet (RFC 4291 §2.4). All others are reserved or for special use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

const HOSTS_OF_CLOUDS = ["168.63.129.16"];

/** Returns true for public IP addresses. All others could be in the operator's network, also IPv6 forms of IPv4 addresses. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const given = ipaddr.parse(address);
  const parsed = given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress() ? given.toIPv4Address() : given;
  if (parsed.range() !== "unicast" || HOSTS_OF_CLOUDS.includes(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveHost: Resolve = (hostname) => lookup(hostname, { all: true });

export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
  constructor(host: string) {
    super(`${host} is not on the open internet.`);
  }
}

/** Resolves a host to checked addresses for one connection, which prevents DNS rebinding. @throws AddressRefusedError */
export async function resolveAllowed(
  hostname: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = (await resolve(hostname)).filter(({ address }) => isAllowed(address));
  if (!first) throw new AddressRefusedError(hostname);
  return [first, ...others];
}

const MOST_REQUESTS = 400;
const MOST_BYTES = 48 * 1024 * 1024;
const MOST_BYTES_EACH = 8 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const LIMIT_MS = 10_000;

const PASSED_ON = ["content-type", "content-range", "accept-ranges", "access-control-allow-origin", "cross-origin-resource-policy"];

/** Rules for the hosts that may be requested. Tests have their own, because their servers are on one machine. */
export interface OutsideRules {
  resolve: Resolve;
  isAllowed: (address: string) => boolean;
  ports: readonly string[];
}

const openInternet: OutsideRules = { resolve: resolveHost, isAllowed: isPublicAddress, ports: ["80", "443"] };

function checkUrl({ protocol, hostname, port, username }: URL, { isAllowed, ports }: OutsideRules): void {
  const standard = protocol === "https:" ? "443" : "80";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isWeb = protocol === "http:" || protocol === "https:";
  if (!isWeb || username !== "" || !ports.includes(port || standard)) throw new AddressRefusedError(`${protocol}//${hostname}:${port}`);
  if (isIP(host) && !isAllowed(host)) throw new AddressRefusedError(host);
}

/** Fetches resources of other hosts for the page, which isn't trusted: only from the internet, with GET, within a budget. */
export class Outside {
  private readonly agent: Agent;
  private readonly budget = new Budget(MOST_REQUESTS, MOST_BYTES);

  /** Fetches for a page. @param pageOrigin sent to the hosts as the origin of the page */
  constructor(
    private readonly pageOrigin: string,
    private readonly rules: OutsideRules = openInternet,
  ) {
    this.agent = new Agent({
      connections: 6,
      connect: {
        lookup: (hostname, options, callback) => {
          resolveAllowed(hostname, rules.resolve, rules.isAllowed).then(
            (addresses) => (options.all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
            (error: NodeJS.ErrnoException) => callback(error, ""),
          );
        },
      },
    });
  }

  /** Fetches a URL and follows checked redirects. @throws AddressRefusedError; Error when unreachable or over a limit */
  async get(question: Question, signal: AbortSignal): Promise<Found> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    let at = question.url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await this.request({ ...question, url: at }, limited);
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null) return { ...(await this.read(response)), url: at };
      await response.body?.cancel();
      at = new URL(location, at);
    }
    throw new Error(`${question.url.host} redirects too often.`);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async request({ url, range, isCrossOrigin }: Question, signal: AbortSignal): Promise<Response> {
    checkUrl(url, this.rules);
    if (!this.budget.takeRequest()) throw new Error("The map asks too much of other hosts.");
    const headers = {
      accept: "*/*",
      // Public tile servers require the header that the map's visitors would send.
      referer: `${this.pageOrigin}/`,
      ...(isCrossOrigin && { origin: this.pageOrigin }),
      "user-agent": `Mozilla/5.0 (compatible; Sea-Vision map pictures; +${env().appOrigin})`,
      ...(range && { range }),
    };
    return await fetch(url, { headers, redirect: "manual", dispatcher: this.agent, signal });
  }

  private async read(response: Response): Promise<Answer> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MOST_BYTES_EACH || !this.budget.takeBytes(chunk.length)) throw new Error("The map loads too much from other hosts.");
      chunks.push(chunk);
    }
    const headers: Record<string, string> = {};
    for (const name of PASSED_ON) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return { status: response.status, headers, body: Buffer.concat(chunks) };
  }
}
