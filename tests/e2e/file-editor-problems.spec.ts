import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { discardQuestion } from "../setup/discard-changes";
import { EditorScreen, openFolder } from "../setup/editor-screen";
import { type PublishedSite, publishSite } from "../setup/published-site";

let site: PublishedSite;

test.beforeEach(async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  site = await publishSite(page, baseURL, {
    "data.dat": Buffer.alloc(3_000, 7),
    "soundings.csv": "12.5;13.5;14.5\n".repeat(400_000),
  });
});
test.afterEach(() => site.remove());

const message = (page: Page, text: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text }).first();

/** Saves the file as another user does meanwhile. */
async function saveElsewhere(page: Page, baseURL: string | undefined, filePath: string, content: string): Promise<void> {
  const answer = await page.request.put(`/api/files/${site.safeName}/file-content`, {
    data: { filePath, content },
    headers: { origin: baseURL ?? "" },
  });
  expect(answer.status()).toBe(200);
}

test("the editor asks before it overwrites a file that another user saved meanwhile", async ({ page, baseURL }) => {
  await openFolder(page, site.safeName, "data");
  const editor = new EditorScreen(page, "berths.js");
  const question = page.getByRole("alertdialog", { name: "Changed by another user" });
  const theirs = page.getByRole("dialog", { name: "Compare Versions" });
  await editor.open();
  await editor.append("// mine\n");
  await saveElsewhere(page, baseURL, "data/berths.js", "// theirs\nconst berths = {};\n");

  await test.step("Cancel saves nothing and keeps the edited text", async () => {
    await editor.save.click();
    await expect(question).toBeVisible();
    await expectAccessible(page, "the question after a conflict");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(editor.text).toContainText("// mine");
    await expect(editor.unsaved).toBeVisible();
  });

  await test.step("See Theirs shows both versions, and Use Theirs takes the saved one", async () => {
    await editor.save.click();
    await question.getByRole("button", { name: "Compare" }).click();
    await expect(theirs.getByRole("textbox", { name: "Saved version" })).toContainText("// theirs");
    await expect(theirs.getByRole("textbox", { name: "Your version" })).toContainText("// mine");
    await expectAccessible(page, "two versions side by side");
    await theirs.getByRole("button", { name: "Keep Editing" }).click();
    await expect(editor.text).toContainText("// mine");
    await editor.save.click();
    await question.getByRole("button", { name: "Compare" }).click();
    await theirs.getByRole("button", { name: "Use Saved Version" }).click();
    await expect(editor.text).toContainText("// theirs");
    await expect(editor.text).not.toContainText("// mine");
    await expect(editor.unsaved).toBeHidden();
  });

  await test.step("Overwrite saves the edited text", async () => {
    await editor.append("// mine again\n");
    await saveElsewhere(page, baseURL, "data/berths.js", "// theirs again\n");
    await editor.save.click();
    await question.getByRole("button", { name: "Overwrite" }).click();
    await expect(message(page, "File saved successfully")).toBeVisible();
    await expect(editor.unsaved).toBeHidden();
    expect(String(await site.read("data/berths.js"))).toBe("// theirs\nconst berths = {};\n// mine again\n");
  });
});

test("the editor asks before it discards unsaved changes", async ({ page }) => {
  await openFolder(page, site.safeName);
  const editor = new EditorScreen(page, "index.html");
  await editor.open();
  await editor.append("<!-- more -->");
  await expect(editor.unsaved).toBeVisible();
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  const close = editor.dialog.locator("header").getByRole("button", { name: "Close" });
  for (const leave of [() => close.click(), () => page.keyboard.press("Escape")]) {
    await leave();
    await discardQuestion(page).getByRole("button", { name: "Keep Editing" }).click();
    await expect(editor.text).toContainText("<!-- more -->");
  }
  await close.click();
  await discardQuestion(page).getByRole("button", { name: "Discard" }).click();
  await expect(editor.dialog).toBeHidden();
  expect(String(await site.read("index.html"))).not.toContain("<!-- more -->");
});

test("the editor offers a download for a file that it cannot edit", async ({ page }) => {
  await openFolder(page, site.safeName);
  let asked = 0;
  await page.route("**/file-content?*", async (route) => {
    asked += 1;
    await route.fallback();
  });
  for (const { file, words, calls } of [
    { file: "soundings.csv", words: "This file is too large to edit", calls: 0 },
    { file: "data.dat", words: "This isn't a text file", calls: 1 },
  ]) {
    await page.getByRole("button", { name: `Edit file ${file}` }).click();
    const dialog = page.getByRole("dialog", { name: file });
    await expect(dialog).toContainText(words);
    expect(asked).toBe(calls);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe(file);
    await expectAccessible(page, words);
    await page.keyboard.press("Escape");
  }
});

test("the editor reports a failed load or save and keeps the edited text", async ({ page, baseURL, complaints }) => {
  await openFolder(page, site.safeName);
  const CONTENT = "**/file-content**";
  const open = page.getByRole("button", { name: "Edit file index.html" });
  const editor = new EditorScreen(page, "index.html");
  await page.route(CONTENT, (route) => route.fulfill({ status: 500, json: {} }));
  await open.click();
  await expect(editor.dialog.getByRole("alert")).toContainText("Failed to load file content");
  await page.route(CONTENT, (route) => route.abort("connectionrefused"));
  await editor.dialog.getByRole("button", { name: "Retry" }).click();
  await expect(editor.dialog.getByRole("alert")).toContainText("Error loading file content");
  await page.unroute(CONTENT);
  await editor.dialog.getByRole("button", { name: "Retry" }).click();
  await editor.append("<!-- kept -->");

  await page.route(CONTENT, (route) => route.fulfill({ status: 500, json: {} }));
  await editor.save.click();
  await expect(message(page, "Failed to save file")).toBeVisible();
  await page.route(CONTENT, (route) => route.abort("connectionrefused"));
  await editor.save.click();
  await expect(message(page, "Error saving file")).toBeVisible();
  await page.unroute(CONTENT);

  const gone = await page.request.delete(`/api/files/${site.safeName}/item`, {
    data: { itemPath: "index.html" },
    headers: { origin: baseURL ?? "" },
  });
  expect(gone.status()).toBe(200);
  await editor.save.click();
  await expect(editor.dialog.getByText("This file was deleted, moved or renamed.")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await editor.dialog.getByRole("button", { name: "Copy Text" }).click();
  await expect(message(page, "Text copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("<!-- kept -->");
  complaints.length = 0;
});
