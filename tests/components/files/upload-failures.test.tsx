import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { chooseFiles, fileAt } from "../setup/choose-files";
import { noteBanners } from "../setup/messages";
import { FolderApi, refusal } from "./folder-api";
import { manager as files, openManager } from "./manager";

const FILES = "/api/files/harbour/files";
const upload = files.dialog.getByRole("region", { name: "Upload" });
const depths = Array.from({ length: 450 }, (_, number) => fileAt(`depths/${number % 3}/${number}.txt`, `depth ${number}`));
const said = (text: string) => expect.stringContaining(text);
const ALL_UPLOADED = "Successfully uploaded 450 files in 3 chunks";

let folder: FolderApi;
let banners: string[];

beforeEach(async () => {
  folder = new FolderApi({ "index.html": 100 });
  banners = noteBanners();
  answer(http.post("/api/files/harbour/existing", () => HttpResponse.json({ success: true, existing: [], blocked: [] })));
  await openManager();
});

/** Answers uploads. @param failing number of the request that fails @returns the chunk number of each request */
function answerChunks(failing: number, failure: () => Response): string[] {
  const chunks: string[] = [];
  answer(
    http.post(FILES, async ({ request }) => {
      const form = await request.formData();
      chunks.push(String(form.get("chunkIndex") ?? "whole"));
      if (chunks.length === failing) return failure();
      const sent = form.getAll("files");
      for (const [number, file] of sent.entries()) folder.add(String(form.get(`filePath_${number}`)), (file as File).size);
      return HttpResponse.json({ success: true, message: "Done", totalFiles: sent.length, files: [] });
    }),
  );
  return chunks;
}

describe("an upload to the file manager", () => {
  it("names its failed chunk, and Retry continues with it", async () => {
    const chunks = answerChunks(2, () => new HttpResponse("", { status: 500 }));
    await chooseFiles(files.button("Upload Folder"), depths);
    await expect.element(files.message("Chunk 2 failed: 500")).toBeVisible();
    await expect.element(upload).toHaveTextContent("Chunk 2 of 3 · 200 of 450 files");
    await expectAccessible("an upload that failed");
    await upload.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => banners).toContainEqual(said(ALL_UPLOADED));
    expect(chunks).toEqual(["0", "1", "1", "2"]);

    answer(http.post(FILES, () => refusal(507, "The storage is full.")));
    await chooseFiles(files.button("Upload Files"), [fileAt("soundings.bin", "soundings")]);
    await expect.element(files.message("Failed to upload files: The storage is full.")).toBeVisible();
    await upload.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(upload).not.toBeInTheDocument();
  });

  it("continues after the user signs in again", async () => {
    answerChunks(2, () => refusal(401, "Your session has expired. Please log in again."));
    await chooseFiles(files.button("Upload Folder"), depths);
    await expect.element(upload).toHaveTextContent("Sign in again in another tab, then choose Retry to continue.");
    await expect.element(upload.getByRole("link", { name: "Log In" })).toHaveAttribute("target", "_blank");
    await expectAccessible("an upload whose session has ended");
    await upload.getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => banners).toContainEqual(said(ALL_UPLOADED));
    await expect.element(files.row("depths")).toBeVisible();
  });
});
