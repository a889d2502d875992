import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible, expectGoodEverywhere } from "../setup/appearance";
import { noteBanners } from "../setup/messages";
import { ContentApi } from "./content-api";
import { noteDownloads } from "./downloads";
import { editorOf } from "./editor";
import { FolderApi } from "./folder-api";
import { openManager } from "./manager";

const MEBIBYTE = 1024 ** 2;
const CONTENT = "/api/files/:project/file-content";
const indexHtml = `${"<!-- harbour -->\n".repeat(14)}L.tileLayer("tiles/{z}/{x}/{y}.png");\n`;
const said = (text: string) => expect.stringContaining(text);

let content: ContentApi;
let banners: string[];

beforeEach(async () => {
  new FolderApi({ "berths.js": 300, "data.dat": 3_000, "index.html": 300, "soundings.csv": 6 * MEBIBYTE });
  content = new ContentApi(
    new Map([
      ["berths.js", "const berths = {};\n"],
      ["data.dat", null],
      ["index.html", indexHtml],
    ]),
  );
  banners = noteBanners();
  await openManager();
});

const failed = () => answer(http.all(CONTENT, () => HttpResponse.json({}, { status: 500 })));
const unreachable = () => answer(http.all(CONTENT, () => HttpResponse.error()));

describe("the editor", () => {
  it("works by keyboard", async () => {
    const editor = editorOf("index.html");
    await editor.open();
    await userEvent.keyboard("{Control>}{Home}{/Control}{Tab}");
    await expect.element(editor.unsaved).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(editor.unsaved).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(editor.dialog.getByText("Press Tab again to leave the editor.")).toBeInTheDocument();
    await userEvent.keyboard("{Tab}");
    await expect.element(editor.dialog.getByRole("button", { name: "Wrap Lines" })).toHaveFocus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await expect.element(editor.dialog.getByRole("textbox", { name: "Find" })).toHaveFocus();
    await userEvent.keyboard("tileLayer{Enter}");
    await expectAccessible("the search in the editor");
    await userEvent.keyboard("{Escape}");
    await expect.element(editor.text).toHaveFocus();
    await expect.element(editor.dialog.getByText("Line 15,")).toBeVisible();
  });

  it("is accessible and fits at every width, in both themes", async () => {
    await editorOf("index.html").open();
    await expectGoodEverywhere("the editor");
  });

  it("asks before it overwrites a file that another user saved meanwhile", async () => {
    const editor = editorOf("berths.js");
    const question = page.getByRole("alertdialog", { name: "Changed by another user" });
    const theirs = page.getByRole("dialog", { name: "Compare Versions" });
    await editor.open();
    await editor.append("// mine\n");
    content.save("berths.js", "// theirs\nconst berths = {};\n");

    // Cancel saves nothing and keeps the edited text.
    await editor.save.click();
    await expect.element(question).toBeVisible();
    await expectAccessible("the question after a conflict");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.element(editor.text).toHaveTextContent("// mine");
    await expect.element(editor.unsaved).toBeVisible();

    // Compare shows both versions, and Use Saved Version takes the saved one.
    await editor.save.click();
    await question.getByRole("button", { name: "Compare" }).click();
    await expect.element(theirs.getByRole("textbox", { name: "Saved version" })).toHaveTextContent("// theirs");
    await expect.element(theirs.getByRole("textbox", { name: "Your version" })).toHaveTextContent("// mine");
    await expectAccessible("two versions side by side");
    await theirs.getByRole("button", { name: "Keep Editing" }).click();
    await expect.element(editor.text).toHaveTextContent("// mine");
    await editor.save.click();
    await question.getByRole("button", { name: "Compare" }).click();
    await theirs.getByRole("button", { name: "Use Saved Version" }).click();
    await expect.element(editor.text).toHaveTextContent("// theirs");
    await expect.element(editor.text).not.toHaveTextContent("// mine");
    await expect.element(editor.unsaved).not.toBeInTheDocument();

    // Overwrite saves the edited text.
    await editor.append("// mine again\n");
    content.save("berths.js", "// theirs again\n");
    await editor.save.click();
    await question.getByRole("button", { name: "Overwrite" }).click();
    await expect.poll(() => banners).toContainEqual(said("File saved successfully"));
    await expect.element(editor.unsaved).not.toBeInTheDocument();
    expect(content.texts.get("berths.js")).toBe("// theirs\nconst berths = {};\n// mine again\n");
  });

  it("asks before it discards unsaved changes", async () => {
    const editor = editorOf("index.html");
    await editor.open();
    await editor.append("<!-- more -->");
    await expect.element(editor.unsaved).toBeVisible();
    // A reload asks, because the page prevents this event.
    const prevents = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await expect.poll(prevents).toBe(true);
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    for (const leave of [() => editor.close.click(), () => userEvent.keyboard("{Escape}")]) {
      await leave();
      await question.getByRole("button", { name: "Keep Editing" }).click();
      await expect.element(question).not.toBeInTheDocument();
      await expect.element(editor.text).toHaveTextContent("<!-- more -->");
    }
    await editor.close.click();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect.element(editor.dialog).not.toBeInTheDocument();
    expect(content.texts.get("index.html")).toBe(indexHtml);
  });

  it.each([
    { file: "soundings.csv", reason: "This file is too large to edit", loads: [] },
    { file: "data.dat", reason: "This isn't a text file", loads: ["data.dat"] },
  ])("offers a download of $file instead of editing it: $reason", async ({ file, reason, loads }) => {
    answer(http.head("/api/files/harbour/download", () => new HttpResponse(null)));
    const downloads = noteDownloads();
    const { dialog } = editorOf(file);
    await page.getByRole("button", { name: `Edit file ${file}` }).click();
    await expect.element(dialog).toHaveTextContent(reason);
    expect(content.loads).toEqual(loads);
    await dialog.getByRole("button", { name: "Download" }).click();
    await expect.poll(() => downloads).toMatchObject([{ path: `/api/files/harbour/download?filePath=${file}` }]);
    await expectAccessible(reason);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("reports a failed load or save and keeps the edited text", async () => {
    const editor = editorOf("index.html");
    const alert = editor.dialog.getByRole("alert");
    const retry = editor.dialog.getByRole("button", { name: "Retry" });
    failed();
    await page.getByRole("button", { name: "Edit file index.html" }).click();
    await expect.element(alert).toHaveTextContent("Failed to load file content");
    unreachable();
    await retry.click();
    await expect.element(alert).toHaveTextContent("Error loading file content");
    content.answerCalls();
    await retry.click();
    await expect.element(editor.text).toHaveFocus();
    await editor.append("<!-- kept -->");

    failed();
    await editor.save.click();
    await expect.poll(() => banners).toContainEqual(said("Failed to save file"));
    unreachable();
    await editor.save.click();
    await expect.poll(() => banners).toContainEqual(said("Error saving file"));

    content.answerCalls();
    content.texts.delete("index.html");
    await editor.save.click();
    await expect.element(editor.dialog.getByText("This file was deleted, moved or renamed.")).toBeVisible();
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await editor.dialog.getByRole("button", { name: "Copy Text" }).click();
    await expect.poll(() => banners).toContainEqual(said("Text copied"));
    expect(copy).toHaveBeenCalledExactlyOnceWith(said("<!-- kept -->"));
  });
});
