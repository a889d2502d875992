import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditPath, hasFilters, noFilters, readFilters } from "./filters";

const asked = (path: string) => Object.fromEntries(new URLSearchParams(path.split("?")[1]));

describe("audit filters", () => {
  const { TZ } = process.env;
  beforeEach(() => {
    process.env.TZ = "America/New_York";
  });
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it("reads the filters from the URL and leaves missing ones empty", () => {
    const parameters = new URLSearchParams("search=jane&from=2026-11-20&map=other");
    const filters = readFilters((name) => parameters.get(name));
    expect(filters).toEqual({ ...noFilters, search: "jane", from: "2026-11-20" });
    expect(hasFilters(filters)).toBe(true);
    expect(hasFilters({ ...noFilters, search: "  " })).toBe(false);
  });

  it("requests whole days in the time zone of the reader", () => {
    expect(asked(auditPath({ ...noFilters, from: "2026-11-20", to: "2026-11-20" }))).toEqual({
      limit: "50",
      from: "2026-11-20T05:00:00.000Z",
      to: "2026-11-21T05:00:00.000Z",
    });
    // The clocks go back on this day, so it has 25 hours.
    expect(asked(auditPath({ ...noFilters, from: "2026-11-01", to: "2026-11-01" }))).toMatchObject({
      from: "2026-11-01T04:00:00.000Z",
      to: "2026-11-02T05:00:00.000Z",
    });
  });

  it.each(["0002-11-20", "yesterday", "2026-11", "20261-01-01"])("ignores %s, which is not a complete date", (from) => {
    expect(asked(auditPath({ ...noFilters, from }))).toEqual({ limit: "50" });
  });

  it("trims the typed text", () => {
    expect(asked(auditPath({ ...noFilters, search: " jane ", action: "session", actor: " j@" }))).toEqual({
      limit: "50",
      search: "jane",
      action: "session",
      actor: "j@",
    });
  });
});
