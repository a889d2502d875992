import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { peopleScreen, uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";

test("Groups gives a project to a pasted user, who sees it until the membership is removed", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  const word = uniqueWord();
  const removeProjects = await insertProjects([{ name: `Fjord ${word}` }]);
  try {
    await signInAs("admin");
    await page.goto("/groups");
    const { dialog, field, row, banner, question } = peopleScreen(page, "Search members...");
    await page.getByRole("button", { name: "New Group" }).first().click();
    await field("Name").fill(`Crew ${word}`);
    await page.getByPlaceholder("Search projects...").fill(word);
    await page.getByRole("option", { name: `Fjord ${word}` }).click();
    await dialog.getByRole("button", { name: "Save Group" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Crew ${word}` })).toBeVisible();

    await page.getByRole("button", { name: "Add Members" }).first().click();
    await dialog.getByRole("tab", { name: "Paste Addresses" }).click();
    await field("Addresses").fill("Demo User <user@sea-vision.local>, not an address");
    await dialog.getByRole("button", { name: "Check Addresses" }).click();
    await expect(dialog.getByRole("status")).toHaveText(/Known: 1.*Invalid: 1/);
    await dialog.getByRole("button", { name: "Add 1 Member" }).click();
    await expect(banner("1 member was added")).toBeVisible();
    await expect(row("user@sea-vision.local")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe(`members-of-Crew ${word}.csv`);

    const group = page.url();
    await signInAs("user");
    await page.goto("/projects");
    await expect(row(`Fjord ${word}`)).toBeVisible();

    await signInAs("admin");
    await page.goto(group);
    await row("user@sea-vision.local").getByRole("button", { name: "Remove" }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("No members yet")).toBeVisible();
    await signInAs("user");
    await page.goto("/projects");
    await expect(page.getByRole("heading", { level: 1, name: "My Assigned Projects" })).toBeVisible();
    await expect(row(`Fjord ${word}`)).toHaveCount(0);
  } finally {
    await removeProjects();
  }
});
