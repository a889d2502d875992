import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { ProjectScreen } from "@/components/projects/project-screen";
import type { ExtractionProgress } from "@/lib/imports/progress/schema";
import { queuedImport } from "../../setup/import-progress";
import { answer } from "../setup/api";
import { renderScreen } from "../setup/render";
import { smallZip } from "./small-zip";

export const ACCOUNT = { id: "ada", email: "ada@harbour.example" };

/** Renders Project Management in a mode, in place of what was shown before. */
export async function renderProjects(mode: string): Promise<void> {
  await cleanup();
  const linked = { linked: null, linkedProject: null, linkedFiles: null };
  const screen = <ProjectScreen {...linked} initial={null} mapsOrigin="http://localhost:3001" layout="list" account={ACCOUNT} />;
  await renderScreen(screen, `/projects?mode=${mode}`);
}

export const answerNames = (exists = false) => answer(http.get("/api/project/check-name/:name", () => HttpResponse.json({ exists })));

/** Names a new project and opens the screen that uploads its ZIP file. */
export async function openZipUpload(name: string): Promise<void> {
  answerNames();
  await renderProjects("create");
  await page.getByLabelText("Project Name").fill(name);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: /^Upload ZIP File/ }).click();
  await expect.element(page.getByRole("heading", { name: "Upload ZIP" })).toBeVisible();
}

export const dropZone = () => page.getByText("Drop a ZIP file here");
export const error = () => page.getByRole("main").getByRole("alert");
export const uploadButton = () => page.getByRole("button", { name: /^Upload (ZIP|Anyway)$/ });

export const fileOf = (content: BlobPart, name = "harbour.zip") => new File([content], name);
/** An archive with an index.html. @param size of that in bytes */
export const siteZip = (size = 9) => fileOf(smallZip([{ name: "index.html", size }]));

/** Drops files on the zone. */
export function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  dropZone()
    .element()
    .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}

export async function selectMethod(method: "Direct Upload" | "TUS Upload"): Promise<void> {
  const summary = page.getByText("Advanced").element();
  if (!summary.closest("details")?.open) await page.getByText("Advanced").click();
  const radio = page.getByRole("radio", { name: method });
  // The label covers it.
  await page.elementLocator(radio.element().closest("label") ?? document.body).click();
  await expect.element(radio).toBeChecked();
}

/** The answer about an import that runs. */
export const extracting = (given: Partial<ExtractionProgress> = {}): ExtractionProgress => ({
  ...queuedImport,
  phase: "verifying",
  progress: 40,
  ...given,
});
