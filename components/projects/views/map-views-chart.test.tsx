import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MapViewsChart } from "./map-views-chart";
import { formatShortCount, formatViews, MapViewsTable } from "./map-views-table";

/** Returns the 30 days up to Nov 20, 2026. `last` are the counts of the last days. */
function daysWith(...last: number[]) {
  const counts = [...new Array<number>(30 - last.length).fill(0), ...last];
  return counts.map((count, index) => ({ day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10), count }));
}

function textOf(markup: string): string {
  return markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

describe("MapViewsChart", () => {
  it.each([
    [[1], "1 in the last 30 days"],
    [[2, 0, 3], "5 in the last 30 days"],
    [[1_000_000, 234], "1,000,234 in the last 30 days"],
  ])("shows the sum of %j in the heading: %s", (counts, total) => {
    const text = textOf(renderToStaticMarkup(<MapViewsChart days={daysWith(...counts)} />));
    expect(text).toContain(`Map Views ${total}`);
    expect(text).not.toContain("No Map Views");
  });

  it("shows an empty state when there are no views", () => {
    const text = textOf(renderToStaticMarkup(<MapViewsChart days={daysWith(0)} />));
    expect(text).toContain("Map Views 0 in the last 30 days No Map Views No maps were opened in the last 30 days.");
  });

  it("renders a table with one row per day for screen readers", () => {
    const markup = renderToStaticMarkup(<MapViewsTable days={daysWith(1_200, 0, 1)} />);
    expect(markup.match(/<tr>/g)).toHaveLength(31);
    expect(textOf(markup)).toMatch(/^ Map views per day \(UTC\) Day Views Thu, Oct 22, 2026 0 /);
    expect(textOf(markup)).toMatch(/Wed, Nov 18, 2026 1,200 Thu, Nov 19, 2026 0 Fri, Nov 20, 2026 1 $/);
  });
});

describe("formatting of the chart", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ["Pacific/Honolulu", 600],
    ["Pacific/Kiritimati", -840],
  ])("shows UTC days in the time zone %s", async (timeZone, offset) => {
    vi.stubEnv("TZ", timeZone);
    expect(new Date("2026-11-20").getTimezoneOffset()).toBe(offset);
    vi.resetModules();
    const text = await import("./map-views-table");
    expect([text.formatShortDay("2026-11-20"), text.formatLongDay("2026-11-20")]).toEqual(["Nov 20", "Fri, Nov 20, 2026"]);
  });

  it.each([
    [0, "0 views", "0"],
    [1, "1 view", "1"],
    [1_200, "1,200 views", "1.2K"],
    [1_000_000, "1,000,000 views", "1M"],
  ])("formats %d as %j and %j", (count, long, short) => {
    expect([formatViews(count), formatShortCount(count)]).toEqual([long, short]);
  });
});
