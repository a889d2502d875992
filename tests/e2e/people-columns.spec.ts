import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertPeople } from "../setup/product-database";

const LINE = 20;
const heightOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().height);
const cutOff = (element: Locator) =>
  element.locator("span").evaluateAll((sides) => sides.filter((side) => side.scrollWidth > side.clientWidth).length);

/** The layout follows a moment after the window. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}

for (const role of ["superadmin", "admin"] as const) {
  test(`User Management of a ${role} keeps its column widths with a long name and shortens long email addresses`, async ({
    page,
    signInAs,
  }) => {
    await signInAs(role);
    const word = uniqueWord();
    const ordinary = `p.${word}@harbour.example`;
    const long = `${"averylongaddress".repeat(8)}${word}@${"averylongdomain".repeat(6)}.example`;
    const removeAll = await insertPeople([
      { role: "user", name: "Fatima Al-Sayed", email: ordinary },
      { role: "user", name: "Nospacesatall".repeat(15), email: long },
    ]);
    try {
      await page.goto("/users");
      const screen = peopleScreen(page, "Search users...");
      for (const width of [768, 1024, 1280, 1440]) {
        await resize(page, width, 900);
        await searchFor(screen, ordinary, 1);
        const columns = () => page.getByRole("columnheader").evaluateAll((heads) => heads.map((head) => head.clientWidth));
        const before = await columns();
        await searchFor(screen, word, 2);
        expect(await columns(), `${width} px`).toEqual(before);
        expect(await heightOf(screen.row(long).getByTitle("Nospaces")), `${width} px`).toBeLessThanOrEqual(2 * LINE);
        for (const email of [ordinary, long]) {
          const shown = screen.row(email).getByTitle(email);
          expect(await heightOf(shown), `${width} px`).toBeLessThanOrEqual(2 * LINE + 2);
          expect(await cutOff(shown), `${width} px`).toBe(email === long ? 2 : 0);
        }
        expect(await page.getByRole("table").evaluate((table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0))).toBe(0);
      }
      await resize(page, 320, 700);
      const [date, edit] = await Promise.all([
        screen.row(ordinary).getByRole("time").boundingBox(),
        screen.row(ordinary).getByRole("button", { name: "Edit" }).boundingBox(),
      ]);
      expect(edit?.y).toBeGreaterThanOrEqual((date?.y ?? 0) + (date?.height ?? 0));
    } finally {
      await removeAll();
    }
  });
}
