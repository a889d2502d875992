import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectGoodEverywhere } from "../setup/appearance";
import { answerNames, fileOf, renderProjects, selectMethod, siteZip } from "./zip-upload";

const name = () => page.getByRole("textbox", { name: "Project Name" });
const advanced = () => page.getByText(/, chosen by the size/);

/** Chooses files with one of the file choosers of the first step, in the order of its buttons. */
async function choose(button: 0 | 1 | 2, ...files: File[]): Promise<void> {
  await expect.element(page.getByText("Drop a ZIP file, a folder or map data here")).toBeVisible();
  const input = document.querySelectorAll<HTMLInputElement>("main input[type=file]")[button];
  await userEvent.upload(input ?? document.body, files);
}

beforeEach(async () => {
  answerNames();
  await renderProjects("create");
});

it("names a new project after the ZIP file that is chosen first, and checks it", async () => {
  await expectGoodEverywhere("the first step of a new project");
  await choose(0, siteZip());
  await expect.element(page.getByRole("heading", { name: "Upload ZIP" })).toBeVisible();
  await expect.element(name()).toHaveValue("harbour");
  await expect.element(page.getByRole("button", { name: "Publish" })).toBeVisible();
});

it("names a new project after the first data file", async () => {
  const data = '{ "type": "Feature", "properties": {}, "geometry": { "type": "Point", "coordinates": [10, 59] } }';
  await choose(2, fileOf(data, "Berths 2026.geojson"));
  await expect.element(page.getByRole("heading", { name: "Upload Folder" })).toBeVisible();
  await expect.element(name()).toHaveValue("Berths 2026");
});

it("keeps a name that was entered before the file is chosen", async () => {
  await name().fill("Inner Harbour");
  await choose(0, siteZip());
  await expect.element(page.getByRole("heading", { name: "Upload ZIP" })).toBeVisible();
  await expect.element(name()).toHaveValue("Inner Harbour");
});

it("sends a small ZIP directly and a larger one by TUS, unless the user chooses", async () => {
  await choose(0, siteZip());
  await expect.element(advanced()).toHaveTextContent("Direct Upload, chosen by the size of the file and the connection");
  await selectMethod("TUS Upload");
  await expect.element(advanced()).not.toBeInTheDocument();

  await renderProjects("create");
  await choose(0, siteZip(11 * 1024 ** 2));
  await expect.element(advanced()).toHaveTextContent("TUS Upload, chosen by the size of the file and the connection");
});

it("begins with the focus on the name of the project", async () => {
  await expect.element(name()).toHaveFocus();
});
