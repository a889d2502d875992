import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { noteBanners } from "../setup/messages";
import { FolderApi } from "./folder-api";
import { manager as files, openManager } from "./manager";

const said = (text: string) => expect.stringContaining(text);
const trash = files.dialog.getByRole("region", { name: "Trash" });
const row = (name: RegExp) => trash.getByRole("row", { name });
const button = (name: string) => trash.getByRole("button", { name });
const openTrash = () => files.button("Trash").click();

let folder: FolderApi;
let banners: string[];

beforeEach(() => {
  folder = new FolderApi({ "index.html": 100, "app.js": 300, "charts/harbour.txt": 200, "charts/sea.txt": 200 });
  banners = noteBanners();
});

describe("the trash of the file manager", () => {
  it("restores a selection, deletes an item permanently and empties itself", async () => {
    for (const path of ["charts/harbour.txt", "charts/sea.txt", "charts", "app.js"]) folder.delete(path);
    await openManager();
    await openTrash();
    await trash.getByRole("checkbox", { name: "Select harbour.txt" }).click();
    await trash.getByRole("checkbox", { name: "Select sea.txt" }).click();
    await button("Restore (2)").click();
    await expect.poll(() => banners).toContainEqual(said("Restored 2 items."));
    expect(folder.namesIn("charts").toSorted()).toEqual(["harbour.txt", "sea.txt"]);

    folder.delete("charts/sea.txt");
    await button("Refresh").click();
    await expect.element(row(/sea\.txt/)).toBeVisible();
    await button("Delete Permanently app.js").click();
    await expect.element(files.question).toHaveTextContent("Are you sure you want to delete 1 item(s)? This action cannot be undone.");
    await expectAccessible("the question before an item is deleted permanently");
    await files.question.getByRole("button", { name: "Cancel" }).click();
    await button("Delete Permanently app.js").click();
    await files.question.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => banners).toContainEqual(said("Deleted 1 item(s) successfully"));
    await expect.element(row(/app\.js/)).not.toBeInTheDocument();

    await page.viewport(390, 844);
    await expectAccessible("the trash on a phone");
    await button("Empty Trash").click();
    await expect.element(files.question).toHaveTextContent("Are you sure you want to delete 2 item(s)? This action cannot be undone.");
    await files.question.getByRole("button", { name: "Empty Trash" }).click();
    await expect.poll(() => banners).toContainEqual(said("Deleted 2 item(s) successfully"));
    await expect.element(trash.getByText("The trash is empty")).toBeVisible();
    expect(folder.deleted.size).toBe(0);

    // Escape closes the trash first, then the file manager.
    await userEvent.keyboard("{Escape}");
    await expect.element(files.row("index.html")).toBeVisible();
    await expect.element(files.grid).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(files.dialog).not.toBeInTheDocument();
  });

  it("reports when it fails to load and when a restore fails", async () => {
    folder.delete("app.js");
    let isBroken = true;
    answer(http.get("/api/files/harbour/trash", () => (isBroken ? HttpResponse.json({ message: "" }, { status: 500 }) : undefined)));
    await openManager();
    await openTrash();
    await expect.element(files.dialog.getByText("Failed to load the trash")).toBeVisible();
    await expectAccessible("a trash that did not load");
    isBroken = false;
    await files.button("Retry").click();
    await expect.element(row(/app\.js/)).toBeVisible();

    // Another client restores the item first.
    folder.deleted.clear();
    await button("Restore app.js").click();
    await expect.poll(() => banners).toContainEqual(said("Failed to restore app.js: This item is no longer in the trash."));
    await expect.element(trash.getByText("The trash is empty")).toBeVisible();
  });
});

describe("the notice with Undo", () => {
  it("stays for 10 seconds, and while the pointer or the focus is on it", async () => {
    await openManager();
    await files.check("app.js").click();
    await userEvent.keyboard("{Delete}");
    await expect.element(files.question.getByRole("button", { name: "Delete" })).toBeVisible();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await files.question.getByRole("button", { name: "Delete" }).click();
    const undo = page.getByRole("button", { name: /^Undo/ });
    const focus = () => (undo.element() as HTMLElement).focus();
    await expect.element(undo).toBeVisible();
    await vi.advanceTimersByTimeAsync(9_500);
    await expect.element(undo).toBeVisible();
    await undo.hover();
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(undo).toBeVisible();
    // An open dialog keeps the focus, so that the banner can have it only afterwards.
    await files.button("Close").click();
    await expect.element(files.dialog).not.toBeInTheDocument();
    // The dialog returns its focus in a timer.
    await vi.advanceTimersByTimeAsync(100);
    focus();
    await page.getByRole("main").hover({ position: { x: 5, y: 5 } });
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(undo).toBeVisible();
    (undo.element() as HTMLElement).blur();
    await vi.advanceTimersByTimeAsync(9_500);
    await expect.element(undo).toBeVisible();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(undo).not.toBeInTheDocument();
  });
});
