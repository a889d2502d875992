import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { openTusServer } from "./tus-server";
import * as zip from "./zip-upload";

const TAKEN = "A project with this name already exists. Please choose a different name.";
const refuse = () => HttpResponse.json({ message: TAKEN }, { status: 409, headers: { "Tus-Resumable": "1.0.0" } });

/** Uploads a ZIP with a name that the server refuses, then with another one. */
async function rename(refusal: ReturnType<typeof http.post>) {
  const file = zip.siteZip();
  const server = openTusServer({ length: file.size, safeName: "second" });
  answer(refusal);
  await zip.openZipUpload("First");
  await zip.selectMethod("TUS Upload");
  zip.drop(file);
  await zip.uploadButton().click();
  await expect.element(zip.error()).toHaveTextContent(TAKEN);
  await page.getByRole("region", { name: "Project" }).getByLabelText("Project Name").fill("Second");
  await zip.uploadButton().click();
  await expect.element(page.getByText("Second is online.")).toBeVisible();
  return { server, file };
}

it("a ZIP whose name was lost after its last byte is published under another name without being sent again", async () => {
  const { server, file } = await rename(http.post("/extract-tus-zip", refuse, { once: true }));
  expect(server.published).toEqual(["Second"]);
  expect(server.offset).toBe(file.size);
  expect(server.calls.filter((call) => /^(POST|PATCH)/.test(call))).toEqual(["POST 0", "PATCH 0"]);
});

it("a ZIP whose name is taken before its first byte is uploaded under another name", async () => {
  let metadata: string | null = null;
  const { server } = await rename(
    http.post(
      "/files/",
      ({ request }) => {
        metadata = request.headers.get("Upload-Metadata");
        return refuse();
      },
      { once: true },
    ),
  );
  expect(metadata).toContain(`newProjectName ${btoa("First")}`);
  expect(server.calls.filter((call) => /^(POST|PATCH)/.test(call))).toEqual(["POST 0", "PATCH 0"]);
});
