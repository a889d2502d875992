import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { holdUpload } from "@/components/upload/controller/upload-lock";
import { UploadTray } from "@/components/upload/tray/upload-tray";
import type { UnfinishedZip } from "@/components/upload/unfinished/database";
import { forgetUpload, storeProgress, storeUpload } from "@/components/upload/unfinished/store";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { renderScreen } from "../setup/render";
import { ACCOUNT, answerNames } from "./zip-upload";

const BEING_SENT = "This upload is being sent in another tab or program.";
const TUS = { "Tus-Resumable": "1.0.0" };
const SIZE = 100;

const stored: UnfinishedZip = {
  id: "one",
  source: "zip",
  accountId: ACCOUNT.id,
  target: { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null },
  name: "harbour.zip",
  lastModified: 1,
  nameEncoding: null,
  fileCount: 1,
  byteCount: SIZE,
  packCount: 1,
  createdAt: 1,
  handle: null,
  isFinalizing: false,
};

const row = () => page.getByText("An unfinished upload of harbour.zip for Harbour");
const answerOffset = (offset: number) =>
  answer(http.head("/files/one", () => new HttpResponse(null, { headers: { ...TUS, "Upload-Offset": String(offset) } })));

beforeEach(async () => {
  await storeUpload(stored);
  await storeProgress({ sessionId: stored.id, packId: "zip", size: SIZE, uploadUrl: "/files/one", isDone: false });
  answerOffset(40);
  return () => forgetUpload(stored.id);
});

/** Shows the list, which the page keeps while other tabs change the uploads. */
async function showList(accountId = ACCOUNT.id): Promise<void> {
  await renderScreen(<UploadTray accountId={accountId} />, "/projects");
}

async function discard(): Promise<void> {
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
}

describe("the list of unfinished uploads", () => {
  it("keeps an upload that the server refuses to delete, and shows why", async () => {
    answer(http.delete("/files/one", () => HttpResponse.json({ message: BEING_SENT }, { status: 423, headers: TUS })));
    await showList();
    await expect.element(row()).toBeVisible();
    await discard();
    await expect.element(page.getByText(BEING_SENT)).toBeVisible();
    await expect.element(row()).toBeVisible();
    await expectAccessible("an upload that can't be discarded");
  });

  it("follows the other tabs: an upload leaves it while a tab sends it, and for good when it is discarded", async () => {
    await showList();
    await expect.element(row()).toBeVisible();
    const sending = new AbortController();
    await holdUpload({ accountId: ACCOUNT.id, target: stored.target, file: { name: stored.name, size: SIZE } }, sending.signal);
    await expect.element(row()).not.toBeInTheDocument();
    sending.abort();
    await expect.element(row()).toBeVisible();
    await forgetUpload(stored.id);
    await expect.element(row()).not.toBeInTheDocument();
  });

  it("deletes the upload from the server before it forgets it", async () => {
    const deleted = vi.fn(() => new HttpResponse(null, { status: 204, headers: TUS }));
    answer(http.delete("/files/one", deleted));
    await showList();
    await expect.element(row()).toBeVisible();
    await discard();
    await expect.element(row()).not.toBeInTheDocument();
    expect(deleted).toHaveBeenCalledOnce();
  });

  it("keeps an upload while another account is signed in", async () => {
    const asked: (string | null)[] = [];
    answer(
      http.head("/files/one", ({ request }) => {
        asked.push(request.headers.get("Account-Id"));
        return new HttpResponse(null, { status: 401, headers: TUS });
      }),
    );
    await showList();
    await expect.element(row()).toBeVisible();
    expect(asked).toContain(ACCOUNT.id);
  });

  it("does not contain the uploads of another account", async () => {
    await storeUpload({ ...stored, id: "two", accountId: "bob", name: "other.zip" });
    await showList("bob");
    await expect.element(page.getByText("other.zip")).toBeVisible();
    await expect.element(row()).not.toBeInTheDocument();
    await forgetUpload("two");
  });

  it("has a field for another name when a received upload has lost its name", async () => {
    answerOffset(SIZE);
    answerNames(true);
    await showList();
    await page.getByRole("button", { name: "Continue" }).click();
    const name = page.getByLabelText("Project Name");
    await expect.element(name).toHaveValue("Harbour");
    await expectAccessible("an unfinished upload without a name");
    const published = vi.fn();
    answer(
      http.get("/api/project/check-name/:name", ({ params }) => HttpResponse.json({ exists: params.name === "Harbour" })),
      http.post("/extract-tus-zip", async ({ request }) => {
        published(await request.json());
        return HttpResponse.json({ safeName: "harbour-2" });
      }),
      http.get("/extraction-progress/harbour-2", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })),
    );
    await name.fill("Harbour 2");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => published.mock.calls).toEqual([[expect.objectContaining({ projectName: "Harbour 2", uploadId: "one" })]]);
  });
});
