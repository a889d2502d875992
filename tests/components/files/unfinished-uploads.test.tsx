import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { FileManagementScreen } from "@/components/files/platform/file-management-screen";
import type { UnfinishedUpload } from "@/lib/imports/uploads/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { inDays } from "../setup/project-row";
import { renderScreen } from "../setup/render";
import { answerPlatformFiles, answerStats, answerUploads, platformFile, storageStats, UPLOADS_PATH } from "./platform-api";

const GIGABYTE = 1024 ** 3;

function uploadRow(given: Partial<UnfinishedUpload> = {}): UnfinishedUpload {
  const owner = { _id: crypto.randomUUID(), name: "Ann Archer", email: "ann@harbour.example" };
  const times = { createdAt: inDays(-1), expiresAt: inDays(6) };
  return {
    _id: crypto.randomUUID().replaceAll("-", ""),
    filename: "harbour.zip",
    owner,
    received: 0,
    length: GIGABYTE,
    ...times,
    ...given,
  };
}

const longName = "depths-of-the-harbour-with-a-name-that-is-as-long-as-the-name-of-a-file-may-reasonably-be.zip";
const few = [
  uploadRow({ received: GIGABYTE / 4, length: 100 * GIGABYTE }),
  uploadRow({ filename: null, owner: null }),
  uploadRow({ filename: longName }),
];

const section = page.getByRole("region", { name: "Unfinished Uploads" });
const rows = section.getByRole("listitem").filter({ has: page.getByRole("button") });
const question = page.getByRole("alertdialog");
const open = () => renderScreen(<FileManagementScreen initial={null} />, "/file-manager");

beforeEach(() => {
  answerStats(storageStats(50));
  answerPlatformFiles([platformFile("index.html")]);
});

describe("the unfinished uploads of the File Manager screen", () => {
  it("are none when no account has one", async () => {
    answerUploads([]);
    await open();
    await expect.element(section).toHaveTextContent("No account has an unfinished upload.");
    await expectGoodEverywhere("no unfinished uploads");
  });

  it("are listed with owner and bytes, and cancelled after a question", async () => {
    let kept = few;
    answer(
      http.get(UPLOADS_PATH, () => HttpResponse.json({ uploads: kept, total: kept.length })),
      http.delete(`${UPLOADS_PATH}/:id`, ({ params }) => {
        kept = kept.filter(({ _id }) => _id !== params["id"]);
        return HttpResponse.json({ message: "Upload cancelled" });
      }),
    );
    await open();
    await expect.poll(() => rows.elements()).toHaveLength(3);
    const first = rows.filter({ hasText: "harbour.zip" }).first();
    for (const text of ["Ann Archer", "ann@harbour.example", "256.0 MB of 100.0 GB"]) await expect.element(first).toHaveTextContent(text);
    await expect.element(rows.filter({ hasText: "Upload without a name" })).toHaveTextContent("Unknown");
    await expectGoodEverywhere("unfinished uploads");
    await expectFitsLargeText("unfinished uploads");
    await page.viewport(1440, 900);
    await section.getByRole("button", { name: "Cancel harbour.zip" }).click();
    await expect.element(question).toHaveTextContent("What Ann Archer has sent of harbour.zip will be deleted from the server.");
    await question.getByRole("button", { name: "Keep Uploading" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await section.getByRole("button", { name: "Cancel harbour.zip" }).click();
    await question.getByRole("button", { name: "Cancel Upload" }).click();
    await expect.element(page.getByText("Upload cancelled")).toBeVisible();
    await expect.poll(() => rows.elements()).toHaveLength(2);
  });

  it("show the server's message when one can't be cancelled", async () => {
    answerUploads(few);
    const message = "This upload has ended already.";
    answer(http.delete(`${UPLOADS_PATH}/:id`, () => HttpResponse.json({ message }, { status: 404 })));
    await open();
    await section.getByRole("button", { name: "Cancel harbour.zip" }).click();
    await question.getByRole("button", { name: "Cancel Upload" }).click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
  });

  it("are six at first, and as many as the list has after Show all", async () => {
    answerUploads(
      Array.from({ length: 8 }, () => uploadRow()),
      1_204,
    );
    await open();
    await expect.element(section).toHaveTextContent("The newest 8 of 1,204");
    await expect.poll(() => rows.elements()).toHaveLength(6);
    await section.getByRole("button", { name: "Show all 8" }).click();
    await expect.poll(() => rows.elements()).toHaveLength(8);
    await section.getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(() => rows.elements()).toHaveLength(6);
  });

  it("show an error when they fail to load, and Retry loads them", async () => {
    answer(http.get(UPLOADS_PATH, () => HttpResponse.json({}, { status: 500 })));
    await open();
    await expect.element(section).toHaveTextContent("Failed to load unfinished uploads");
    await expectGoodEverywhere("unfinished uploads that failed to load");
    answerUploads(few);
    await section.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => rows.elements()).toHaveLength(3);
  });
});
