import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

/** The part of IPv6 that is given out for the open internet (RFC 4291 §2.4); the rest is reserved, or for special use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Of the open internet by its number, and yet the way of a virtual machine to its host: Azure's own channel. */
const HOSTS_OF_CLOUDS = ["168.63.129.16"];

/**
 * True for addresses of hosts on the open internet alone. Everything else could be the operator's own network: loopback,
 * private, link-local (the metadata services of clouds among them), shared, multicast, reserved, and IPv6 forms that stand for
 * an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * @param address as numbers; anything else is no address
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const given = ipaddr.parse(address);
  const parsed = given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress() ? given.toIPv4Address() : given;
  if (parsed.range() !== "unicast" || HOSTS_OF_CLOUDS.includes(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** Where a host is, by a look at the name service. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveHost: Resolve = (hostname) => lookup(hostname, { all: true });

/** A host that must not be reached from here. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
  constructor(host: string) {
    super(`${host} is not on the open internet.`);
  }
}

/**
 * Looks a host up, once for every connection: what is checked is what is then connected to, so a name that answers differently
 * the next time gains nothing.
 * @returns those of its addresses that are allowed
 * @throws AddressRefusedError when none is
 */
export async function resolveAllowed(
  hostname: string,
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = (await resolve(hostname)).filter(({ address }) => isAllowed(address));
  if (!first) throw new AddressRefusedError(hostname);
  return [first, ...others];
}
