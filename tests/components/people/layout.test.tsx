import { describe, expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import { expectGoodEverywhere } from "../setup/appearance";
import { boxOf, within } from "../setup/elements";
import { renderInShell } from "../setup/shell";
import { answerUsers, discardChanges, expectWrong, people, projectNames, searchFor, userRow, usersOf } from "./people-rows";

const LINE = 20;
const { dialog, field, question, row } = people;
const longName = "Nospacesatall".repeat(15);
const table = page.getByRole("table");
const cutOff = (element: Locator) => within(element, "span").filter((side) => side.scrollWidth > side.clientWidth).length;

describe.each(["superadmin", "admin"] as const)("User Management of the role %s", (role) => {
  it("is accessible and fits at every width, in both themes", async () => {
    const email = `${"averylongaddress".repeat(10)}@example.com`;
    const assignedProjects = projectNames(4).map((project, index) => ({
      ...project,
      name: `${index}${"Nospacesatall".repeat(4)}`.slice(0, 50),
    }));
    answerUsers([userRow(1, { fullName: longName, email, assignedProjects })], assignedProjects);
    await renderInShell(usersOf(role), "/users", { role });
    await searchFor("averylongaddress", 1);
    const hiddenWidth = () => (table.element().parentElement?.scrollWidth ?? 0) - table.element().clientWidth;
    await expectGoodEverywhere("users", () => expect.poll(hiddenWidth).toBeLessThanOrEqual(0));
    await row(email).getByRole("button", { name: "Edit" }).click();
    await expect.element(dialog.getByText("Selected: 4 project(s)")).toBeVisible();
    await dialog.getByRole("button", { name: "Clear all" }).click();
    await field("Full Name").fill("");
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expectWrong(["Full name is required", "At least one project must be assigned"]);
    await expectGoodEverywhere("user form");
    await discardChanges();
    await row(email).getByRole("button", { name: "Delete" }).click();
    await expect.element(question).toBeVisible();
    await expectGoodEverywhere("question");
  });

  it("keeps its column widths with a long name and shortens long email addresses", async () => {
    const ordinary = "p.t1a2b3c4d@harbour.example";
    const long = `${"averylongaddress".repeat(8)}t1a2b3c4d@${"averylongdomain".repeat(6)}.example`;
    answerUsers([userRow(1, { fullName: "Fatima Al-Sayed", email: ordinary }), userRow(2, { fullName: longName, email: long })]);
    await renderInShell(usersOf(role), "/users", { role });
    const columns = () =>
      page
        .getByRole("columnheader")
        .elements()
        .map((head) => head.clientWidth);
    for (const width of [768, 1024, 1280, 1440]) {
      await page.viewport(width, 900);
      await searchFor(ordinary, 1);
      const before = columns();
      await searchFor("t1a2b3c4d", 2);
      expect(columns(), `${width} px`).toEqual(before);
      expect(boxOf(row(long).getByTitle("Nospaces")).height, `${width} px`).toBeLessThanOrEqual(2 * LINE);
      for (const email of [ordinary, long]) {
        const shown = row(email).getByTitle(email);
        expect(boxOf(shown).height, `${width} px`).toBeLessThanOrEqual(2 * LINE + 2);
        expect(cutOff(shown), `${width} px`).toBe(email === long ? 2 : 0);
      }
      expect(table.element().clientWidth - (table.element().parentElement?.clientWidth ?? 0)).toBe(0);
    }
    await page.viewport(320, 700);
    const date = boxOf(row(ordinary).getByRole("time"));
    expect(boxOf(row(ordinary).getByRole("button", { name: "Edit" })).top).toBeGreaterThanOrEqual(date.bottom);
  });
});
