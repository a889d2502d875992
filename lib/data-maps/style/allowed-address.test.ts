import { describe, expect, it } from "vitest";
import { allowedAddress } from "./allowed-address";
import { shownAttributeSchema } from "./display-schema";

const hosts = ["allowed.example", "Files.Example:8443", "bücher.example"];

describe("allowedAddress", () => {
  it.each([
    ["https://allowed.example/a.jpg?size=2#top", "https://allowed.example/a.jpg?size=2#top"],
    [" HTTPS://Allowed.Example:443/a ", "https://allowed.example/a"],
    ["https://files.example:8443/a", "https://files.example:8443/a"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ['https://allowed.example/"><img src=x>', "https://allowed.example/%22%3E%3Cimg%20src=x%3E"],
  ])("returns the address of %j", (value, address) => {
    expect(allowedAddress(value, hosts)).toBe(address);
  });

  it.each([
    "http://allowed.example/a",
    "javascript:alert(1)//https://allowed.example",
    "data:text/html,https://allowed.example",
    "https://allowed.example@evil.example/",
    "https://user:secret@allowed.example/",
    "https://evil.example/https://allowed.example/",
    "https://evil.example\\@allowed.example/",
    "https://allowed.example.evil.example/",
    "https://sub.allowed.example/",
    "https://allowed.example:8443/",
    "//allowed.example/a",
    "allowed.example/a",
    "https:allowed.example",
    "https://",
    "<a href='https://allowed.example'>a</a>",
    "",
    null,
    7,
    ["https://allowed.example/"],
  ])("returns null for %j", (value) => {
    expect(allowedAddress(value, hosts)).toBeNull();
  });

  it("allows nothing without hosts", () => {
    expect(allowedAddress("https://allowed.example/", [])).toBeNull();
  });
});

describe("shownAttributeSchema", () => {
  const isValid = (host: string) => shownAttributeSchema.safeParse({ attribute: "photo", kind: "picture", hosts: [host] }).success;

  it.each(["https://allowed.example", "allowed.example/photos", "*.example", "user@allowed.example", "a b", "a:b:c", ""])(
    "refuses %j, which is no host",
    (host) => {
      expect(isValid(host)).toBe(false);
    },
  );

  it("takes hosts with and without a port", () => {
    expect(["allowed.example", "localhost:8443"].map(isValid)).toEqual([true, true]);
  });
});
