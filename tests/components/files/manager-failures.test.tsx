import { HttpResponse, http, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FileManagerHost } from "@/components/files/manager/file-manager-host";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { noteBanners } from "../setup/messages";
import { renderScreen } from "../setup/render";
import { FolderApi, refusal } from "./folder-api";
import { manager as files, openManager } from "./manager";

const API = "/api/files/harbour";
const FASTER = "Another user was faster.";
const said = (text: string) => expect.stringContaining(text);

const failed = () => HttpResponse.json({}, { status: 500 });
const refused = () => refusal(409, FASTER);
const unreachable = () => HttpResponse.error();
const success = (body: JsonBodyType & object) => HttpResponse.json({ success: true, message: "Done", ...body });

let banners: string[];

beforeEach(() => {
  banners = noteBanners();
  new FolderApi({ "data/berths.js": 100, "app.js": 2_048, "map.css": 2_048 });
});

/** Tests an error with a message, an error without a message, and a lost response. */
async function expectEachFailure(call: string, act: () => Promise<void>, texts: readonly [string, string, string]): Promise<void> {
  for (const [index, respond] of [refused, failed, unreachable].entries()) {
    answer(http.all(`${API}/${call}`, respond));
    await act();
    await expect.poll(() => banners.at(-1)).toEqual(said(texts[index] ?? ""));
  }
}

describe("the file manager", () => {
  it("shows an error when a folder fails to load, and Try Again loads it", async () => {
    answer(http.get(`${API}/browse`, failed));
    await openManager();
    await expect.poll(() => banners).toContainEqual(said("Failed to load directory"));
    await expect.element(files.grid.getByText("Failed to load directory")).toBeVisible();
    answer(http.get(`${API}/browse`, unreachable));
    await files.grid.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => banners).toContainEqual(said("Error loading directory"));
    new FolderApi({ "app.js": 2_048 });
    await files.grid.getByRole("button", { name: "Try Again" }).click();
    await expect.element(files.name("app.js")).toBeVisible();
  });

  it("says since when the rows are old after a failed refresh, and Try Again loads them", async () => {
    await openManager();
    await files.loaded();
    answer(http.get(`${API}/browse`, failed));
    await files.button("Refresh").click();
    const stale = files.dialog.getByText(/^Not updated since \d\d:\d\d\.$/);
    await expect.element(stale).toBeVisible();
    await expect.element(files.name("app.js")).toBeVisible();
    new FolderApi({ "new.js": 2_048 });
    await files.button("Try Again").click();
    await expect.element(files.name("new.js")).toBeVisible();
    await expect.element(stale).not.toBeInTheDocument();
  });

  it("keeps the loaded rows when later rows of a folder fail, and Retry loads them", async () => {
    const item = (name: string) => ({ name, path: name, type: "file", size: 2_048, modified: "2026-11-20T10:00:00.000Z" });
    const rows = Array.from({ length: 500 }, (_, index) => item(`tile-${String(index).padStart(4, "0")}.png`));
    const last = item("tile-0999.png");
    answer(
      http.get(`${API}/browse`, ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get("offset") === "0";
        return isFirst ? success({ items: rows, total: 501, revision: "1" }) : failed();
      }),
    );
    await openManager();
    await files.loaded();
    (files.grid.element() as HTMLElement).focus();
    await userEvent.keyboard("{End}");
    await expect.poll(() => banners).toContainEqual(said("Failed to load directory"));
    await expect.element(files.dialog.getByText("Some rows failed to load.")).toBeVisible();
    await expectAccessible("a folder that lacks rows");
    answer(http.get(`${API}/browse`, () => success({ items: [last], total: 501, revision: "1" })));
    (files.button("Retry").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(files.name(last.name)).toBeVisible();
    await expect.element(files.button("Retry")).not.toBeInTheDocument();
    await userEvent.keyboard("{Home}");
    await expect.element(files.name("tile-0000.png")).toBeVisible();
  });

  it("shows the server's message or its own when it fails to create a folder", async () => {
    await openManager();
    await files.button("New Folder").click();
    const dialog = page.getByRole("dialog", { name: "Create New Folder" });
    await dialog.getByLabelText("Folder name").fill("charts");
    const create = () => dialog.getByRole("button", { name: "Create" }).click();
    await expectEachFailure("folder", create, [FASTER, "Failed to create folder", "Error creating folder"]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("shows the server's message or its own when it fails to rename an item", async () => {
    await openManager();
    const rename = async () => {
      await files.row("app.js").getByRole("button", { name: "Rename app.js" }).click();
      await files.grid.getByRole("textbox").fill("main.js");
      await userEvent.keyboard("{Enter}");
    };
    await expectEachFailure("rename", rename, [FASTER, "Failed to rename item", "Error renaming item"]);
  });

  it("shows the server's message or its own when it fails to move an item", async () => {
    await openManager();
    const move = () => files.row("app.js").dropTo(files.row("data"));
    await expectEachFailure("move", move, [FASTER, "Failed to move items", "Error moving items"]);
  });

  it("shows the server's message or its own when it fails to delete an item", async () => {
    await openManager();
    const remove = async () => {
      await files.check("app.js").click();
      await files.button("Delete (1)").click();
      await files.confirmDelete();
      await expect.element(files.question).not.toBeInTheDocument();
    };
    const texts = [`Failed to delete app.js: ${FASTER}`, "Failed to delete app.js: Unknown error", "Error deleting items"] as const;
    await expectEachFailure("item", remove, texts);
  });

  it("stops deleting at the first item that fails", async () => {
    const asked: string[] = [];
    answer(
      http.delete<never, { itemPath: string }>(`${API}/item`, async ({ request }) => {
        asked.push((await request.json()).itemPath);
        return asked.length === 1 ? success({ trashId: "1" }) : refused();
      }),
    );
    await openManager();
    await files.dialog.getByRole("checkbox", { name: "Select all" }).click();
    await files.button("Delete (3)").click();
    await files.confirmDelete();
    await expect.poll(() => banners).toContainEqual(said(`Failed to delete app.js: ${FASTER}`));
    expect(asked).toEqual(["data", "app.js"]);
  });

  it("reports a project that does not exist", async () => {
    answer(http.get("/api/files/no-such-project/browse", () => refusal(404, "Project not found.")));
    await renderScreen(
      <FileManagerHost projects={[]} linked={{ safeName: "no-such-project", project: null }} />,
      "/projects?files=no-such-project",
    );
    await expect.element(page.getByRole("grid").getByText("Project not found.")).toBeVisible();
  });
});
