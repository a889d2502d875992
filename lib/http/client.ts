import type { IncomingMessage } from "node:http";

/** Set by our own server on every request; whatever a client sends under this name is overwritten. */
const HEADER = "x-sea-vision-client-address";

/**
 * Where a request comes from. `X-Forwarded-For` is believed only as far as our own proxies wrote it: each appends the address
 * that it saw, so the client's is that many entries from the end.
 * @param trustedProxies how many reverse proxies of ours stand in front of this process; 0: none, the connection itself tells
 */
export function clientAddressOf(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const fromProxy = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined;
  // A dual-stack socket shows IPv4 clients as ::ffff:192.0.2.1.
  return (fromProxy || request.socket.remoteAddress || "unknown").replace(/^::ffff:(?=[\d.]+$)/i, "").slice(0, 64);
}

/** Notes where a request comes from, before anything reads it. */
export function stampClientAddress(request: IncomingMessage, trustedProxies: number): void {
  request.headers[HEADER] = clientAddressOf(request, trustedProxies);
}

/** The device at the other end, as far as a request shows it. */
export interface Client {
  /** Null when the request did not come through our server. */
  address: string | null;
  userAgent: string | null;
}

/** Reads what stampClientAddress noted, and what the client calls itself. */
export function readClient({ headers }: { headers: Headers }): Client {
  return { address: headers.get(HEADER), userAgent: headers.get("user-agent")?.slice(0, 512) ?? null };
}

/**
 * The network whose holder can take any address in it, to count by: an IPv6 line has a /64 of its own.
 * @param address null when it is not known: all those count as one
 */
export function clientNetwork(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const whole = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...(tail?.split(":").filter(Boolean) ?? [])];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
