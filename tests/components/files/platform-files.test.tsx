import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { FileManagementScreen } from "@/components/files/platform/file-management-screen";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { hold } from "../setup/hold";
import { renderScreen } from "../setup/render";
import { noteDownloads } from "./downloads";
import { answerPlatformFiles, answerStats, answerUploads, platformFile, storageStats } from "./platform-api";

const ASSET = { projectName: null, safeName: "assets" } as const;
const STATS = "/api/file-management/stats";
const LIST = "/api/file-management/all";

const open = () => renderScreen(<FileManagementScreen initial={null} />, "/file-manager");
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const column = (name: string) => page.getByRole("columnheader", { name, exact: true });
const search = page.getByPlaceholder("Search files...");
const refresh = page.getByRole("button", { name: "Refresh" });
const question = page.getByRole("alertdialog");

beforeEach(() => {
  answerStats(storageStats(50));
  answerPlatformFiles([platformFile("index.html"), platformFile("chart.png")]);
  answerUploads([]);
});

describe("the list of the File Manager screen", () => {
  it("has a column for each fact of a file and shows the newest files first", async () => {
    await open();
    const storage = page.getByRole("region", { name: "Storage" });
    for (const label of ["Storage Used", "Total Files", "Available Space"]) {
      await expect.element(storage.getByText(label, { exact: true })).toBeVisible();
    }
    await expect.element(page.getByRole("progressbar", { name: "Storage Usage" })).toBeVisible();
    for (const name of ["File", "Size", "Uploaded By", "Project", "Upload Date", "Actions"])
      await expect.element(column(name)).toBeVisible();
    await expect.element(column("Upload Date")).toHaveAttribute("aria-sort", "descending");
  });

  it("shows the facts of a file, downloads it and asks before it deletes it", async () => {
    const downloads = noteDownloads();
    const { deleted } = answerPlatformFiles([platformFile("index.html")]);
    answer(
      http.get("/api/files/harbour/file-content", () =>
        HttpResponse.json({
          success: true,
          content: "<!doctype html>",
          encoding: "utf-8",
          hasByteOrderMark: false,
          size: 2_048,
          modified: "2026-11-20T10:00:00.000Z",
        }),
      ),
    );
    await open();
    await search.fill("index.html");
    await page.getByRole("button", { name: "Preview index.html" }).click();
    const details = page.getByRole("dialog");
    for (const term of ["Name", "Size", "Type", "Uploaded By", "Project", "Upload Date"]) {
      await expect.element(details.getByRole("term").filter({ hasText: new RegExp(`^${term}$`) })).toBeVisible();
    }
    await details.getByRole("button", { name: "Download" }).click();
    await expect.poll(() => downloads).toMatchObject([{ name: "index.html" }]);
    await details.getByRole("button", { name: "Delete" }).click();
    await expect.element(question).toHaveTextContent("Are you sure you want to delete index.html?");
    await expect.element(question.getByRole("radio", { name: "Move to trash" })).toBeChecked();
    await expect.element(question).not.toHaveTextContent("cannot be undone");
    await expectAccessible("the question before a file moves to the trash");
    await question.getByRole("radio", { name: "Delete permanently" }).click();
    await expect.element(question).toHaveTextContent("Are you sure you want to delete index.html? This action cannot be undone.");
    await expectAccessible("the question before a file is deleted permanently");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(deleted).toEqual([`${platformFile("index.html")._id}?permanently=true`]);
  });

  it("reports a failed download and a failed deletion", async () => {
    const failed = () => HttpResponse.json({}, { status: 500 });
    answer(http.all("/api/file-management/download/:id", failed), http.delete("/api/file-management/delete/:id", failed));
    await open();
    await page
      .getByRole("button", { name: /^Download / })
      .first()
      .click();
    await expect.element(page.getByText("Failed to download file")).toBeVisible();
    await page
      .getByRole("button", { name: /^Delete / })
      .first()
      .click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByText("Failed to delete file")).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
  });

  it("shows the files of one project, sorts them by name and project, and deletes several at once", async () => {
    const names = ["several-a.html", "several-b.html"];
    const files = names.map((name) => platformFile(name, ASSET));
    const { queries, deleted } = answerPlatformFiles([platformFile("several-c.html"), ...files]);
    await open();
    await page.getByRole("heading", { name: "Storage by Project" }).click();
    await page.getByRole("button", { name: /^Shared assets/ }).click();
    await expect.poll(() => location.search).toContain("project=assets");
    await search.fill("several-");
    for (const name of names) await expect.element(row(name)).toHaveTextContent(`Shared assets / ${name}HTML page`);
    for (const [header, sort] of [
      ["Project", "project-asc"],
      ["File", "name-asc"],
    ] as const) {
      await column(header).getByRole("button").click();
      await expect.poll(() => location.search).toContain(`sort=${sort}`);
      await expect.poll(() => queries.at(-1)?.get("sort")).toBe(sort);
    }
    await expect.element(page.getByText("2 of 2 files", { exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all files" }).click();
    await page.getByRole("button", { name: "Delete (2)" }).click();
    await expect.element(question).toHaveTextContent("Are you sure you want to delete 2 files?");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByText("2 files deleted successfully")).toBeVisible();
    await expect.element(page.getByText("No files found")).toBeVisible();
    expect(deleted).toEqual(files.map(({ _id }) => _id));
    await page.getByRole("button", { name: "Project: Shared assets" }).click();
    await expect.poll(() => location.search).not.toContain("project=");
  });

  it("shows an error when it fails to load, and Retry loads it", async () => {
    await open();
    await expect.element(row("chart.png")).toBeVisible();
    answer(http.get(LIST, () => HttpResponse.json({}, { status: 500 })));
    await search.fill("index");
    const alert = page.getByRole("main").getByRole("alert");
    await expect.element(alert).toHaveTextContent("Failed to load files");
    await expectAccessible("the File Manager screen without a list");
    answerPlatformFiles([platformFile("index.html")]);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect.element(row("index.html")).toBeVisible();
  });

  it("says that no files have been uploaded yet", async () => {
    answerPlatformFiles([]);
    await open();
    await refresh.click();
    await expect.element(page.getByText("No files found")).toBeVisible();
    await expect.element(page.getByText("No files have been uploaded yet")).toBeVisible();
    await expectAccessible("the File Manager screen without files");
  });
});

describe("the storage of the File Manager screen", () => {
  const storage = page.getByRole("region", { name: "Storage" });
  const bar = page.getByRole("progressbar", { name: "Storage Usage" });

  it("shows in words and colors how full it is", async () => {
    answerStats(storageStats(0));
    await open();
    await expect.element(storage).toHaveTextContent("0.0% · ");
    for (const [full, words, tone, shown] of [
      [50, "enough space", "bg-gain-ink", 50],
      [75, "filling up", "bg-warning", 75],
      [95, "almost full", "bg-danger", 95],
      [120, "almost full", "bg-danger", 100],
    ] as const) {
      answerStats(storageStats(full));
      await refresh.click();
      await expect.element(storage).toHaveTextContent(`${shown}.0% · ${words}`);
      for (const text of ["1,234,567", "of 10.0 GB"]) await expect.element(storage).toHaveTextContent(text);
      await expect.element(bar).toHaveAttribute("aria-valuenow", String(shown));
      expect(bar.element().firstElementChild?.className).toContain(tone);
      await expectAccessible(`a storage that is ${full} percent full`);
    }
  });

  it("distinguishes numbers that are loading from numbers that failed to load", async () => {
    const { held, letThrough } = hold();
    answer(
      http.get(STATS, async () => {
        await held;
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    await open();
    await expect.element(storage).toHaveTextContent("Loading...");
    await expect.element(storage).not.toHaveTextContent("not available");
    letThrough();
    await expect.poll(() => storage.getByText("not available").elements()).toHaveLength(4);
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(page.getByRole("table")).toBeVisible();
    await expectAccessible("the File Manager screen without numbers of the storage");
    answerStats(storageStats(50));
    await refresh.click();
    await expect.element(bar).toBeVisible();
  });
});
