import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { insertEvents } from "../setup/product-events";

/** Part of every event of this file. Separates them from the events of other tests. */
const mark = `mark${randomUUID().slice(0, 8)}`;
const jane = `jane.${mark}@example.org`;
const HOSTILE = `<img src=x onerror="document.title='taken'"> ${mark} &amp; ‮`;

const search = (page: Page) => page.getByPlaceholder("Search events...");
const rows = (page: Page) => page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: mark });
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

/** Opens the log and waits for hydration: the theme is known then. */
async function openLog(page: Page, path = "/audit-log"): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
}

let remove: () => Promise<void>;
test.beforeAll(async () => {
  const day = (text: string) => new Date(text);
  remove = await insertEvents([
    { action: "session.created", actorEmail: jane, targetType: "session", address: "192.0.2.7", at: day("2026-03-09T12:00:00Z") },
    {
      action: "account.changed",
      actorEmail: jane,
      targetType: "account",
      targetName: `grace.${mark}@example.org`,
      address: "192.0.2.7",
      details: { role: "user", before: { name: "Grace" }, after: { name: "Grace Hopper" } },
      at: day("2026-03-10T03:30:00Z"),
    },
    { action: "project.created", actorEmail: jane, targetType: "project", targetName: HOSTILE, at: day("2026-03-11T12:00:00Z") },
    { action: "upload.expired", targetType: "upload", targetName: `${mark}.zip`, at: day("2026-03-12T12:00:00Z") },
    { action: "layer.renamed", actorEmail: `john.${mark}@example.org`, targetType: "file", at: day("2026-03-13T12:00:00Z") },
    { action: "session.refused", targetType: "account", targetName: jane, address: "198.51.100.9", at: day("2026-03-14T12:00:00Z") },
  ]);
});
test.afterAll(() => remove());

// In UTC one event is on the tenth. In this time zone it is still on the ninth.
test.use({ timezoneId: "America/New_York" });

test.beforeEach(({ signInAs }) => signInAs("superadmin"));

test.describe("the audit log", () => {
  test("shows time, actor, action, target and client address of each event in plain words", { tag: "@main" }, async ({ page }) => {
    await openLog(page, `/audit-log?search=${mark}`);
    await expect(page.getByRole("heading", { level: 1, name: "Audit Log" })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(["When", "Who", "What", "On what", "From where"]);
    const cellsOf = (index: number) => rows(page).nth(index).getByRole("cell");
    await expect(rows(page)).toHaveCount(6);
    await expect(rows(page).getByRole("group").or(rows(page).locator("summary"))).not.toHaveCount(0);
    expect(await rows(page).locator("summary").allTextContents()).toEqual([
      "Sign-in refused",
      "Layer renamed",
      "Upload expired",
      "Published project",
      "Changed account",
      "Signed in",
    ]);
    await expect(cellsOf(0)).toContainText(["Mar 14, 2026, 8:00 AM", "Not signed in", "Sign-in refused", jane, "198.51.100.9"]);
    await expect(cellsOf(2)).toContainText(["Mar 12, 2026, 8:00 AM", "System", "Upload expired", `${mark}.zip`, "—"]);
    await expect(rows(page).nth(5).locator("time")).toHaveAttribute("title", "Monday, March 9, 2026 at 8:00:00.000 AM EDT");
  });

  test("searches while the user types and keeps the search in the URL until it is cleared", async ({ page }) => {
    await openLog(page);
    await search(page).pressSequentially(`john ${mark} `);
    await expect(rows(page)).toHaveCount(1);
    await expect(search(page)).toHaveValue(`john ${mark} `);
    await expect.poll(() => parameter(page, "search")).toBe(`john ${mark} `);
    await page.reload();
    await expect(search(page)).toHaveValue(`john ${mark} `);
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect(search(page)).toHaveValue("");
    await expect(page).toHaveURL("/audit-log");
    await expect(page.getByRole("button", { name: "Clear", exact: true })).toBeDisabled();
  });

  test("shows the previous events again when the user goes back before the first list was reloaded", async ({ page }) => {
    // SWR reloads the server-rendered list at an animation frame. This script delays that frame until after the click.
    await page.addInitScript(() => {
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (callback) => {
        if (callback.name !== "bound ") return requestAnimationFrame.call(window, callback);
        window.addEventListener("click", () => window.setTimeout(callback, 100), { once: true });
        return 0;
      };
    });
    await openLog(page, `/audit-log?search=${mark}`);
    await rows(page).getByRole("button", { name: jane }).first().click();
    await expect(rows(page)).toHaveCount(3);
    await page.waitForLoadState("networkidle");
    await page.goBack();
    await expect(rows(page)).toHaveCount(6);
  });

  test("shows a new sign-in after Refresh", async ({ page, request, baseURL }) => {
    await openLog(page, `/audit-log?action=session.created&actor=${firstSignIn("user").email}`);
    const events = page.getByRole("table", { name: "Events" }).getByRole("row");
    await expect(page.getByRole("status").or(page.getByText("No events match your search.")).first()).toBeVisible();
    const before = await events.locator("summary").count();
    const answer = await request.post("/api/auth/login", { data: firstSignIn("user"), headers: { origin: baseURL ?? "" } });
    expect(answer.status()).toBe(200);
    await page.getByRole("button", { name: "Refresh" }).click();
    if (before < 50) await expect(events.locator("summary")).toHaveCount(before + 1);
    await expect(events.nth(1)).toContainText("Today");
    await expect(events.nth(1)).toContainText(/127\.0\.0\.1|::1/);
  });
});

test("the audit log exports the filtered events as CSV", async ({ page }) => {
  await openLog(page, `/audit-log?search=${mark}&action=session&from=2026-03-10`);
  await expect(rows(page).locator("summary")).toHaveText(["Sign-in refused"]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await readFile(await download.path(), "utf8")).toBe(
    "\ufeffWhen (UTC),Who,Account id,What,Action,On what,Type,Target id,From where,Signed in by,Credential,Credential id,Details\r\n" +
      `2026-03-14T12:00:00.000Z,,,Sign-in refused,session.refused,${jane},account,,198.51.100.9,,,,\r\n`,
  );
});
