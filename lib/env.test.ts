import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

const needed = { DATABASE_URL: "postgresql://localhost/sea_vision", AUTH_SECRET: "a".repeat(32) };

describe("the settings of mails", () => {
  it("are files, from the application's own host, unless something else is set", () => {
    expect(parseEnv(needed)).toMatchObject({ smtpUrl: null, mailFrom: "Sea-Vision <no-reply@localhost>" });
    expect(parseEnv({ ...needed, APP_ORIGIN: "https://maps.example.com:8443" })).toMatchObject({
      mailFrom: "Sea-Vision <no-reply@maps.example.com>",
    });
    expect(parseEnv({ ...needed, SMTP_URL: "", MAIL_FROM: "" })).toMatchObject({ smtpUrl: null });
  });

  it.each(["smtp://localhost", "smtps://ada:p%40ss@mail.example.com:465/?tls.rejectUnauthorized=false"])("take %s", (smtpUrl) => {
    expect(parseEnv({ ...needed, SMTP_URL: smtpUrl })).toMatchObject({ smtpUrl });
  });

  it.each(["ada@example.com", "Ada <ada@example.com>", "Ada's maps <ada@example.com>", "<ada@example.com>"])("take %s", (mailFrom) => {
    expect(parseEnv({ ...needed, MAIL_FROM: mailFrom })).toMatchObject({ mailFrom });
  });

  it.each([
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "https://mail.example.com"],
    ["MAIL_FROM", "Ada"],
    ["MAIL_FROM", "Ada <ada>"],
    ["MAIL_FROM", "Ada <ada@example.com>\r\nBcc: eve@example.com"],
  ])("%s is not %j", (name, value) => {
    expect(() => parseEnv({ ...needed, [name]: value })).toThrow(name);
  });
});

describe("MAPS_ORIGIN", () => {
  it.each([
    ["https://maps.example.com/", "https://maps.example.com", false],
    ["https://*.maps.example.com", "https://maps.example.com", true],
    ["https://*.maps.example.com:8443/", "https://maps.example.com:8443", true],
    ["http://*.localhost:3001", "http://localhost:3001", true],
    ["http://maps.example.com", "http://maps.example.com", false],
  ])("%s is an origin of the maps", (value, mapsOrigin, isolatesMaps) => {
    expect(parseEnv({ ...needed, MAPS_ORIGIN: value })).toMatchObject({ mapsOrigin, isolatesMaps });
  });

  it.each([
    "http://*.maps.example.com",
    "http://*.localhost.example",
    "https://maps.*.example.com",
    "https://*",
    "*.maps.example.com",
    "maps",
  ])("%s is refused", (value) => {
    expect(() => parseEnv({ ...needed, MAPS_ORIGIN: value })).toThrow("MAPS_ORIGIN");
  });
});

describe("STORAGE_QUOTA_BYTES", () => {
  it("is not there unless it is set", () => {
    expect(parseEnv(needed)).toMatchObject({ storageQuotaBytes: null });
    expect(parseEnv({ ...needed, STORAGE_QUOTA_BYTES: "" })).toMatchObject({ storageQuotaBytes: null });
    expect(parseEnv({ ...needed, STORAGE_QUOTA_BYTES: "1099511627776" })).toMatchObject({ storageQuotaBytes: 1024 ** 4 });
  });

  it.each(["0", "-1", "1.5", "1e12", "1 TB", "012", "9".repeat(16)])("is not %j", (value) => {
    expect(() => parseEnv({ ...needed, STORAGE_QUOTA_BYTES: value })).toThrow("STORAGE_QUOTA_BYTES");
  });
});

describe("TRUSTED_PROXIES", () => {
  const trusted = (settings: Record<string, string>, address: string, hop: number) =>
    parseEnv({ ...needed, ...settings }).isProxy(address, hop);

  it("is the nearest one unless it is set, where the application is reached by https", () => {
    const https = { APP_ORIGIN: "https://maps.example.com" };
    expect([0, 1].map((hop) => trusted({}, "10.0.0.1", hop))).toEqual([false, false]);
    expect([0, 1].map((hop) => trusted(https, "10.0.0.1", hop))).toEqual([true, false]);
  });

  it("is a number of proxies, or their addresses and networks", () => {
    expect([0, 1, 2].map((hop) => trusted({ TRUSTED_PROXIES: "2" }, "192.0.2.1", hop))).toEqual([true, true, false]);
    const networks = { TRUSTED_PROXIES: "loopback, 10.1.0.0/16,2001:db8::/32" };
    const addresses = ["127.0.0.1", "::1", "10.1.255.9", "::ffff:10.1.0.1", "2001:db8::7", "10.2.0.1", "192.0.2.1", "unknown"];
    expect(addresses.filter((address) => trusted(networks, address, 0))).toEqual(addresses.slice(0, 5));
  });

  it.each(["11", "-1", "1.5", "10.0.0.0/33", "proxy.example.com", "10.0.0.1,", "10.0.0.1,2"])("is not %j", (value) => {
    expect(() => parseEnv({ ...needed, TRUSTED_PROXIES: value })).toThrow("TRUSTED_PROXIES must be a number of proxies up to 10");
  });
});

describe("HOST and MAPS_HOST", () => {
  it("are loopback unless they are set", () => {
    expect(parseEnv(needed)).toMatchObject({ host: "127.0.0.1", mapsHost: "127.0.0.1" });
    expect(parseEnv({ ...needed, HOST: "", MAPS_HOST: "" })).toMatchObject({ host: "127.0.0.1", mapsHost: "127.0.0.1" });
    expect(parseEnv({ ...needed, HOST: "0.0.0.0", MAPS_HOST: "::" })).toMatchObject({ host: "0.0.0.0", mapsHost: "::" });
  });

  it("METRICS_HOST is loopback, and no port is opened for metrics, unless they are set", () => {
    expect(parseEnv(needed)).toMatchObject({ metrics: null });
    expect(parseEnv({ ...needed, METRICS_PORT: "9464" })).toMatchObject({ metrics: { port: 9464, host: "127.0.0.1" } });
  });
});
