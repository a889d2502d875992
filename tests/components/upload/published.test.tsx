import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ProjectApi } from "../projects/project-api";
import { projectDetails } from "../projects/project-rows";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import * as zip from "./zip-upload";

const panel = page.getByRole("region", { name: "Early is online." });

it("a finished upload of a ZIP says what comes next, also after the form behind it was reset", async () => {
  const project = projectDetails("Early", { viewMap: "/projects/maps/early/", imageProblem: "Chromium was not found" });
  new ProjectApi([project]);
  const { _id: projectId, viewMap } = project;
  let isSent = false;
  answer(
    http.get("/extraction-progress/early", () =>
      isSent
        ? HttpResponse.json(zip.extracting({ status: "complete", viewable: true, projectId, viewMap }))
        : new HttpResponse(null, { status: 404 }),
    ),
    http.post("/upload-zip-direct", () => {
      isSent = true;
      return HttpResponse.json({ success: true, safeName: "early" });
    }),
  );
  await zip.openZipUpload("Early");
  await zip.selectMethod("Direct Upload");
  zip.drop(zip.siteZip());
  await expect.element(zip.uploadButton()).toBeVisible();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await zip.uploadButton().click();
  await expect.element(panel).toBeVisible();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const link = (name: string) => panel.getByRole("link", { name });
  await expect.element(link("Give Access")).toHaveAttribute("href", "/projects?project=early&tab=access");
  await expect.element(link("Create Link")).toHaveAttribute("href", "/projects?project=early&tab=links");
  await expect.element(panel.getByRole("button", { name: "Open Map" })).toBeVisible();
  await expect.element(zip.dropZone()).not.toBeInTheDocument();
  await expectGoodEverywhere("a published map");
  await expectFitsLargeText("a published map");
  await page.viewport(1440, 900);
  await panel.getByRole("button", { name: "Publish Another" }).click();
  await expect.element(page.getByLabelText("Project Name")).toHaveValue("");
  await expect.element(panel).not.toBeInTheDocument();
});
