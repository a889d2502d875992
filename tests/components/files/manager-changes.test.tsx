import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../setup/appearance";
import { FolderApi } from "./folder-api";
import { manager as files, openManager } from "./manager";

const site = { "data/berths.js": 300, "index.html": 2_048, "leaflet/leaflet.js": 900, "tiles/1/0/0.png": 400 };
const type = (keys: string) => userEvent.keyboard(keys);

async function open(query?: string) {
  const screen = await openManager(query);
  await files.loaded();
  return screen;
}

describe("the file manager", () => {
  it("moves items by drag and drop and by Cut and Paste, and copies them", async () => {
    const folder = new FolderApi(site);
    await open();
    await files.row("index.html").dropTo(files.row("data"));
    await expect.element(files.row("index.html")).not.toBeInTheDocument();
    await files.name("data").click();
    await expect.element(files.name("index.html")).toBeVisible();
    await files.row("index.html").dropTo(files.crumb("Harbour"));
    await expect.element(files.row("index.html")).not.toBeInTheDocument();

    await files.act("berths.js", "Copy");
    await files.button("Paste (1)").click();
    await expect.element(files.name("berths (copy).js")).toBeVisible();
    await files.act("berths (copy).js", "Cut");
    await files.crumb("Harbour").click();
    await expect.element(files.name("index.html")).toBeVisible();
    await files.button("Paste (1)").click();
    await expect.element(files.name("berths (copy).js")).toBeVisible();
    await expect.element(files.button(/^Paste/)).not.toBeInTheDocument();
    expect(folder.namesIn("")).toEqual(expect.arrayContaining(["index.html", "berths (copy).js"]));
    expect(folder.namesIn("data")).toEqual(["berths.js"]);
  });

  it("works with the keyboard alone", async () => {
    new FolderApi(site);
    await open();
    await expect.element(files.grid).toHaveFocus();
    await type("{Home}{Enter}");
    await expect.element(files.name("berths.js")).toBeVisible();
    await expect.element(files.grid).toHaveFocus();
    await type("{F2}");
    await type("quays{Enter}");
    await expect.element(files.name("quays.js")).toBeVisible();
    await expect.element(files.grid).toHaveFocus();
    await type("{Control>}x{/Control}{Backspace}");
    await expect.element(files.name("leaflet")).toBeVisible();
    await type("{Control>}v{/Control}");
    await expect.element(files.name("quays.js")).toBeVisible();
    await type("t ");
    await expect.poll(() => files.selected.elements()).toHaveLength(1);
    await expect.element(files.check("tiles")).toBeChecked();
    await type("{Shift>}{ArrowDown}{/Shift}");
    await expect.poll(() => files.selected.elements()).toHaveLength(2);
    await type("{Escape}q");
    await type("{Shift>}{F10}{/Shift}");
    await expect.element(page.getByRole("menu")).toBeVisible();
    await type("{Escape}");
    await expect.element(files.grid).toHaveFocus();
    await type("{Delete}");
    await expect.element(files.question).toHaveTextContent("quays.js");
    await files.confirmDelete();
    await expect.element(files.row("quays.js")).not.toBeInTheDocument();
    // Escape closes the confirmation first, so wait until it is gone.
    await expect.element(files.question).not.toBeInTheDocument();
    await expect.element(files.grid).toHaveFocus();
    await type("{Escape}");
    await expect.element(files.dialog).not.toBeInTheDocument();
  });

  it("sorts numbers in names by value, and the address keeps it", async () => {
    new FolderApi({ "tiles/t10/0.png": 1, "tiles/t2/0.png": 1 });
    const order = () =>
      files.grid
        .getByRole("row")
        .elements()
        .map((row) => /t\d+/.exec(row.textContent ?? "")?.[0])
        .filter(Boolean);
    const natural = files.button("Sort numbers by value");
    const screen = await open("&folder=tiles");
    await expect.poll(order).toEqual(["t10", "t2"]);
    await natural.click();
    await expect.poll(order).toEqual(["t2", "t10"]);
    await expectAccessible("a folder in natural order");
    expect(location.search).toBe("?files=harbour&folder=tiles&names=natural");
    await screen.unmount();
    await open("&folder=tiles&names=natural");
    await expect.element(natural).toHaveAttribute("aria-pressed", "true");
    await expect.poll(order).toEqual(["t2", "t10"]);
    await files.button("Close").click();
    await expect.poll(() => location.search).not.toContain("names=");
  });

  it("calculates sizes, and offers Edit for text only", async () => {
    new FolderApi(site);
    await open();
    await expect.element(files.button("Edit file index.html")).toBeVisible();
    await files.act("tiles", "Calculate size");
    await expect.element(files.message(/^“tiles”: 1 file, 400 B/)).toBeVisible();
    await files.name("tiles").click();
    await files.name("1").click();
    await files.name("0").click();
    await expect.element(files.button("Download file 0.png")).toBeVisible();
    await expect.element(files.button("Edit file 0.png")).not.toBeInTheDocument();
    await files.row("0.png").click({ button: "right" });
    await expect.element(page.getByRole("menuitem", { name: "Download file" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Edit file" })).not.toBeInTheDocument();
  });
});
