import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";
import { insertLinks } from "../setup/share-screen";

const links = [
  { label: "Harbour office, with a label that is as long as a label of the harbour office may reasonably be", openings: 1_204 },
  { label: "Press", hasPassword: true, expiresIn: 20, openings: 1 },
  { frameOrigins: ["https://www.example.org"], expiresIn: -2 },
];

test("a superadmin searches the links of all projects, and revokes any", async ({ page, signInAs }) => {
  const word = uniqueWord();
  const [name, safeName] = [`Estuary ${word}`, `estuary-${word}`];
  const remove = await insertProjects([{ name, safeName, mapUrl: "https://maps.example/" }]);
  try {
    await insertLinks(safeName, links);
    await signInAs("superadmin");
    await page.goto("/share-links");
    const rows = page.getByRole("table", { name: "Share links" }).getByRole("row");
    const search = page.getByPlaceholder("Search projects, labels and creators...");

    await test.step("the list shows the links of a project", async () => {
      await search.fill(word);
      await expect(page).toHaveURL(`/share-links?search=${word}`);
      await expect(rows).toHaveCount(4);
      await expect(rows.filter({ hasText: "Press" })).toContainText(name);
      await expect(rows.filter({ hasText: "Link without a label" })).toContainText("Expired");
    });

    await test.step("a link is revoked", async () => {
      await page.getByRole("button", { name: `Revoke Press of ${name}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByText("Link revoked")).toBeVisible();
      await expect(rows).toHaveCount(3);
    });

    await test.step("a project leads to its details", async () => {
      await rows.filter({ hasText: "Link without a label" }).getByRole("link", { name }).click();
      await expect(page.getByRole("dialog", { name })).toBeVisible();
    });
  } finally {
    await remove();
  }
});
