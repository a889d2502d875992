import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, vi } from "vitest";

async function headersWith(mapsOrigin: string): Promise<Map<string, string>> {
  vi.stubEnv("MAPS_ORIGIN", mapsOrigin);
  const { setSecurityHeaders } = await import("./security-headers");
  const headers = new Map<string, string>();
  const response = { setHeader: (name: string, value: string) => headers.set(name, value) };
  setSecurityHeaders({ headers: {} } as IncomingMessage, response as unknown as ServerResponse);
  return headers;
}

function directivesOf(policy = ""): Map<string, string[]> {
  return new Map(policy.split("; ").map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1)]));
}

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllEnvs();
});

describe.each([
  ["https://maps.example", ["https://maps.example"]],
  ["https://*.maps.example", ["https://maps.example", "https://*.maps.example"]],
])("the headers of the application's pages with the maps on %s", (mapsOrigin, patterns) => {
  it("allow frames and requests of the application and of maps only", async () => {
    const policy = directivesOf((await headersWith(mapsOrigin)).get("Content-Security-Policy"));
    expect(policy.get("frame-src")).toEqual(["'self'", ...patterns]);
    expect(policy.get("connect-src")).toEqual(["'self'", ...patterns]);
  });

  it("name no other host and no web scheme", async () => {
    const policy = directivesOf((await headersWith(mapsOrigin)).get("Content-Security-Policy"));
    const sources = [...policy.values()].flat().filter((source) => !source.startsWith("'"));
    expect(new Set(sources)).toEqual(new Set(["data:", "blob:", ...patterns]));
  });

  it("let the frames of maps use location, camera and microphone, which each map needs a setting for", async () => {
    const allowed = ["self", ...patterns.map((origin) => `"${origin}"`)].join(" ");
    expect((await headersWith(mapsOrigin)).get("Permissions-Policy")).toBe(
      `geolocation=(${allowed}), camera=(${allowed}), microphone=(${allowed}), publickey-credentials-create=(self), publickey-credentials-get=(self)`,
    );
  });
});
