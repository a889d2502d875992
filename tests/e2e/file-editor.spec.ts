import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
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
  });
});
test.afterEach(() => site.remove());

const message = (page: Page, text: string) => page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: text }).first();

/** Opens the map and returns the SVG path of its shape. */
async function drawnBox(page: Page): Promise<string | null> {
  await page.goto(`/projects/maps/${site.safeName}/`);
  return page.locator("path.leaflet-interactive").getAttribute("d");
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

test("the editor keeps encoding and line endings of a file", async ({ page }) => {
  await openFolder(page, site.safeName);

  await test.step("a text in Latin-1 keeps its bytes", async () => {
    const editor = new EditorScreen(page, "notes.txt");
    await editor.open();
    await expect(editor.text).toContainText("Hafen Köln, Straße");
    await editor.append("Größe: ½ Faden\n");
    await editor.save.click();
    await expect(message(page, "File saved successfully")).toBeVisible();
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
    // The editor indents a line with only a brace, which it may do before it has parsed the text.
    await editor.append("p {}\nq {}");
    await page.keyboard.press("Enter");
    await editor.save.click();
    await expect(editor.unsaved).toBeHidden();
    expect(String(await site.read("style.css"))).toBe("body {\r\n  margin: 0;\r\n}\r\np {}\r\nq {}\r\n");
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
});
