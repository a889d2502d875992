import { describe, expect, test } from "vitest";
import { listAddress, readListQuery } from "./list-query";

const sorts = ["all", "name-asc", "name-desc"] as const;

describe("readListQuery", () => {
  test.each([
    ["", { search: "", sort: "all" }],
    ["search=Ada+L&sort=name-desc", { search: "Ada L", sort: "name-desc" }],
    ["sort=all", { search: "", sort: "all" }],
    ["search=%20&sort=projects-asc", { search: " ", sort: "all" }],
    ["sort=constructor&limit=7", { search: "", sort: "all" }],
  ])("reads search and sort from ?%s", (query, expected) => {
    const parameters = new URLSearchParams(query);
    expect(readListQuery((name) => parameters.get(name), sorts)).toEqual(expected);
  });
});

describe("listAddress", () => {
  test.each([
    [{ search: "", sort: "all" }, "/api/user/all?limit=50&sort=all"],
    [{ search: "  a&b ", sort: "name-asc" }, "/api/user/all?limit=50&sort=name-asc&search=a%26b"],
    [{ search: "   ", sort: "all" }, "/api/user/all?limit=50&sort=all"],
  ])("builds the request URL for %o", (query, expected) => {
    expect(listAddress("/api/user/all", { limit: "50" }, query)).toBe(expected);
  });
});
