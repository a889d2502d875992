import { describe, expect, it } from "vitest";
import { describeDevice } from "../../http/device";
import { presentSession } from "./data";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const apple = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("describeDevice", () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/125.0.0.0 Safari/537.36`, "Chrome on Windows", "desktop"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0`,
      "Microsoft Edge on Windows",
      "desktop",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux", "desktop"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/17.4 Safari/605.1.15`, "Safari on macOS", "desktop"],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/125.0.0.0 Safari/537.36`, "Chrome on Chrome OS", "desktop"],
    ["Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18", "Opera on Windows", "desktop"],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${apple} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari on iOS", "mobile"],
    [`Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${apple} Version/12.1 Mobile/15E148 Safari/604.1`, "Safari on iOS", "mobile"],
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webKit} Chrome/125.0.0.0 Mobile Safari/537.36`, "Chrome on Android", "mobile"],
    ["curl/8.14.1", "API client", "program"],
    ["node", "API client", "program"],
    ["python-requests/2.32.3", "API client", "program"],
    ["<script>alert(1)</script>", "API client", "program"],
    ["Mozilla/5.0", "Unknown device", "unknown"],
    ["   ", "Unknown device", "unknown"],
    ["", "Unknown device", "unknown"],
    [null, "Unknown device", "unknown"],
  ])("returns for %s: %s, %s", (userAgent, device, kind) => expect(describeDevice(userAgent)).toEqual({ device, kind }));

  it("returns quickly and drops hostile text", () => {
    const hostile = `Mozilla/5.0 (${"(;".repeat(240)} Chrome/`.slice(0, 512);
    // Processor time, because other processes may keep this one waiting.
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1) describeDevice(hostile);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    expect(describeDevice(hostile).device).not.toContain("(");
  });
});

describe("presentSession", () => {
  const row = {
    id: "0197a1c0-0000-7000-8000-000000000001",
    createdAt: new Date("2026-11-20T12:00:00Z"),
    lastSeenAt: new Date("2026-11-20T12:30:00Z"),
    userAgent: "curl/8.14.1",
    address: "192.0.2.1",
  };

  it("returns the device without the user agent", () => {
    expect(presentSession(row, row.id)).toEqual({
      _id: row.id,
      device: "API client",
      kind: "program",
      address: "192.0.2.1",
      createdAt: "2026-11-20T12:00:00.000Z",
      lastSeenAt: "2026-11-20T12:30:00.000Z",
      current: true,
    });
  });

  it("marks another session, and one without an address", () => {
    expect(presentSession({ ...row, address: "unknown" }, "another")).toMatchObject({ current: false, address: null });
  });
});
