import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, followPreferences } from "../setup/appearance";
import { frame, mapStates, openMapState } from "./map-states";

/** Desktop, tablet, phone and rotated phone, each with the minimum share of the window for the map. */
const screens = [
  { width: 1440, height: 900, share: 0.95 },
  { width: 768, height: 1024, share: 0.95 },
  { width: 390, height: 844, share: 0.945 },
  { width: 844, height: 390, share: 0.885 },
] as const;
const [desktop, , phone] = screens;

/** A long name with a long word and right-to-left text. */
const LONG_NAME = `${"Seekarte".repeat(6)} خريطة البحر ${"x".repeat(20)}`;

const dialog = page.getByRole("dialog");
const views = [
  ["in the window", ""],
  ["in the full screen", "&view=full"],
] as const;

/** Returns the parts of the dialog that overflow the dialog or the screen. */
function misplaced(): (string | null)[] {
  const element = dialog.element();
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const seen = [...element.querySelectorAll("a, button, h2, h3, p")].filter((part) => getComputedStyle(part).position !== "absolute");
  const beyond = seen.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < left || box.right > right + 1 || box.bottom > bottom + 1 || box.top < top;
  });
  const names: (string | null)[] = beyond.map((part) => part.textContent);
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) names.push("the dialog");
  return names;
}

async function expectAccessibleInBothThemes(what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await followPreferences({ colorScheme });
    await expectAccessible(`${what}, ${colorScheme}`);
  }
}

describe("the map viewer", () => {
  const states = [
    ["shown", "If the map stays empty"],
    ["away", "does not answer this page"],
    ["late", "is taking longer than 20 seconds to load"],
    ["incomplete", "completely: parts of it"],
    ["unusable", "not one that a browser can open"],
    ["missing", "no longer shared with you"],
  ] as const;

  it.each(states.flatMap(([name, text]) => views.map(([where, view]) => [name, where, text, view] as const)))(
    "shows a map that is %s accessibly and within every screen, in both themes, %s",
    async (name, _where, text, view) => {
      await openMapState(`${LONG_NAME} ${name}`, mapStates[name], view);
      await expect.element(dialog.getByText(text)).toBeVisible();
      for (const { width, height } of screens) {
        await page.viewport(width, height);
        await expect.element(dialog.getByText(text)).toBeInViewport();
        // The layout follows a moment after the screen changes its size.
        await expect.poll(misplaced, { message: `${width} px` }).toEqual([]);
      }
      const { width, height } = view ? phone : desktop;
      await page.viewport(width, height);
      await expectAccessibleInBothThemes(`${name}${view}`);
    },
  );

  it.each(views)("has a bar of one line with targets of at least 40 px on every screen, %s", async (_where, view) => {
    await openMapState("Harbour", mapStates.own, view);
    const names = view ? ["Open in New Tab", "Close"] : ["Copy link", "Full Screen View", "Open in New Tab", "Close"];
    for (const { width, height } of screens) {
      await page.viewport(width, height);
      // The dialog opens with an animation of its scale.
      await expect.poll(() => dialog.element().querySelector("header")?.getBoundingClientRect().height).toBe(44);
      for (const name of names) {
        const target = dialog.getByRole(name === "Open in New Tab" ? "link" : "button", { name });
        const box = target.element().getBoundingClientRect();
        expect(Math.min(box.width, box.height), `${name} at ${width} px`).toBeGreaterThanOrEqual(40);
      }
      await expect.poll(misplaced).toEqual([]);
    }
  });

  it.each(views)("gives the map most of every screen, and 95 percent of a desktop's, %s", async (_where, view) => {
    await openMapState("Harbour", mapStates.own, view);
    await expect.element(dialog.getByText("Loading map...")).not.toBeInTheDocument();
    for (const { width, height, share } of screens) {
      await page.viewport(width, height);
      const areaShare = () => {
        const box = frame()?.getBoundingClientRect();
        return ((box?.width ?? 0) * (box?.height ?? 0)) / (width * height);
      };
      await expect.poll(areaShare, { message: `${width} × ${height}` }).toBeGreaterThanOrEqual(share);
    }
  });
});
