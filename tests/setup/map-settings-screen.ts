import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** The page of a data map without a map library: it lists the layers and answers the messages of Map Settings. */
export const plainViewer = `<!doctype html><html lang="en"><title>Map</title><h1></h1><ul></ul><script type="module">
function show({ title, layers }) {
  document.querySelector("h1").textContent = title;
  const items = layers.map(({ name, color, visible = true }) => {
    const item = document.createElement("li");
    item.textContent = name + ", " + color + ", " + (visible ? "visible" : "hidden");
    return item;
  });
  document.querySelector("ul").replaceChildren(...items);
}
addEventListener("message", ({ data, source }) => {
  if (source !== parent) return;
  if (data.type === "sea-vision:show") show(data.map);
  if (data.type === "sea-vision:ask-view") parent.postMessage({ type: "sea-vision:view", view: { center: [4.5, 51.5], zoom: 7 } }, "*");
});
show(await (await fetch("map.json")).json());
parent.postMessage({ type: "sea-vision:ready" }, "*");
</script></html>`;

/** Page object of the Map Settings in a project's details. */
export class MapSettingsScreen {
  readonly dialog: Locator;
  readonly preview: FrameLocator;
  readonly save: Locator;

  constructor(
    readonly page: Page,
    readonly projectName: string,
  ) {
    this.dialog = page.getByRole("dialog", { name: projectName });
    this.preview = this.dialog.frameLocator("iframe");
    this.save = this.dialog.getByRole("button", { name: "Save Changes" });
  }

  async openDetails(): Promise<void> {
    await this.page.goto(`/projects?search=${encodeURIComponent(this.projectName)}`);
    await this.page.getByRole("button", { name: `View Project ${this.projectName}` }).click();
    await expect(this.dialog.getByRole("button", { name: "Edit Project" })).toBeEnabled();
  }

  async open(): Promise<void> {
    await this.openDetails();
    await this.dialog.getByRole("button", { name: "Map Settings" }).click();
    await expect(this.dialog.getByText("Map Settings", { exact: true })).toBeVisible();
  }

  /** Opens the fields of a layer. Those of a map's only layer are open already. */
  async openLayer(name: string): Promise<void> {
    const button = this.dialog.getByRole("button", { name, exact: true });
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  }

  /** Returns what the preview shows of each layer. */
  get shownLayers(): Locator {
    return this.preview.getByRole("listitem");
  }
}
