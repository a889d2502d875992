import { expect, it } from "vitest";
import { tabsOf, toScreenMode } from "./project-screen";

const labels = (...of: Parameters<typeof tabsOf>) => tabsOf(...of).map(({ label }) => label);

it("toScreenMode returns the list for an unknown mode", () => {
  expect([toScreenMode("upload"), toScreenMode("uploads"), toScreenMode(null)]).toEqual(["upload", "projects", "projects"]);
});

it("tabsOf returns the reached steps, with both uploads as one step", () => {
  expect(labels("projects", false)).toEqual(["Project List", "Create New Project"]);
  expect(labels("options", false)).toEqual(["Project List", "Create New Project", "Creation Options"]);
  const all = ["Project List", "Create New Project", "Creation Options", "Upload Folder", "Upload ZIP"];
  expect(labels("upload", false)).toEqual(all);
  expect(labels("zip-upload", false)).toEqual(all);
});

it("tabsOf returns no creation steps when a map is replaced", () => {
  expect(labels("options", true)).toEqual(["Project List", "Replace Map"]);
  expect(labels("upload", true)).toEqual(["Project List", "Replace Map", "Upload Folder", "Upload ZIP"]);
});
