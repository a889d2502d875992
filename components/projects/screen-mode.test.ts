import { expect, it } from "vitest";
import { tabsOf, toScreenMode } from "./screen-mode";

const labels = (...of: Parameters<typeof tabsOf>) => tabsOf(...of).map(({ label }) => label);

it("takes a mode that does not exist for the list", () => {
  expect([toScreenMode("upload"), toScreenMode("uploads"), toScreenMode(null)]).toEqual(["upload", "projects", "projects"]);
});

it("shows the steps that have been reached, and both ways in as one step", () => {
  expect(labels("projects", false)).toEqual(["Project List", "Create New Project"]);
  expect(labels("options", false)).toEqual(["Project List", "Create New Project", "Creation Options"]);
  const all = ["Project List", "Create New Project", "Creation Options", "Upload Folder", "Upload ZIP"];
  expect(labels("upload", false)).toEqual(all);
  expect(labels("zip-upload", false)).toEqual(all);
});

it("has nothing to create where a map is replaced", () => {
  expect(labels("options", true)).toEqual(["Project List", "Replace Map"]);
  expect(labels("upload", true)).toEqual(["Project List", "Replace Map", "Upload Folder", "Upload ZIP"]);
});
