import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
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
  await dialog.getByRole("tab", { name: "Files" }).click();
  await expect.element(dialog.getByText("Waiting")).toBeVisible();
  api.projects = [projectDetails("Harbour", { conversions: [{ path: "data/depths.gpkg", percent: 45 }] })];
  await expect.element(dialog.getByText("45 %"), { timeout: 10_000 }).toBeVisible();
  await expect.element(dialog.getByRole("progressbar", { name: "Conversion of data/depths.gpkg" })).toHaveAttribute("aria-valuenow", "45");
  await expectAccessible("a project whose data is converted");
  api.projects = [projectDetails("Harbour")];
  await expect.element(dialog.getByText("All data is converted"), { timeout: 10_000 }).toBeVisible();
});

it("cancels a conversion, says why the data isn't shown, and starts it again", async () => {
  const path = "data/depths.gpkg";
  const show = (problem?: string) => {
    api.projects = [projectDetails("Harbour", { conversions: [{ path, percent: 45, ...(problem && { problem }) }] })];
    return HttpResponse.json({ success: true, message: "" });
  };
  show();
  const address = `/api/files/${api.projects[0]?.safeName}/conversion`;
  answer(
    http.delete(address, async ({ request }) => {
      expect(await request.json()).toEqual({ itemPath: path });
      return show("The conversion was cancelled.");
    }),
    http.post(address, () => show()),
  );
  await openProjects();
  await rowOf("Harbour").getByRole("button", { name: "View Project" }).click();
  await dialog.getByRole("tab", { name: "Files" }).click();
  await dialog.getByRole("button", { name: `Cancel: ${path}` }).click();
  await expect.element(dialog.getByText("The conversion was cancelled.")).toBeVisible();
  await expectAccessible("a project with a cancelled conversion");
  await dialog.getByRole("button", { name: `Convert again: ${path}` }).click();
  await expect.element(dialog.getByText("45 %")).toBeVisible();
});
