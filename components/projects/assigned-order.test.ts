import { describe, expect, test } from "vitest";
import type { ProjectSummary } from "@/lib/projects/schema";
import { arrangeProjects } from "./assigned-order";

function project(name: string, createdAt: string): ProjectSummary {
  return {
    _id: name,
    name,
    safeName: name.toLowerCase(),
    description: "",
    viewMap: null,
    path: "",
    mapImage: null,
    createdBy: null,
    createdByModel: "Admin",
    dateCreated: createdAt,
    createdAt,
    updatedAt: createdAt,
    assignedUserCount: 0,
  };
}

const projects = [
  project("Harbour 10", "2026-03-01T00:00:00Z"),
  project("harbour 9", "2026-01-01T00:00:00Z"),
  project("Fjord", "2026-02-01T00:00:00Z"),
];
const names = (found: ProjectSummary[]) => found.map(({ name }) => name);

describe("arrangeProjects", () => {
  test.each([
    ["all", ["Harbour 10", "harbour 9", "Fjord"]],
    ["name-asc", ["Fjord", "harbour 9", "Harbour 10"]],
    ["name-desc", ["Harbour 10", "harbour 9", "Fjord"]],
    ["date-newest", ["Harbour 10", "Fjord", "harbour 9"]],
    ["date-oldest", ["harbour 9", "Fjord", "Harbour 10"]],
  ] as const)("sorts by %s", (sort, expected) => {
    expect(names(arrangeProjects(projects, "", sort))).toEqual(expected);
  });

  test("searches names in any case", () => {
    expect(names(arrangeProjects(projects, " HARBOUR ", "name-asc"))).toEqual(["harbour 9", "Harbour 10"]);
    expect(arrangeProjects(projects, "reef", "all")).toEqual([]);
  });
});
