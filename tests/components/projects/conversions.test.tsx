import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../setup/appearance";
import { openProjects, rowOf } from "./list-screen";
import { ProjectApi } from "./project-api";
import { projectDetails } from "./project-rows";

const dialog = page.getByRole("dialog");
let api: ProjectApi;

beforeEach(() => {
  api = new ProjectApi([projectDetails("Harbour")]);
});

it("shows how far data files are converted, until they are", async () => {
  api.projects = [projectDetails("Harbour", { conversions: [{ path: "data/depths.gpkg", percent: 0 }] })];
  await openProjects();
  await rowOf("Harbour").getByRole("button", { name: "View Project" }).click();
  await expect.element(dialog.getByText("Waiting")).toBeVisible();
  api.projects = [projectDetails("Harbour", { conversions: [{ path: "data/depths.gpkg", percent: 45 }] })];
  await expect.element(dialog.getByText("45 %"), { timeout: 10_000 }).toBeVisible();
  await expect.element(dialog.getByRole("progressbar", { name: "Conversion of data/depths.gpkg" })).toHaveAttribute("aria-valuenow", "45");
  await expectAccessible("a project whose data is converted");
  api.projects = [projectDetails("Harbour")];
  await expect.element(dialog.getByText("All data is converted"), { timeout: 10_000 }).toBeVisible();
});
