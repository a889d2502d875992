import { describe, expect, it } from "vitest";
import { parseEnv } from "../../env";
import { readPerson } from "./person";

const needed = { DATABASE_URL: "postgresql://localhost/sea_vision", AUTH_SECRET: "a".repeat(32) };
const provider = {
  OIDC_ISSUER: "https://login.example.com/realms/staff/",
  OIDC_CLIENT_ID: "sea-vision",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_ALLOWED_DOMAINS: "Example.com, example.org",
};

function settings(more: Record<string, string> = {}) {
  const { oidc } = parseEnv({ ...needed, ...provider, ...more });
  if (!oidc) throw new Error("There is no provider.");
  return oidc;
}

const claims = { iss: "https://login.example.com/realms/staff", sub: "1", email: "Ada@Example.com", email_verified: true, name: "Ada" };

describe("the settings of single sign-on", () => {
  it("are null without a provider", () => expect(parseEnv(needed).oidc).toBeNull());

  it("have the issuer without a slash at the end, and domains in lower case", () =>
    expect(settings()).toMatchObject({ issuer: "https://login.example.com/realms/staff", allowedDomains: ["example.com", "example.org"] }));

  it.each([
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "http://login.example.com" }],
    ["OIDC_ISSUER", { ...provider, OIDC_ISSUER: "login.example.com" }],
    ["OIDC_ISSUER", { OIDC_ONLY: "1" }],
    ["OIDC_ISSUER", { OIDC_CLIENT_ID: "sea-vision" }],
    ["OIDC_ALLOWED_DOMAINS", { ...provider, OIDC_ALLOWED_DOMAINS: "" }],
    ["OIDC_ALLOWED_DOMAINS", { ...provider, OIDC_ALLOWED_DOMAINS: "ada@example.com" }],
    ["OIDC_ALLOWED_DOMAINS", { ...provider, OIDC_ALLOWED_DOMAINS: "*.example.com" }],
    ["OIDC_CLIENT_SECRET", { ...provider, OIDC_CLIENT_SECRET: "" }],
  ])("name %s when it is wrong or missing (%#)", (name, source) => expect(() => parseEnv({ ...needed, ...source })).toThrow(name));
});

describe("the roles that must replace an assigned password", () => {
  it.each([
    [{}, []],
    [{ REQUIRE_PASSWORD_CHANGE: "1" }, ["superadmin", "admin", "user"]],
    [{ REQUIRE_PASSWORD_CHANGE: "1", OIDC_ONLY: "1" }, ["superadmin"]],
    [{ OIDC_ONLY: "1" }, []],
  ])("are with %j: %j", (source, roles) => expect(parseEnv({ ...needed, ...provider, ...source }).passwordRoles).toEqual(roles));
});

describe("readPerson", () => {
  it("returns the address in lower case", () =>
    expect(readPerson(claims, settings())).toEqual({
      issuer: claims.iss,
      subject: "1",
      email: "ada@example.com",
      name: "Ada",
      role: null,
      groups: null,
    }));

  it.each([{ email_verified: "true" }, { email_verified: undefined, xms_edov: true }, { email_verified: undefined, xms_edov: "1" }])(
    "accepts %j as verified",
    (more) => expect(readPerson({ ...claims, ...more }, settings())).toMatchObject({ subject: "1" }),
  );

  it.each([{ email_verified: false }, { email_verified: "false" }, { email_verified: undefined }, { email: "ada" }, { email: undefined }])(
    "refuses %j as unverified",
    (more) => expect(readPerson({ ...claims, ...more }, settings())).toBe("unverified"),
  );

  it.each(["ada@example.net", "ada@sub.example.com", "ada@anexample.com"])("refuses the domain of %s", (email) =>
    expect(readPerson({ ...claims, email }, settings())).toBe("domain"),
  );

  it("accepts every domain with *", () =>
    expect(readPerson({ ...claims, email: "ada@example.net" }, settings({ OIDC_ALLOWED_DOMAINS: "*" }))).toMatchObject({ subject: "1" }));

  it.each([undefined, "", "\u202eevil", " ".repeat(3)])("uses the address in place of the name %j", (name) =>
    expect(readPerson({ ...claims, name }, settings())).toMatchObject({ name: "ada@example.com" }),
  );

  it.each([
    ["roles", { roles: ["staff", "admin"] }, "admin"],
    ["roles", { roles: "admin" }, "admin"],
    ["roles", { roles: ["superadmin", "Admin", "administrator"] }, "user"],
    ["roles", {}, "user"],
    ["roles", { roles: null }, "user"],
    ["realm_access.roles", { realm_access: { roles: ["admin"] } }, "admin"],
    ["realm_access.roles", { realm_access: "admin" }, "user"],
    ["https://example.com/roles", { "https://example.com/roles": ["admin"] }, "admin"],
    ["constructor.name", { roles: ["admin"] }, "user"],
  ])("reads the role from the claim %s of %j as %s", (roleClaim, more, role) =>
    expect(readPerson({ ...claims, ...more }, settings({ OIDC_ROLE_CLAIM: roleClaim }))).toMatchObject({ role }),
  );
});
