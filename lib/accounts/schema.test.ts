import { describe, expect, it } from "vitest";
import { parseInput } from "../http/route";
import { emailSchema, signInBodySchema, signInSchema } from "./schema";

describe("emailSchema", () => {
  it.each([
    ["a@b.co", "a@b.co"],
    ["  Ada.Lovelace+maps@Example.ORG ", "ada.lovelace+maps@example.org"],
    ["x@sub.domain.museum", "x@sub.domain.museum"],
    ["jürgen@münchen.de", "jürgen@münchen.de"],
  ])("takes %j", (email, stored) => expect(emailSchema.parse(email)).toBe(stored));

  it.each([
    "",
    "a",
    "a@b",
    "a@b.c",
    "@b.co",
    "a@.co",
    "a b@c.de",
    "a@b@c.de",
    "a@b.c0",
    "a\u0000@b.co",
    `${"a".repeat(250)}@b.co`,
    undefined,
    1,
  ])("refuses %j", (email) => expect(emailSchema.safeParse(email).error?.issues[0]?.message).toBe("Please enter a valid email address."));
});

describe("the sign-in form", () => {
  it("has the specification's messages by its fields", () => {
    const { error } = signInSchema.safeParse({ email: "nobody", password: "" });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["email", "Please enter a valid email address."],
      ["password", "Please enter your password."],
    ]);
  });
});

describe("the body of the sign-in call", () => {
  it.each([
    null,
    undefined,
    "text",
    [],
    {},
    { email: "a@b.co" },
    { password: "x" },
    { email: " ", password: "x" },
    { email: 1, password: {} },
  ])("%j lacks something", (body) => expect(() => parseInput(signInBodySchema, body)).toThrow("Email and password are required."));

  it("takes an address in any case, and the password to the letter", () => {
    expect(parseInput(signInBodySchema, { email: " A@B.co ", password: " X " })).toEqual({ email: "a@b.co", password: " X " });
  });

  it("says what is wrong with an address", () => {
    expect(() => parseInput(signInBodySchema, { email: "nobody", password: "x" })).toThrow("Please enter a valid email address.");
  });
});
