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
    ["a connection without a proxy of ours", {}, "192.0.2.1", 0, "192.0.2.1"],
    ["an IPv4 client on a dual-stack socket", {}, "::ffff:192.0.2.1", 0, "192.0.2.1"],
    ["an IPv6 client", {}, "2001:db8::1", 0, "2001:db8::1"],
    ["a client that forges the headers", forged, "192.0.2.1", 0, "192.0.2.1"],
    ["a client of our proxy", { "x-forwarded-for": "192.0.2.9" }, "10.0.0.1", 1, "192.0.2.9"],
    ["a client of our proxy that sends X-Forwarded-For", { "x-forwarded-for": "198.51.100.7, 192.0.2.9" }, "10.0.0.1", 1, "192.0.2.9"],
    ["a client of the outer of two proxies", { "x-forwarded-for": "198.51.100.7, 192.0.2.9, 10.0.0.2" }, "10.0.0.1", 2, "192.0.2.9"],
    ["a proxy that sends no X-Forwarded-For", {}, "10.0.0.1", 1, "10.0.0.1"],
    ["a connection that has closed", {}, undefined, 0, "unknown"],
    ["a client of a proxy in our networks", { "x-forwarded-for": "198.51.100.7, 192.0.2.9" }, "::ffff:10.0.0.1", "10.0.0.0/8", "192.0.2.9"],
    [
      "a client of the outer proxy with its own address",
      { "x-forwarded-for": "192.0.2.9, 10.0.0.2" },
      "127.0.0.1",
      "loopback, 10.0.0.2",
      "192.0.2.9",
    ],
    ["a connection from another proxy", { "x-forwarded-for": "198.51.100.7" }, "10.0.0.3", "10.0.0.2", "10.0.0.3"],
    ["a client of a proxy that writes ports", { "x-forwarded-for": "192.0.2.9:51234" }, "10.0.0.1", 1, "192.0.2.9"],
    ["an IPv6 client of a proxy that writes ports", { "x-forwarded-for": "[2001:db8::1]:51234" }, "10.0.0.1", 1, "2001:db8::1"],
    ["an invalid entry of X-Forwarded-For", { "x-forwarded-for": "198.51.100.7, nonsense" }, "::1", "loopback", "nonsense"],
  ])("returns for %s", (_, headers, remote, proxies, address) => expect(addressOf(headers, remote, proxies)).toBe(address));
});

describe("clientNetwork", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["unknown", "unknown"],
    ["nonsense", "unknown"],
    ["192.0.2.1:80", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
  ])("returns for %s the network %s", (address, network) => expect(clientNetwork(address)).toBe(network));
});
