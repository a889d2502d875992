import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { parseEnv } from "../env";
import { clientNetwork, readClient, stampClientAddress } from "./client";
import { toRequestLike } from "./node";

const settings = { DATABASE_URL: "postgresql://localhost/x", AUTH_SECRET: "x".repeat(32) };

function addressOf(headers: Record<string, string>, remoteAddress: string | undefined, trustedProxies: number | string): string | null {
  const request = { method: "GET", url: "/", headers: { ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage;
  stampClientAddress(request, parseEnv({ ...settings, TRUSTED_PROXIES: String(trustedProxies) }).isProxy);
  return readClient(toRequestLike(request)).address;
}

const forged = { "x-forwarded-for": "198.51.100.7", "x-sea-vision-client-address": "198.51.100.8" };

describe("clientAddressOf", () => {
  it.each([
    ["the connection's, when no proxy is ours", {}, "192.0.2.1", 0, "192.0.2.1"],
    ["as IPv4 on a socket for both", {}, "::ffff:192.0.2.1", 0, "192.0.2.1"],
    ["as IPv6", {}, "2001:db8::1", 0, "2001:db8::1"],
    ["never what the client says of itself", forged, "192.0.2.1", 0, "192.0.2.1"],
    ["what our proxy saw", { "x-forwarded-for": "192.0.2.9" }, "10.0.0.1", 1, "192.0.2.9"],
    ["what our proxy saw, not what the client sent it", { "x-forwarded-for": "198.51.100.7, 192.0.2.9" }, "10.0.0.1", 1, "192.0.2.9"],
    ["what the outer of two proxies saw", { "x-forwarded-for": "198.51.100.7, 192.0.2.9, 10.0.0.2" }, "10.0.0.1", 2, "192.0.2.9"],
    ["the connection's, when the proxy says nothing", {}, "10.0.0.1", 1, "10.0.0.1"],
    ["unknown on a connection that is gone", {}, undefined, 0, "unknown"],
    ["what a proxy of our networks saw", { "x-forwarded-for": "198.51.100.7, 192.0.2.9" }, "::ffff:10.0.0.1", "10.0.0.0/8", "192.0.2.9"],
    ["what the outer proxy saw", { "x-forwarded-for": "192.0.2.9, 10.0.0.2" }, "127.0.0.1", "loopback, 10.0.0.2", "192.0.2.9"],
    ["the connection's, when that is not our proxy", { "x-forwarded-for": "198.51.100.7" }, "10.0.0.3", "10.0.0.2", "10.0.0.3"],
    ["not taken from what is no address", { "x-forwarded-for": "198.51.100.7, nonsense" }, "::1", "loopback", "nonsense"],
  ])("returns for %s", (_, headers, remote, proxies, address) => expect(addressOf(headers, remote, proxies)).toBe(address));
});

describe("clientNetwork", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["unknown", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
  ])("returns for %s the network %s", (address, network) => expect(clientNetwork(address)).toBe(network));
});
