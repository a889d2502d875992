import { describe, expect, it } from "vitest";
import { guestAddressSchema, guestSignInSchema } from "./schema";
import { isPublicMail } from "./values";

describe("guestAddressSchema", () => {
  it.each([
    [" Ada@Fjord.EXAMPLE ", "ada@fjord.example"],
    ["fjord.example", "@fjord.example"],
    ["@Fjord.example", "@fjord.example"],
    ["bücher.example", "@bücher.example"],
  ])("returns %j as %j", (text, address) => {
    expect(guestAddressSchema.parse(text)).toBe(address);
  });

  it.each(["", "@", "ada", "ada@fjord", "@@fjord.example", "ada@b@fjord.example", "fjord..example", "a b.example", "*.fjord.example"])(
    "rejects %j",
    (text) => {
      expect(guestAddressSchema.safeParse(text).success).toBe(false);
    },
  );
});

describe("guestSignInSchema", () => {
  it.each([" 123 456 ", "123-456", "123456"])("reads the code %j", (code) => {
    expect(guestSignInSchema.shape.code.parse(code)).toBe("123456");
  });

  it.each(["", "12345", "1234567", "12345a"])("rejects the code %j", (code) => {
    expect(guestSignInSchema.shape.code.safeParse(code).success).toBe(false);
  });
});

it.each([
  ["@gmail.com", true],
  ["@fjord.example", false],
])("isPublicMail returns for %s: %s", (domain, is) => {
  expect(isPublicMail(domain)).toBe(is);
});
