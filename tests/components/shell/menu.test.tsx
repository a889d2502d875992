import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../setup/appearance";
import { boxOf, expectAddress, expectCount } from "../setup/elements";
import { renderInShell } from "../setup/shell";

const open = page.getByRole("button", { name: "Open menu" });
const drawer = page.getByRole("dialog", { name: "Menu" });
const sidebar = page.getByRole("complementary");
const projects = <h1>Project Management</h1>;

it("the first Tab stop of a page skips the menu", async () => {
  await renderInShell(projects, "/projects");
  await userEvent.tab();
  await expect.element(page.getByRole("link", { name: "Skip to content" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("main")).toHaveFocus();
});

describe("the drawer of a small screen", () => {
  beforeEach(() => page.viewport(390, 844));

  it("traps the focus and returns it when it closes", async () => {
    await renderInShell(projects, "/projects");
    await expectCount(sidebar, 0);
    await open.click();
    await expect.element(drawer.getByRole("link", { name: "Project Management" })).toBeVisible();
    await expectAccessible("drawer");
    for (let press = 0; press < 12; press += 1) {
      await userEvent.tab();
      expect(drawer.element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard("{Escape}");
    await expectCount(drawer, 0);
    await expect.element(open).toHaveFocus();
    await open.click();
    await drawer.getByRole("button", { name: "Close menu" }).click();
    await expectCount(drawer, 0);
  });

  it("focuses the current screen when it is opened by keyboard, and closes when that entry is chosen", async () => {
    await renderInShell(<h1>User Management</h1>, "/users");
    (open.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(drawer.getByRole("link", { name: "User Management" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectCount(drawer, 0);
    await expectAddress("/users");
    await expect.element(open).toHaveFocus();
  });
});

it("the sidebar and the drawer keep their width with a very long name", async () => {
  await renderInShell(projects, "/projects", { role: "user", name: "W".repeat(200) });
  expect(boxOf(sidebar.getByRole("radiogroup", { name: "Theme" })).right).toBeLessThan(256);
  await page.viewport(390, 844);
  await open.click();
  await expect.element(drawer).toBeVisible();
  await expect.poll(() => boxOf(drawer.getByRole("radiogroup", { name: "Theme" })).right).toBeLessThan(256);
  expect(drawer.element().scrollWidth).toBeLessThanOrEqual(256);
});
