import { createRequire } from "node:module";
import fc from "fast-check";
import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import { parseInput } from "../http/route";
import {
  emailSchema,
  initialPasswordSchema,
  newPasswordSchema,
  personNameSchema,
  replacementPasswordSchema,
  requiredEmailSchema,
  rowIdSchema,
  signInBodySchema,
  signInSchema,
} from "./schema";

/** Decodes a domain that nodemailer encoded as Punycode. */
const { toUnicode } = createRequire(import.meta.url)("nodemailer/lib/punycode") as { toUnicode(domain: string): string };

describe("emailSchema", () => {
  it.each([
    ["a@b.co", "a@b.co"],
    ["  Ada.Lovelace+maps@Example.ORG ", "ada.lovelace+maps@example.org"],
    ["x@sub.domain.museum", "x@sub.domain.museum"],
    ["jürgen@münchen.de", "jürgen@münchen.de"],
    ["ju\u0308rgen@mu\u0308nchen.de", "jürgen@münchen.de"],
    ["דנה@דוגמה.קום", "דנה@דוגמה.קום"],
    ["आशा@उदाहरण.भारत", "आशा@उदाहरण.भारत"],
    ["o'hara!#$%&*+/=?^_`{|}~-@x-y.co", "o'hara!#$%&*+/=?^_`{|}~-@x-y.co"],
    ["🎉@例え.みんな", "🎉@例え.みんな"],
  ])("accepts %j", (email, stored) => expect(emailSchema.parse(email)).toBe(stored));

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
    "a\ud800@b.co",
    // Read as another address.
    "a\u200bb@x.com",
    "a\u00ad@x.com",
    "a@x\u202emoc.com",
    "\u2066a@x.com",
    "a@x\u2060.com",
    "a\u{e0061}@x.com",
    "\u3164@x.com",
    "a@x.\u3164\u3164",
    "a\ufe0f@x.com",
    // Lower case makes another letter of it: the Kelvin sign.
    "jac\u212a@x.com",
    "a@\u212ae.com",
    // Read as another mailbox.
    "a<b>@x.com",
    "a,b@x.com",
    "a;b@x.com",
    "a:b@x.com",
    '"a"@x.com',
    "a\\b@x.com",
    "(a)b@x.com",
    "a@[127.0.0.1].com",
    "a@x。evil.com",
    // No mailbox.
    ".a@x.com",
    "a.@x.com",
    "a..b@x.com",
    "a@x..com",
    "a@.x.com",
    "a@-x.com",
    "a@x-.com",
    "a@y.-.com",
    "a@$$.com",
    "a@b_c.com",
    "a@🎉.com",
    `${"a".repeat(250)}@b.co`,
    undefined,
    1,
  ])("rejects %j", (email) => expect(emailSchema.safeParse(email).error?.issues[0]?.message).toBe("Please enter a valid email address."));
});

describe("mail to an accepted address", () => {
  const composer = createTransport({ streamTransport: true, buffer: true });
  /** Characters that mail programs interpret, and ordinary ones. */
  const unit = fc.oneof(
    fc.constantFrom(...`ab.-@<>()[],;:"\\ '=?\t\n`, "é", "ß", "İ", "ς", "。", "\u200b"),
    fc.string({ unit: "grapheme" }),
  );
  const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(""));

  const letters = fc.stringMatching(/^[\p{L}\p{M}\p{Nd}-]{1,6}$/u);

  it("is sent to exactly that mailbox", async () => {
    const address = fc.tuple(text, fc.oneof(text, letters)).map(([local, domain]) => `${local}@${domain}.com`);
    let taken = 0;
    const property = fc.asyncProperty(address, async (typed) => {
      const email = emailSchema.safeParse(typed).data;
      if (email === undefined) return;
      taken += 1;
      const [mailbox = "", domain = ""] = email.split("@");
      for (const to of [email, { name: "Ada", address: email }]) {
        const { envelope } = await composer.sendMail({ from: "maps@example.com", to, text: "Hello" });
        expect(envelope.to.map((one) => one.replace(/(?<=@)[^@]*$/, toUnicode))).toEqual([`${mailbox}@${toUnicode(domain)}`]);
      }
    });
    await fc.assert(property, { numRuns: 5_000 });
    expect(taken).toBeGreaterThan(100);
  });
});

describe("signInSchema", () => {
  it("reports a message for each field", () => {
    const { error } = signInSchema.safeParse({ email: "nobody", password: "" });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["email", "Please enter a valid email address."],
      ["password", "Please enter your password."],
    ]);
  });
});

describe("signInBodySchema", () => {
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
  ])("rejects %j, which lacks a field", (body) =>
    expect(() => parseInput(signInBodySchema, body)).toThrow("Email and password are required."),
  );

  it("accepts an address in any case and keeps the password unchanged", () => {
    expect(parseInput(signInBodySchema, { email: " A@B.co ", password: " X " })).toEqual({ email: "a@b.co", password: " X " });
  });

  it("reports an invalid address", () => {
    expect(() => parseInput(signInBodySchema, { email: "nobody", password: "x" })).toThrow("Please enter a valid email address.");
  });
});

describe("the fields of the account forms", () => {
  const first = (result: { success: boolean; error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

  it.each([undefined, null, 5, "", "  "])("reject %j as a missing address", (email) =>
    expect(first(requiredEmailSchema.safeParse(email))).toBe("Email is required"),
  );

  it.each([undefined, null, "", " \t", " ".repeat(8), "\u3000".repeat(20)])(
    "require a password for a new account and keep the current one of an existing account for %j",
    (password) => {
      expect(first(initialPasswordSchema("Wanted").safeParse(password))).toBe("Wanted");
      expect(replacementPasswordSchema.parse(password)).toBeUndefined();
    },
  );

  it.each(["seven77", 12_345_678, ["12345678"], {}, "🎉".repeat(4), "🎉".repeat(7), "e\u0301".repeat(7)])(
    "reject %j as a password that is too short or no text",
    (password) => {
      for (const schema of [initialPasswordSchema("Wanted"), replacementPasswordSchema]) {
        expect(first(schema.safeParse(password))).toBe("Password must be at least 8 characters long");
      }
    },
  );

  it("count characters in every Unicode form", () => {
    for (const eight of ["🎉".repeat(8), "e\u0301".repeat(8)]) expect(newPasswordSchema().parse(eight)).toBe(eight);
    expect(first(newPasswordSchema("Short").safeParse(" ".repeat(8)))).toBe("Short");
  });

  it("keep the password unchanged", () => {
    expect(initialPasswordSchema("Wanted").parse("  eight  ")).toBe("  eight  ");
    expect(replacementPasswordSchema.parse("  eight  ")).toBe("  eight  ");
  });

  it.each([
    ["  Ada \u00a0 Lovelace\n", "Ada Lovelace"],
    ["E\u0301milie", "\u00c9milie"],
    ["x".repeat(200), "x".repeat(200)],
    ["دانا\u200cیی", "دانا\u200cیی"],
    ["👩\u200d🚀", "👩\u200d🚀"],
    ["\u200fדנה (Dana)\u200f", "\u200fדנה (Dana)\u200f"],
    ["قمر", "قمر"],
  ])("accept %j as the name %j", (typed, name) => expect(personNameSchema("Wanted").parse(typed)).toBe(name));

  it.each<[typed: string | undefined, message: string]>([
    [" ", "Wanted"],
    [undefined, "Wanted"],
    ...["\u200b", "\u00ad", "\u2060", "\u3164", "\ufeff", "\u2800", "\u200b \u200d\u{e0061}"].map((unseen): [string, string] => [
      unseen,
      "Wanted",
    ]),
    ...["\u202a", "\u202e", "\u2066", "\u2069"].map((turn): [string, string] => [
      `a${turn}b`,
      "The name contains characters that cannot be shown.",
    ]),
    ["x".repeat(201), "A name can have at most 200 characters."],
    ["a\0b", "The name contains characters that cannot be shown."],
    ["a\ud800", "The name contains characters that cannot be shown."],
  ])("reject %j as a name", (typed, message) => expect(first(personNameSchema("Wanted").safeParse(typed))).toBe(message));
});

describe("rowIdSchema", () => {
  it("accepts a UUID in any case and rejects other values", () => {
    expect(rowIdSchema.parse("01900000-0000-7000-8000-00000000000A")).toBe("01900000-0000-7000-8000-00000000000a");
    for (const id of ["", "1", "01900000000070008000000000000000", "{01900000-0000-7000-8000-00000000000a}", null, 1]) {
      expect(rowIdSchema.safeParse(id).success).toBe(false);
    }
  });
});
