import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countFilters, filterFields, readProjectFilters } from "./project-filters";

const ID = "0190f3a2-7c1e-7d53-9a65-5f2a7a3f1b11";
const read = (query: string, hasStatus = false) => {
  const parameters = new URLSearchParams(query);
  return readProjectFilters((name) => parameters.get(name), hasStatus);
};

describe("project filters", () => {
  const { TZ } = process.env;
  beforeEach(() => {
    process.env.TZ = "Asia/Kolkata";
  });
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  it.each([
    ["", 0, {}],
    [`createdBy=${ID}`, 1, { createdBy: ID }],
    ["createdBy=unknown&search=x", 1, { createdBy: "unknown" }],
    ["from=2026-11-20", 1, { from: "2026-11-19T18:30:00.000Z" }],
    ["from=2026-11-20&to=2026-11-20", 1, { from: "2026-11-19T18:30:00.000Z", to: "2026-11-20T18:30:00.000Z" }],
    [`createdBy=${ID}&to=2026-11-20`, 2, { createdBy: ID, to: "2026-11-20T18:30:00.000Z" }],
    ["createdBy=me&from=0002-11-20&to=soon", 0, {}],
  ])("reads ?%s as %i active filters", (query, count, fields) => {
    expect(countFilters(read(query))).toBe(count);
    expect(filterFields(read(query))).toEqual(fields);
  });

  it("reads a known status only for lists with a status filter", () => {
    expect(filterFields(read("status=external", true))).toEqual({ status: "external" });
    expect(countFilters(read("status=external&to=2026-11-20", true))).toBe(2);
    expect(countFilters(read("status=external"))).toBe(0);
    expect(countFilters(read("status=lost", true))).toBe(0);
  });
});
