import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

const needed = { DATABASE_URL: "postgresql://localhost/sea_vision", AUTH_SECRET: "a".repeat(32) };
const elsewhere = { APP_ORIGIN: "https://sea.example.com:8443", MAPS_ORIGIN: "https://*.maps.example.com" };

describe("the settings of mails", () => {
  it("default to files, sent from the application's own host", () => {
    expect(parseEnv(needed)).toMatchObject({ smtpUrl: null, mailFrom: "Sea-Vision <no-reply@localhost>" });
    expect(parseEnv({ ...needed, ...elsewhere })).toMatchObject({
      mailFrom: "Sea-Vision <no-reply@sea.example.com>",
    });
    expect(parseEnv({ ...needed, SMTP_URL: "", MAIL_FROM: "" })).toMatchObject({ smtpUrl: null });
  });

  it.each(["smtp://localhost", "smtps://ada:p%40ss@mail.example.com:465/?tls.rejectUnauthorized=false"])(
    "accept the server %s",
    (smtpUrl) => {
      expect(parseEnv({ ...needed, SMTP_URL: smtpUrl })).toMatchObject({ smtpUrl });
    },
  );

  it.each(["ada@example.com", "Ada <ada@example.com>", "Ada's maps <ada@example.com>", "<ada@example.com>"])(
    "accept the sender %s",
    (mailFrom) => {
      expect(parseEnv({ ...needed, MAIL_FROM: mailFrom })).toMatchObject({ mailFrom });
    },
  );

  it.each([
    ["SMTP_URL", "mail.example.com"],
    ["SMTP_URL", "https://mail.example.com"],
    ["MAIL_FROM", "Ada"],
    ["MAIL_FROM", "Ada <ada>"],
    ["MAIL_FROM", "Ada <ada@example.com>\r\nBcc: eve@example.com"],
  ])("reject for %s the value %j", (name, value) => {
    expect(() => parseEnv({ ...needed, [name]: value })).toThrow(name);
  });
});

describe("MAPS_ORIGIN", () => {
  it.each<[settings: Record<string, string>, mapsOrigin: string]>([
    [{}, "http://localhost:3001"],
    [{ MAPS_ORIGIN: "" }, "http://localhost:3001"],
    [{ PORT: "4000", MAPS_PORT: "4001" }, "http://localhost:4001"],
    ...["http://localhost:8080", "https://sea.localhost", "http://127.0.0.1:3000", "http://[::1]:3000"].map(
      (APP_ORIGIN): [Record<string, string>, string] => [{ APP_ORIGIN }, "http://localhost:3001"],
    ),
  ])("gives each map an origin below localhost when it isn't set, with %j", (settings, mapsOrigin) => {
    expect(parseEnv({ ...needed, ...settings })).toMatchObject({ mapsOrigin, isolatesMaps: true });
  });

  it.each(["https://sea.example.com", "http://192.168.1.7:3000", "http://localhost.example", "http://127.0.0.1.example"])(
    "must be set when the application is at %s",
    (APP_ORIGIN) => {
      expect(() => parseEnv({ ...needed, APP_ORIGIN })).toThrow("MAPS_ORIGIN must be set when APP_ORIGIN is not on localhost");
    },
  );

  it.each([
    ["https://maps.example.com/", "https://maps.example.com", false],
    ["https://*.maps.example.com", "https://maps.example.com", true],
    ["https://*.maps.example.com:8443/", "https://maps.example.com:8443", true],
    ["http://*.localhost:3001", "http://localhost:3001", true],
    ["http://maps.example.com", "http://maps.example.com", false],
  ])("reads %s as an origin of the maps", (value, mapsOrigin, isolatesMaps) => {
    expect(parseEnv({ ...needed, MAPS_ORIGIN: value })).toMatchObject({ mapsOrigin, isolatesMaps });
  });

  it("rejects a wildcard when the application is on plain http and not on localhost", () => {
    const settings = { ...needed, APP_ORIGIN: "http://sea.example.com", MAPS_ORIGIN: "https://*.maps.example.net" };
    expect(() => parseEnv(settings)).toThrow("APP_ORIGIN must be on https or on localhost when MAPS_ORIGIN has a wildcard");
  });

  it.each([
    "http://*.maps.example.com",
    "http://*.localhost.example",
    "https://maps.*.example.com",
    "https://*",
    "*.maps.example.com",
    "maps",
  ])("rejects %s", (value) => {
    expect(() => parseEnv({ ...needed, MAPS_ORIGIN: value })).toThrow("MAPS_ORIGIN");
  });
});

describe("STORAGE_QUOTA_BYTES", () => {
  it("is unset by default", () => {
    expect(parseEnv(needed)).toMatchObject({ storageQuotaBytes: null });
    expect(parseEnv({ ...needed, STORAGE_QUOTA_BYTES: "" })).toMatchObject({ storageQuotaBytes: null });
    expect(parseEnv({ ...needed, STORAGE_QUOTA_BYTES: "1099511627776" })).toMatchObject({ storageQuotaBytes: 1024 ** 4 });
  });

  it.each(["0", "-1", "1.5", "1e12", "1 TB", "012", "9".repeat(16)])("rejects %j", (value) => {
    expect(() => parseEnv({ ...needed, STORAGE_QUOTA_BYTES: value })).toThrow("STORAGE_QUOTA_BYTES");
  });
});

describe("TRUSTED_PROXIES", () => {
  const trusted = (settings: Record<string, string>, address: string, hop: number) =>
    parseEnv({ ...needed, ...settings }).isProxy(address, hop);

  it("defaults to the nearest proxy when the application is on https", () => {
    expect([0, 1].map((hop) => trusted({}, "10.0.0.1", hop))).toEqual([false, false]);
    expect([0, 1].map((hop) => trusted(elsewhere, "10.0.0.1", hop))).toEqual([true, false]);
  });

  it("accepts a number of proxies, or their addresses and networks", () => {
    expect([0, 1, 2].map((hop) => trusted({ TRUSTED_PROXIES: "2" }, "192.0.2.1", hop))).toEqual([true, true, false]);
    const networks = { TRUSTED_PROXIES: "loopback, 10.1.0.0/16,2001:db8::/32" };
    const addresses = ["127.0.0.1", "::1", "10.1.255.9", "::ffff:10.1.0.1", "2001:db8::7", "10.2.0.1", "192.0.2.1", "unknown"];
    expect(addresses.filter((address) => trusted(networks, address, 0))).toEqual(addresses.slice(0, 5));
  });

  it.each(["11", "-1", "1.5", "10.0.0.0/33", "proxy.example.com", "10.0.0.1,", "10.0.0.1,2"])("rejects %j", (value) => {
    expect(() => parseEnv({ ...needed, TRUSTED_PROXIES: value })).toThrow("TRUSTED_PROXIES must be a number of proxies up to 10");
  });
});

describe("HOST and MAPS_HOST", () => {
  it("default to loopback", () => {
    expect(parseEnv(needed)).toMatchObject({ host: "127.0.0.1", mapsHost: "127.0.0.1" });
    expect(parseEnv({ ...needed, HOST: "", MAPS_HOST: "" })).toMatchObject({ host: "127.0.0.1", mapsHost: "127.0.0.1" });
    expect(parseEnv({ ...needed, HOST: "0.0.0.0", MAPS_HOST: "::" })).toMatchObject({ host: "0.0.0.0", mapsHost: "::" });
  });

  it("METRICS_HOST defaults to loopback, and no metrics port is opened by default", () => {
    expect(parseEnv(needed)).toMatchObject({ metrics: null });
    expect(parseEnv({ ...needed, METRICS_PORT: "9464" })).toMatchObject({ metrics: { port: 9464, host: "127.0.0.1" } });
  });
});
