import { expect } from "@playwright/test";
import { expectFitsLargeText, expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";
import { createLink, insertLinks, openSharePanel } from "../setup/share-screen";

const links = [
  { label: "Harbour office, with a label that is as long as a label of the harbour office may reasonably be", openings: 1_204 },
  { label: "Press", hasPassword: true, expiresIn: 20, openings: 1 },
  { frameOrigins: ["https://www.example.org"], expiresIn: -2 },
];

test("every state of the Share panel is accessible and fits", async ({ page, signInAs, complaints }) => {
  const word = uniqueWord();
  const [name, safeName] = [`Shared ${word}`, `shared-${word}`];
  const remove = await insertProjects([{ name, safeName, mapUrl: "https://maps.example/" }]);
  try {
    await signInAs("admin");
    const dialog = await openSharePanel(page, name);

    await test.step("without links, for a map of another site", async () => {
      await expect(dialog.getByText("This map is on another site.")).toBeVisible();
      await expect(dialog.getByText("No link has been created for this project.")).toBeVisible();
      await expectGoodEverywhere(page, "the Share panel without links");
      await expectFitsLargeText(page, "the Share panel without links");
    });

    await test.step("with errors at the fields", async () => {
      await dialog.getByLabel("Last day").fill("2020-01-01");
      await dialog.getByLabel("Password", { exact: true }).fill("short");
      await dialog.getByLabel("Sites that may embed the map").fill("https://www.example.org/page");
      await dialog.getByRole("button", { name: "Create Link" }).click();
      await expect(dialog.getByText("Choose today or a later day.")).toBeVisible();
      await expect(dialog.getByText("Password must be at least 8 characters long")).toBeVisible();
      await expect(dialog.getByText("A site must be an address without a path")).toBeVisible();
      await expectGoodEverywhere(page, "the Share panel with errors");
    });

    await test.step("leaving with a filled form asks first", async () => {
      await dialog.getByRole("button", { name: "Back" }).click();
      await page.getByRole("button", { name: "Keep Editing" }).click();
    });

    await test.step("with a new link, its QR code and its embed code", async () => {
      const fields = { "Last day": "", Password: "", "Sites that may embed the map": "https://www.example.org" };
      await createLink(dialog, fields);
      await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
      await expect(dialog.getByLabel("Embed code")).toHaveValue(/^<iframe /);
      await expectGoodEverywhere(page, "the Share panel with a new link");
      await expectFitsLargeText(page, "the Share panel with a new link");
    });

    await test.step("with links in each state, and the question before one is revoked", async () => {
      await insertLinks(safeName, links);
      await openSharePanel(page, name);
      await expect(dialog.getByText("Expired")).toBeVisible();
      await expect(dialog.getByText("Opened 1,204 times")).toBeVisible();
      await expectGoodEverywhere(page, "the Share panel with links");
      await dialog.getByRole("button", { name: "Revoke Press" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expectGoodEverywhere(page, "the question before a link is revoked");
      await page.getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("after a failure, which a retry repairs", async () => {
      await page.route("**/api/project/share-links*", (route) => route.fulfill({ status: 500, json: { message: "It failed." } }));
      await page.goto(`/projects?project=${safeName}`);
      await dialog.getByRole("button", { name: "Share", exact: true }).click();
      await expect(dialog.getByText("It failed.")).toBeVisible();
      await expectGoodEverywhere(page, "the Share panel after a failure");
      await page.unroute("**/api/project/share-links*");
      await dialog.getByRole("button", { name: "Retry" }).click();
      await expect(dialog.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
      complaints.length = 0;
    });

    await test.step("on http, where browsers keep no cookie of a framed map", async () => {
      const onHttp = { allowsSharing: true, canBeFramed: false, links: [] };
      await page.route("**/api/project/share-links*", (route) => route.fulfill({ json: onHttp }));
      await openSharePanel(page, name);
      await expect(dialog.getByText("Other sites can't show maps of this deployment, because it uses http.")).toBeVisible();
      await expectGoodEverywhere(page, "the Share panel on http");
      await page.unroute("**/api/project/share-links*");
    });

    await test.step("Back leads to the details and to the Share button", async () => {
      await dialog.getByRole("button", { name: "Back" }).click();
      await expect(dialog.getByRole("button", { name: "Share", exact: true })).toBeFocused();
    });
  } finally {
    await remove();
  }
});

test("a superadmin searches the links of all projects, and revokes any", { tag: "@main" }, async ({ page, signInAs }) => {
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
      await expectGoodEverywhere(page, "the share links of the platform");
      await expectFitsLargeText(page, "the share links of the platform");
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

    await test.step("a search without a match can be cleared", async () => {
      await page.goto(`/share-links?search=none-${word}`);
      await expect(page.getByText("No links found")).toBeVisible();
      await expectGoodEverywhere(page, "no share links found");
      await page.getByText("Clear search").click();
      await expect(page).toHaveURL("/share-links");
    });
  } finally {
    await remove();
  }
});

test("the list of all links is empty, or failed to load", async ({ page, signInAs, complaints }) => {
  await signInAs("superadmin");
  await page.route("**/api/superadmin/share-links*", (route) => route.fulfill({ json: { links: [], total: 0, nextCursor: null } }));
  await page.goto("/share-links?search=x");
  await page.getByPlaceholder("Search projects, labels and creators...").fill("");
  await expect(page.getByText("No links yet")).toBeVisible();
  await expectGoodEverywhere(page, "no share links");
  await page.unroute("**/api/superadmin/share-links*");
  await page.route("**/api/superadmin/share-links*", (route) => route.fulfill({ status: 500, json: { message: "It failed." } }));
  await page.getByRole("button", { name: /^Refresh/ }).click();
  await expect(page.getByText("It failed.").first()).toBeVisible();
  await expectGoodEverywhere(page, "share links that failed to load");
  complaints.length = 0;
});
