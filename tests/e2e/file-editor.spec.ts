import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { discardQuestion } from "../setup/discard-changes";
import { EditorScreen, openFolder } from "../setup/editor-screen";
import { type PublishedSite, publishSite } from "../setup/published-site";

const latin = (text: string) => Buffer.from(text, "latin1");
const notes = "Hafen Köln, Straße und Fähre.\nSchöne Grüße\n";

let site: PublishedSite;

test.beforeEach(async ({ page, baseURL, signInAs }) => {
  await signInAs("admin");
  site = await publishSite(page, baseURL, {
    "notes.txt": latin(notes),
    "style.css": "body {\r\n  margin: 0;\r\n}\r\n",
    "mixed.txt": "one\r\ntwo\nthree\r\n",
    "data.dat": Buffer.alloc(3_000, 7),
    "soundings.csv": "12.5;13.5;14.5\n".repeat(400_000),
  });
});
test.afterEach(() => site.remove());

const message = (page: Page, text: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text }).first();

/** Opens the map and returns the SVG path of its shape. */
async function drawnBox(page: Page): Promise<string | null> {
  await page.goto(`/projects/maps/${site.safeName}/`);
  return page.locator("path.leaflet-interactive").getAttribute("d");
}

/** Saves the file as another user does meanwhile. */
async function saveElsewhere(page: Page, baseURL: string | undefined, filePath: string, content: string): Promise<void> {
  const answer = await page.request.put(`/api/files/${site.safeName}/file-content`, {
    data: { filePath, content },
    headers: { origin: baseURL ?? "" },
  });
  expect(answer.status()).toBe(200);
}

test("the editor saves a script of a map, and the map shows the change", { tag: "@main" }, async ({ page, context }) => {
  const before = await drawnBox(await context.newPage());
  await openFolder(page, site.safeName, "data");
  const editor = new EditorScreen(page, "berths.js");
  await editor.open();
  await expect(editor.text).toContainText("const berths");
  await expect(editor.dialog).toContainText("data/berths.js");
  await expect(editor.dialog.locator("dl")).toHaveText(/Line 1, column 1.*B.*UTF-8.*LF.*JavaScript/);
  await editor.replace('const berths = {"type":"Polygon","coordinates":[[[-10,-10],[10,-10],[10,10],[-10,10],[-10,-10]]]};\n');
  await expect(editor.unsaved).toBeVisible();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(message(page, "File saved successfully")).toBeVisible();
  await expect(editor.unsaved).toBeHidden();
  await editor.close();
  const after = await drawnBox(await context.newPage());
  expect(after).toMatch(/^M/);
  expect(after).not.toBe(before);
});

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

test("the editor keeps encoding and line endings of a file", async ({ page }) => {
  await openFolder(page, site.safeName);
  const saved = message(page, "File saved successfully");

  await test.step("a text in Latin-1 keeps its bytes", async () => {
    const editor = new EditorScreen(page, "notes.txt");
    await editor.open();
    await expect(editor.text).toContainText("Hafen Köln, Straße");
    await editor.append("Größe: ½ Faden\n");
    await editor.save.click();
    await expect(editor.unsaved).toBeHidden();
    expect(await site.read("notes.txt")).toEqual(latin(`${notes}Größe: ½ Faden\n`));
    await editor.append("Ж\n");
    await editor.save.click();
    const question = page.getByRole("alertdialog", { name: "Save as UTF-8?" });
    await expect(question).toContainText("Ж");
    await question.getByRole("button", { name: "Save as UTF-8" }).click();
    await expect(editor.unsaved).toBeHidden();
    expect(String(await site.read("notes.txt"))).toBe(`${notes}Größe: ½ Faden\nЖ\n`);
    await expect(editor.dialog.locator("dl")).toContainText("UTF-8");
    await editor.close();
  });

  await test.step("a file with CRLF line endings keeps them", async () => {
    const editor = new EditorScreen(page, "style.css");
    await editor.open();
    await expect(editor.dialog.locator("dl")).toContainText("CRLF");
    await editor.append("p {\n}");
    await page.keyboard.press("Enter");
    await editor.save.click();
    await expect(editor.unsaved).toBeHidden();
    expect(String(await site.read("style.css"))).toBe("body {\r\n  margin: 0;\r\n}\r\np {\r\n}\r\n");
    await editor.close();
  });

  await test.step("a file with mixed line endings changes only where it was edited", async () => {
    const editor = new EditorScreen(page, "mixed.txt");
    await editor.open();
    await expect(editor.dialog.locator("dl")).toContainText("Mixed line endings");
    await editor.append("four\n");
    await editor.save.click();
    await expect(editor.unsaved).toBeHidden();
    expect(String(await site.read("mixed.txt"))).toBe("one\r\ntwo\nthree\r\nfour\n");
  });
  await expect(saved).toBeVisible();
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
  await page.unroute(CONTENT);
  await page.route(CONTENT, (route) => route.abort("connectionrefused"));
  await editor.dialog.getByRole("button", { name: "Retry" }).click();
  await expect(editor.dialog.getByRole("alert")).toContainText("Error loading file content");
  await page.unroute(CONTENT);
  await editor.dialog.getByRole("button", { name: "Retry" }).click();
  await editor.append("<!-- kept -->");

  await page.route(CONTENT, (route) => route.fulfill({ status: 500, json: {} }));
  await editor.save.click();
  await expect(message(page, "Failed to save file")).toBeVisible();
  await page.unroute(CONTENT);
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

test("the editor works by keyboard, is accessible and fits at every width, in both themes", async ({ page }) => {
  await openFolder(page, site.safeName);
  const editor = new EditorScreen(page, "index.html");
  await editor.open();

  await test.step("Tab indents, and leaves the text after Escape", async () => {
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.press("Tab");
    await expect(editor.unsaved).toBeVisible();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(editor.unsaved).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(editor.dialog.getByText("Press Tab again to leave the editor.")).toBeAttached();
    await page.keyboard.press("Tab");
    await expect(editor.dialog.getByRole("button", { name: "Wrap Lines" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+f");
    await expect(editor.dialog.getByRole("textbox", { name: "Find" })).toBeFocused();
    await page.keyboard.type("tileLayer");
    await page.keyboard.press("Enter");
    await expectAccessible(page, "the search in the editor");
    await page.keyboard.press("Escape");
    await expect(editor.text).toBeFocused();
    await expect(editor.dialog.getByText("Line 15,")).toBeVisible();
  });

  await expectGoodEverywhere(page, "the editor");
});
