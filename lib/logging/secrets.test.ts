import { describe, expect, it } from "vitest";
import { pathForLog, secretRemover } from "./secrets";

const clean = secretRemover({
  AUTH_SECRET: 'with "quotes" and more than 32 characters',
  S3_SECRET_ACCESS_KEY: "s3-secret-key",
  DATABASE_URL: "postgresql://sea:p%40ssword@db.example.com/sea_vision",
  SMTP_URL: "smtps://mailer@mail.example.com",
});

describe("secretRemover", () => {
  it.each([
    ["a setting", "the key s3-secret-key is wrong", "s3-secret-key"],
    ["a setting in JSON", JSON.stringify({ of: 'with "quotes" and more than 32 characters' }), "quotes"],
    ["the decoded password of a URL", "authentication with p@ssword failed", "p@ssword"],
    ["the credentials of any URL", '{"url":"https://somebody:hunter22@example.com/x"}', "hunter22"],
    ["a signed token", '{"value":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"}', "eyJ"],
    ["an API token", `{"path":"/projects/sv_${"Ab-_".repeat(10)}abc"}`, "Ab-_"],
    ["a ticket", '{"url":"/projects/maps/harbour/?sea-vision-ticket=abc.def"}', "abc.def"],
    ["the link of a mail", '{"url":"/reset-password?token=Zm9vYmFy"}', "Zm9vYmFy"],
    ["a share link", `{"url":"https://maps.example/share/${"a".repeat(43)}?x=1"}`, "aaaa"],
    ["an encoded share link", `{"next":"%2Fshare%2F${"a".repeat(43)}"}`, "aaaa"],
    ["a header", '{"header":"Bearer abcdefghijkl"}', "abcdefghijkl"],
    ["JSON that was quoted", JSON.stringify({ msg: 'Unexpected end of {"newPassword":"hunter22"' }), "hunter22"],
    ["a hash", '{"hash":"$argon2id$v=19$m=19456,t=2,p=1$AAAA$BBBB"}', "AAAA"],
  ])("removes %s", (_what, text, secret) => {
    expect(text).toContain(secret);
    expect(clean(text)).not.toContain(secret);
    expect(clean(text)).toContain("[removed]");
  });

  it("keeps lines of JSON valid", () => {
    const line = JSON.stringify({ url: 'x?token=abc"', header: "Bearer abcdefgh.ijk", next: "s3-secret-key", plain: "Basic words stay" });
    expect(JSON.parse(clean(line))).toMatchObject({ plain: "Basic words stay" });
  });
});

const SECRET = `aA1${"x".repeat(40)}`;

it.each<[string | undefined, string]>([
  [undefined, "/"],
  ["/projects/maps/harbour/tiles/1/0/0.png", "/projects/maps/harbour/tiles/1/0/0.png"],
  ["/projects/maps/harbour/?ticket=abc", "/projects/maps/harbour/"],
  ["/reset-password#token", "/reset-password"],
  [`/reset/${SECRET}`, "/reset/[removed]"],
  [`/share/${"a".repeat(43)}`, "/share/[removed]"],
  ["/share/short?x=1", "/share/[removed]"],
  ["/share-links", "/share-links"],
  [`/reset/${SECRET}/again`, "/reset/[removed]/again"],
])("pathForLog shows %j as %s", (url, shown) => {
  expect(pathForLog(url)).toBe(shown);
});

it("pathForLog cuts a long path before it searches it", () => {
  const shown = pathForLog(`/aA1${"a".repeat(1_000_000)}%25`);
  expect(shown.length).toBeLessThan(520);
  expect(shown.endsWith("…")).toBe(true);
});
