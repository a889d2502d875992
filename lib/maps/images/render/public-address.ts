import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

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

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

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
