import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

/** Our own server sets it on every request and overwrites a header of the client with this name. */
const HEADER = "x-sea-vision-client-address";

/** Whether an address is one of our proxies. @param hop 0 for the connection's address, 1 for the last of X-Forwarded-For */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Some proxies write the port of the connection, which a client can change at will. */
const PORT = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]+\]):\d+$/;

const withoutPort = (address: string) => (PORT.exec(address.trim())?.[1] ?? address.trim()).replace(/^\[(.*)\]$/, "$1");

/** Returns the first address, from the connection's along X-Forwarded-For, that is not one of our proxies. */
export function clientAddressOf({ socket, headers }: IncomingMessage, isProxy: TrustProxy): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "");
  const hops = forwarded === "" ? undefined : forwarded.split(",").map(withoutPort).join(", ");
  const request = { socket, connection: socket, headers: { "x-forwarded-for": hops } } as unknown as IncomingMessage;
  const address: string | undefined = proxyAddress(request, isProxy);
  // A dual-stack socket shows IPv4 clients as ::ffff:192.0.2.1.
  return (address || "unknown").replace(/^::ffff:(?=[\d.]+$)/i, "").slice(0, 64);
}

export function stampClientAddress(request: IncomingMessage, isProxy: TrustProxy): void {
  request.headers[HEADER] = clientAddressOf(request, isProxy);
}

export interface Client {
  /** Null when the request did not come through our server. */
  address: string | null;
  userAgent: string | null;
  /** The request has none of the headers that browsers send with calls of pages. */
  isProgram?: boolean;
}

/** Reads the address that stampClientAddress has set, and the User-Agent. */
export function readClient({ headers }: { headers: Headers }): Client {
  const isProgram = !headers.has("sec-fetch-site") && !headers.has("origin");
  return { address: headers.get(HEADER), userAgent: headers.get("user-agent")?.slice(0, 512) ?? null, isProgram };
}

/** Returns the network to count by, because an IPv6 user controls a whole /64. What is no address counts as one network. */
export function clientNetwork(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}
