import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { FolderApi } from "./folder-api";
import { manager as files, openManager } from "./manager";

/** Answers the rows of a folder with that many files, without sorting them for each call. */
function answerMany(count: number): void {
  const all = Array.from({ length: count }, (_, index) => {
    const name = `tile-${String(index).padStart(5, "0")}.png`;
    return { name, path: `many/${name}`, type: "file", size: 0, modified: "2026-11-20T10:00:00.000Z" };
  });
  answer(
    http.get("/api/files/harbour/browse", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [search, offset, limit] = [query.get("search") ?? "", Number(query.get("offset")), Number(query.get("limit") ?? count)];
      const found = all.filter(({ name }) => name.includes(search));
      return HttpResponse.json({ success: true, items: found.slice(offset, offset + limit), total: found.length, revision: "1" });
    }),
  );
}

async function openSite(): Promise<void> {
  new FolderApi({ "data/berths.js": 300, "index.html": 2_048, "leaflet/leaflet.js": 900, "tiles/1/0/0.png": 400 });
  await openManager();
  await files.loaded();
}

describe("the file manager", () => {
  it("scrolls, selects and searches 50,000 files", async () => {
    answerMany(50_000);
    await openManager("&folder=many");
    await expect.element(files.name("tile-00000.png")).toBeVisible();
    await expect.element(files.status).toHaveTextContent(/^50,000 items$/);
    await expect.element(files.grid).toHaveAttribute("aria-rowcount", "50001");
    expect(files.grid.getByRole("row").elements().length).toBeLessThan(100);
    const grid = files.grid.element() as HTMLElement;
    // With reduced motion, a new height comes a moment later.
    await expect.poll(() => grid.scrollHeight).toBeGreaterThan(50_000);
    grid.scrollTo({ top: grid.scrollHeight });
    await expect.element(files.name("tile-49999.png")).toBeVisible();
    await expect.element(files.row("tile-49999.png")).toHaveAttribute("aria-rowindex", "50001");
    grid.focus();
    await userEvent.keyboard("{Home}{Shift>}{End}{/Shift}");
    await expect.element(files.status).toHaveTextContent("50,000 selected");
    await userEvent.keyboard("{Escape}");
    await files.check("tile-49999.png").click();
    await expect.element(files.status).toHaveTextContent("1 selected");
    await files.dialog.getByRole("checkbox", { name: "Select all" }).click();
    await expect.element(files.status).toHaveTextContent("50,000 selected");
    await files.search.fill("31415");
    await expect.element(files.status).toHaveTextContent(/^1 item found$/);
    await expect.element(files.name("tile-31415.png")).toBeVisible();
  });

  it("is accessible and fits at every width, in both themes", async () => {
    await openSite();
    await expectGoodEverywhere("the manager", () =>
      expect.poll(() => files.grid.element().scrollWidth - files.grid.element().clientWidth).toBe(0),
    );
  });

  it("is accessible and fits at every width, in both themes, with a selection and with a menu", async () => {
    await openSite();
    await files.check("data").click();
    await files.check("index.html").click();
    await expect.element(files.button("Delete (2)")).toBeVisible();
    await expectGoodEverywhere("the manager with a selection");
    await files.row("data").getByRole("button", { name: "Actions for data" }).click();
    await expectGoodEverywhere("the manager with a menu", async () => {
      await expect.element(page.getByRole("menu")).toBeVisible();
    });
  });
});
