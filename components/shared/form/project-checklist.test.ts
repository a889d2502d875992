import { describe, expect, test } from "vitest";
import { shownProjects, toggled, withAll, withoutAll } from "./project-checklist";

const fjord = { _id: "1", name: "Fjord" };
const harbour = { _id: "2", name: "Harbour Depths" };
const oldHarbour = { _id: "3", name: "Old HARBOUR" };
const projects = [fjord, harbour, oldHarbour];

describe("shownProjects", () => {
  test.each([
    ["", null, projects],
    ["  harbour ", null, [harbour, oldHarbour]],
    ["reef", null, []],
    ["", new Set(["1", "3"]), [fjord, oldHarbour]],
    ["harbour", new Set(["1", "3"]), [oldHarbour]],
    ["", new Set<string>(), []],
  ])("returns the matching projects for %j among the ids %o", (search, only, expected) => {
    expect(shownProjects(projects, search, only)).toEqual(expected);
  });
});

test("toggled adds a project and removes it again", () => {
  expect(toggled(["1"], "2")).toEqual(["1", "2"]);
  expect(toggled(["1", "2"], "1")).toEqual(["2"]);
});

test("withAll and withoutAll change only the shown projects", () => {
  expect(withAll(["1", "2"], [harbour, oldHarbour])).toEqual(["1", "2", "3"]);
  expect(withoutAll(["1", "2", "3"], [harbour, oldHarbour])).toEqual(["1"]);
});
