import { describe, expect, it } from "vitest";
import { AddressRefusedError, isPublicAddress, resolveAllowed } from "./outside";

describe("isPublicAddress", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.169.0.1",
    "168.63.129.15",
    "168.63.129.17",
    "100.63.255.255",
    "100.128.0.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::1",
  ])("returns true for %s", (address) => expect(isPublicAddress(address)).toBe(true));

  // RFC 6890 and its registries: addresses at both ends of each range.
  it.each([
    ["0.0.0.0", "this host"],
    ["0.255.255.255", "this network"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.0", "shared by carriers"],
    ["100.127.255.255", "shared by carriers"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.255", "loopback"],
    ["169.254.0.1", "link-local"],
    ["169.254.169.254", "metadata of a cloud"],
    ["168.63.129.16", "the host of a cloud's machine"],
    ["::ffff:168.63.129.16", "the host of a cloud's machine, mapped"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.1", "protocol assignments"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relays"],
    ["192.168.0.0", "private"],
    ["192.168.255.255", "private"],
    ["198.18.0.1", "benchmarks"],
    ["198.19.255.255", "benchmarks"],
    ["198.51.100.1", "documentation"],
    ["203.0.113.1", "documentation"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["::808:808", "IPv4-compatible"],
    ["::ffff:127.0.0.1", "mapped"],
    ["::ffff:10.0.0.1", "mapped"],
    ["::ffff:a9fe:a9fe", "mapped"],
    ["::ffff:0:127.0.0.1", "translated"],
    ["64:ff9b::7f00:1", "NAT64"],
    ["64:ff9b:1::1", "NAT64 of one's own"],
    ["100::1", "discard"],
    ["2001::1", "Teredo"],
    ["2001:10::1", "ORCHID"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4"],
    ["3fff::1", "documentation"],
    ["4000::1", "not given out"],
    ["5f00::1", "segment routing"],
    ["fc00::1", "unique local"],
    ["fd12:3456::1", "unique local"],
    ["fe80::1", "link-local"],
    ["fe80::1%eth0", "link-local with a zone"],
    ["2606:4700::1111%eth0", "with a zone"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["", "nothing"],
    ["localhost", "a name"],
    ["example.com", "a name"],
  ])("returns false for %s: %s", (address) => expect(isPublicAddress(address)).toBe(false));

  it("returns true for a mapped form of a public address", () => expect(isPublicAddress("::ffff:8.8.8.8")).toBe(true));
});

describe("resolveAllowed", () => {
  const family = 4;
  const answering =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses.map((address) => ({ address, family })));

  it.each([[["127.0.0.1"]], [["10.0.0.1", "::1"]], [["169.254.169.254"]], [[]]])(
    "rejects a name that resolves to %j",
    async (addresses) => {
      await expect(resolveAllowed("tiles.example", answering(...addresses), isPublicAddress)).rejects.toThrow(AddressRefusedError);
    },
  );

  it("uses only the public addresses of a name", async () => {
    const found = await resolveAllowed("tiles.example", answering("10.0.0.1", "8.8.8.8", "::1", "1.1.1.1"), isPublicAddress);
    expect(found.map(({ address }) => address)).toEqual(["8.8.8.8", "1.1.1.1"]);
  });
});
