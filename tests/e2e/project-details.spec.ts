import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { pageHydrated } from "../setup/hydrated";
import { uniqueWord } from "../setup/people-screen";
import { inProduct, insertPeople, insertProjects } from "../setup/product-database";
import { insertEvents } from "../setup/product-events";

test("the details of a project open at their address, and add users whom the server finds", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  const word = uniqueWord();
  const [name, safeName] = [`Addressed ${word}`, `addressed-${word}`];
  const removeProject = await insertProjects([{ name, safeName, mapUrl: "https://maps.example/" }]);
  const removePeople = await insertPeople(
    Array.from({ length: 10 }, (_, index) => ({
      role: "user" as const,
      name: `Ariel ${index} ${word}`,
      email: `ariel.${index}.${word}@example.com`,
    })),
  );
  const dialog = page.getByRole("dialog", { name });
  const viewProject = page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "View Project" });
  const list = `/projects?search=${word}`;
  const address = `${list}&project=${safeName}`;
  try {
    await signInAs("admin");

    await test.step("the address opens the dialog of a project that the list doesn't show", async () => {
      await page.goto(`/projects?search=nothing-${word}&project=${safeName}`);
      await expect(dialog.getByRole("button", { name: "Edit Project" })).toBeVisible();
      await expect(dialog.getByRole("heading", { name })).toBeFocused();
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`/projects?search=nothing-${word}`);
      // The message may have gone when the page has loaded completely.
      await page.goto(`/projects?project=none-${word}`, { waitUntil: "commit" });
      await expect(page.getByText("This project doesn't exist, or you can't open it.")).toBeVisible();
      await expect(page).toHaveURL("/projects");
    });

    await test.step("opening and closing the dialog changes the address", async () => {
      await page.goto(list);
      await pageHydrated(page);
      // Both clicks come before the dialog.
      await viewProject.evaluate((button: HTMLElement) => {
        for (let click = 0; click < 2; click += 1) button.click();
      });
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(list);
      await page.goForward();
      await expect(dialog).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(list);
      await viewProject.dblclick();
      await dialog.getByRole("button", { name: "Edit Project" }).click();
    });

    const find = dialog.getByPlaceholder("Add people or groups...");
    const matches = dialog.getByRole("list", { name: "Matches" }).getByRole("listitem");
    const given = dialog.getByRole("list", { name: "People and groups with access" }).getByRole("listitem");

    await test.step("Access finds users by name and email, and adds them at once", async () => {
      await dialog.getByRole("button", { name: "Cancel Edit" }).click();
      await dialog.getByRole("tab", { name: "Access" }).click();
      await find.fill(word);
      await find.press("Enter");
      await expect(matches).toHaveCount(8);
      await dialog.getByRole("button", { name: `Add Ariel 0 ${word}` }).click();
      await expect(given).toHaveCount(1);
      await expect(find).toBeFocused();
      await find.fill(`ariel.9.${word}@`);
      await expect(matches).toHaveCount(1);
      await dialog.getByRole("button", { name: `Add Ariel 9 ${word}` }).click();
      await expect(given).toHaveCount(2);
      await expectAccessible(page, "people with access");
    });

    await test.step("the details show the users, and Access shows among its matches who has access", async () => {
      await dialog.getByRole("tab", { name: "Overview" }).click();
      await expect(dialog.getByRole("definition").filter({ hasText: /^2/ })).toBeVisible();
      await expect(dialog.getByText(`Ariel 9 ${word}`)).toBeVisible();
      await dialog.getByRole("tab", { name: "Access" }).click();
      await find.fill(`Ariel 9 ${word}`);
      await expect(matches.getByRole("button")).toHaveText("Can open");
      await dialog.getByRole("tab", { name: "Overview" }).click();
      await dialog.getByRole("button", { name: "Edit Project" }).click();
    });

    await test.step("Back closes the dialog after the question about the changes", async () => {
      await dialog.getByRole("button", { name: "Cancel Edit" }).click();
      for (const leave of [() => page.evaluate(() => history.back()), () => dialog.getByRole("button", { name: "Close" }).click()]) {
        await dialog.getByRole("tab", { name: "Settings" }).click();
        await dialog.getByLabel("Description").fill("Unsaved");
        await leave();
        await page.getByRole("button", { name: "Discard", exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL(list);
        await page.goForward();
      }
    });
  } finally {
    await removeProject();
    await removePeople();
  }
});

test("a link to the Views tab of a project opens it, and Back closes it", { tag: "@main" }, async ({ page, signInAs }) => {
  const word = uniqueWord();
  const [name, safeName] = [`Linked ${word}`, `linked-${word}`];
  const removeProject = await insertProjects([{ name, safeName, mapUrl: "about:blank" }]);
  const [project] = await inProduct(async (client) => (await client.query('SELECT id FROM "Project" WHERE name = $1', [name])).rows);
  const removeEvents = await insertEvents([{ action: "project.created", targetType: "project", targetId: project.id, targetName: name }]);
  const dialog = page.getByRole("dialog", { name });
  const tab = (label: string) => dialog.getByRole("tab", { name: label });
  try {
    await signInAs("admin");
    await page.goto(`/projects?search=${word}`);
    await page.goto(`/projects?search=${word}&project=${safeName}&tab=views`);
    await expect(tab("Views")).toHaveAttribute("aria-selected", "true");
    await expect(dialog.getByText("The map was not opened in this period.")).toBeVisible();
    // It grows while it opens.
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const size = await dialog.boundingBox();

    await test.step("each tab has an address, and the dialog keeps its size", async () => {
      await tab("Views").focus();
      for (const [label, address] of [
        ["Versions", "versions"],
        ["Files", "files"],
        ["Settings", "settings"],
      ] as const) {
        await page.keyboard.press("ArrowRight");
        await expect(tab(label)).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(tab(label)).toHaveAttribute("aria-selected", "true");
        await expect(tab(label)).toBeFocused();
        await expect(page).toHaveURL(`/projects?search=${word}&project=${safeName}&tab=${address}`);
        expect(await dialog.boundingBox()).toEqual(size);
      }
      await expectAccessible(page, "the settings of a project");
    });

    await test.step("Back closes the dialog, whichever tab is shown", async () => {
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(`/projects?search=${word}`);
    });

    await test.step("the audit log links to the tab, and Back returns to the log", async () => {
      await signInAs("superadmin");
      await page.goto(`/audit-log?search=${word}`);
      await page.getByRole("link", { name }).first().click();
      await expect(tab("Views")).toHaveAttribute("aria-selected", "true");
      await page.goBack();
      await expect(page).toHaveURL(`/audit-log?search=${word}`);
    });

    await test.step("View Map takes the place of the details", async () => {
      await page.goto(`/projects?project=${safeName}&tab=files`);
      await dialog.getByRole("button", { name: "View Map" }).click();
      await expect(page).toHaveURL(`/projects?map=${safeName}`);
    });
  } finally {
    await removeEvents();
    await removeProject();
  }
});
