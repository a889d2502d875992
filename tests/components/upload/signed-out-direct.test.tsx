import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { openTusServer } from "./tus-server";
import * as zip from "./zip-upload";

const signedOut = () => HttpResponse.json({ message: "Your session has expired. Please log in again." }, { status: 401 });
const next = () => page.getByRole("button", { name: "Continue with TUS Upload" });

/** Chooses a ZIP for a direct upload. */
async function chooseDirect(name: string) {
  const file = zip.siteZip();
  const server = openTusServer({ length: file.size, safeName: name.toLowerCase() });
  server.account = null;
  const direct = vi.fn(signedOut);
  answer(http.post("/upload-zip-direct", direct));
  await zip.openZipUpload(name);
  await zip.selectMethod("Direct Upload");
  zip.drop(file);
  await expect.element(zip.uploadButton()).toBeVisible();
  return { file, server, direct };
}

describe("a direct upload after the session has ended", () => {
  it("sends no byte, and continues as a resumable upload with the chosen file", async () => {
    const { file, server, direct } = await chooseDirect("Early");
    const working = http.get("/extraction-progress/early", () =>
      HttpResponse.json(zip.extracting({ status: "complete", viewable: true, projectId: "one" })),
    );
    answer(http.get("/extraction-progress/early", signedOut));
    await zip.uploadButton().click();
    await expect.element(zip.error()).toHaveTextContent("Your session has ended, so nothing was published.");
    await expect.element(next()).toBeVisible();
    await expectGoodEverywhere("a direct upload without a session");
    expect(direct).not.toHaveBeenCalled();

    answer(working);
    await next().click();
    await expect.element(page.getByText(`Sign in as ${zip.ACCOUNT.email} to continue.`)).toBeVisible();
    server.account = zip.ACCOUNT.id;
    await expect.element(page.getByText("Early is online.")).toBeVisible();
    expect(server.offset).toBe(file.size);
  });

  it("offers the resumable upload when the server answers 401 to its request", async () => {
    const { direct } = await chooseDirect("Late");
    answer(http.get("/extraction-progress/late", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })));
    await zip.uploadButton().click();
    await expect.element(next()).toBeVisible();
    expect(direct).toHaveBeenCalledOnce();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(zip.dropZone()).toBeVisible();
  });
});
