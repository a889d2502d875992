import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Role } from "@/lib/accounts/sessions/schema";
import { answerAssigned, projectRow } from "../assigned/assigned-rows";
import { adminRow, answerAdmins, answerUsers, userRow, usersOf } from "../people/people-rows";
import { answerProjects, managedRow } from "../projects/management-rows";
import { answer } from "../setup/api";
import { boxOf, expectCount, expectTexts, textOf, within } from "../setup/elements";
import { hold } from "../setup/hold";
import { renderInShell } from "../setup/shell";

const palette = page.getByRole("dialog", { name: "Search" });
const input = palette.getByRole("combobox");
const group = (name: string) => palette.getByRole("group", { name });
const option = (name: RegExp) => palette.getByRole("option", { name });
const openByKeys = () => userEvent.keyboard("{Control>}k{/Control}");
const settings = <h1>Settings</h1>;
const DAY = "2026-03-03T12:00:00.000Z";
const viewMap = "https://maps.example.org/";

/** Answers the searches of a role only. A search of another list fails the test. */
function answerSearches(role: Role): void {
  if (role === "user") {
    answerAssigned([projectRow("Fjord Ada", DAY, { viewMap }), projectRow("Fjord Ada without a map", DAY)]);
    return;
  }
  answerProjects([managedRow("Fjord Ada", DAY, { viewMap })]);
  answerUsers([userRow(1, { fullName: "Ada" })]);
  if (role === "admin") return;
  answerAdmins([adminRow(1, { name: "Ada Bo" })]);
  answer(http.get("/api/file-management/all", () => HttpResponse.json({ files: [], total: 0, nextCursor: null })));
}

describe("the search of the shell", () => {
  it.each([
    ["user", [], ["Maps"]],
    ["admin", ["Create Project", "Manage Assets", "Add User"], ["Maps", "Users"]],
    ["superadmin", ["Create Project", "Manage Assets", "Add User", "Add Admin"], ["Maps", "Users", "Admins"]],
  ] as const)("offers a %s the pages and actions %j and finds %j", async (role, actions, found) => {
    answerSearches(role);
    await renderInShell(settings, "/settings", { role });
    const sidebar = page.getByRole("complementary");
    const menu = within(sidebar, "nav a").map(textOf);
    await sidebar.getByRole("button", { name: "Search" }).click();
    await expect.element(input).toHaveFocus();
    await expectTexts(group("Pages").getByRole("option"), [...menu, "API"]);
    const shared = ["Light theme", "System theme", "Dark theme", "Keyboard shortcuts", "Logout"];
    await expectTexts(group("Actions").getByRole("option"), [...actions, ...shared]);
    await input.fill("ada");
    await expectCount(palette.getByRole("group"), found.length);
    for (const heading of found) await expectCount(group(heading).getByRole("option"), 1);
  });

  it("offers a limited admin no shared assets", async () => {
    await renderInShell(settings, "/settings", { isLimited: true });
    await page.getByRole("complementary").getByRole("button", { name: "Search" }).click();
    await expect.element(group("Actions").getByRole("option", { name: "Create Project" })).toBeVisible();
    await expectCount(group("Actions").getByRole("option", { name: "Manage Assets" }), 0);
  });

  it("waits for a pause, aborts the search before, and reports that nothing was found", async () => {
    answerSearches("admin");
    const searches: string[] = [];
    const aborted: string[] = [];
    const { held, letThrough } = hold();
    answer(
      http.get("/api/project/all", async ({ request }) => {
        const text = new URL(request.url).searchParams.get("search") ?? "";
        searches.push(text);
        request.signal.addEventListener("abort", () => aborted.push(text));
        if (text !== "first") return undefined;
        await held;
        return HttpResponse.json({ projects: [], total: 0, nextCursor: null });
      }),
    );
    await renderInShell(settings, "/settings", { role: "admin" });
    await openByKeys();
    await input.fill("fir");
    await input.fill("first");
    await expect.element(palette.getByRole("status")).toHaveTextContent("Searching...");
    await expect.poll(() => searches.at(-1)).toBe("first");
    await input.fill("no such thing");
    await expectTexts(palette.getByRole("status"), ['No results for "no such thing"']);
    expect(aborted).toContain("first");
    letThrough();
  });

  it("reports a list that failed, shows the others, and Retry searches again", async () => {
    answerSearches("admin");
    answer(http.get("/api/user/all", () => HttpResponse.error()));
    await renderInShell(settings, "/settings", { role: "admin" });
    await openByKeys();
    await input.fill("fjord ada");
    await expect.element(palette.getByRole("alert")).toHaveTextContent("Failed to search");
    await expect.element(option(/^Fjord Ada/).first()).toBeVisible();
    answerSearches("admin");
    await palette.getByRole("button", { name: "Retry" }).click();
    await expectCount(palette.getByRole("alert"), 0);
    await expect.element(option(/^Fjord Ada/).first()).toBeVisible();
  });

  it("opens from the bar of a phone and fills its width", async () => {
    await page.viewport(390, 844);
    await renderInShell(settings, "/settings", { role: "user" });
    const button = page.getByRole("banner").getByRole("button", { name: "Search" });
    await button.click();
    await expect.element(input).toHaveFocus();
    await expect.poll(() => boxOf(palette)).toMatchObject({ x: 0, y: 0, width: 390 });
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveFocus();
  });
});

it("shortcuts open the search, focus the search of the list and list themselves, but not from a text field or a dialog", async () => {
  answerSearches("admin");
  await renderInShell(usersOf("admin"), "/users", { role: "admin" });
  const list = page.getByRole("main").getByRole("searchbox");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await userEvent.keyboard("/");
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard("/?");
  await expect.element(list).toHaveValue("/?");
  await openByKeys();
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard("?/");
  await expect.element(input).toHaveValue("?/");
  await openByKeys();
  await expectCount(palette, 0);
  await expect.element(list).toHaveFocus();
  await list.fill("");
  (list.element() as HTMLElement).blur();
  await userEvent.keyboard("?");
  await expect.element(shortcuts).toHaveTextContent("Search maps, pages and actions");
  await openByKeys();
  await userEvent.keyboard("/");
  await expectCount(palette, 0);
  await expect.element(shortcuts).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expectCount(shortcuts, 0);
});
