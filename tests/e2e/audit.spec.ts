import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
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

  test("shows the details of an event when a user opens it by keyboard", async ({ page }) => {
    await openLog(page, `/audit-log?search=grace.${mark}`);
    const summary = rows(page).locator("summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(rows(page).locator("dl")).toContainText("NameGrace → Grace Hopper");
    await expect(rows(page).locator("dl")).toContainText("Time (UTC)2026-03-10T03:30:00.000Z");
    await expectAccessible(page, "an event with its details");
    await page.keyboard.press("Enter");
    await expect(rows(page).locator("dl")).toBeHidden();
  });

  test("shows names that contain markup as plain text", async ({ page }) => {
    await openLog(page, `/audit-log?search=${mark}&action=project`);
    await expect(rows(page)).toContainText(`<img src=x onerror="document.title='taken'"> ${mark} &amp;`);
    await expect(rows(page).locator("img")).toHaveCount(0);
    await expect(page).toHaveTitle("Audit Log · Sea-Vision");
  });

  test("searches while the user types and keeps the search in the URL until it is cleared", { tag: "@main" }, async ({ page }) => {
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

  test("filters by one action or by all actions of a kind", async ({ page }) => {
    await openLog(page, `/audit-log?search=${mark}`);
    const action = page.getByRole("combobox", { name: "Action" });
    await action.click();
    await expect(page.getByRole("group", { name: "Signing in and out" }).getByRole("option")).toHaveText([
      "All: Signing in and out",
      "Signed in",
      "Sign-in refused",
      "Second factor refused",
      "Confirmed identity",
      "Signed out",
      "Signed out another device",
    ]);
    await page.getByRole("option", { name: "All: Signing in and out" }).click();
    await expect(rows(page).locator("summary")).toHaveText(["Sign-in refused", "Signed in"]);
    expect(parameter(page, "action")).toBe("session");
    await action.click();
    await page.getByRole("option", { name: "Signed in", exact: true }).click();
    await expect(rows(page).locator("summary")).toHaveText(["Signed in"]);
    await openLog(page, "/audit-log?action=layer.renamed");
    await expect(action).toHaveText("Layer renamed");
  });

  test("filters by actor, also after a click on an actor's name, and Back removes the filter", async ({ page }) => {
    await openLog(page, `/audit-log?search=${mark}`);
    await rows(page).getByRole("button", { name: jane }).first().click();
    await expect(page.getByRole("textbox", { name: "Who" })).toHaveValue(jane);
    await expect(rows(page).locator("summary")).toHaveText(["Published project", "Changed account", "Signed in"]);
    expect(parameter(page, "search")).toBeNull();
    await page.goBack();
    await expect(search(page)).toHaveValue(mark);
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole("textbox", { name: "Who" }).fill("JOHN.");
    await expect(rows(page).locator("summary")).toHaveText(["Layer renamed"]);
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

  test("filters by days of the user's time zone", async ({ page }) => {
    await openLog(page, `/audit-log?search=${mark}`);
    await page.getByLabel("From", { exact: true }).fill("2026-03-09");
    await page.getByLabel("To", { exact: true }).fill("2026-03-09");
    await expect(rows(page).locator("summary")).toHaveText(["Changed account", "Signed in"]);
    expect([parameter(page, "from"), parameter(page, "to")]).toEqual(["2026-03-09", "2026-03-09"]);
    await page.reload();
    await expect(rows(page).locator("summary")).toHaveText(["Changed account", "Signed in"]);
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill("2026-03-14");
    await expect(rows(page).locator("summary")).toHaveText(["Sign-in refused"]);
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

  test("shows one message when no event matches and another when there are no events", async ({ page }) => {
    await openLog(page);
    await search(page).fill(`no such thing ${mark}`);
    await expect(page.getByText("No events match your search.")).toBeVisible();
    await expectAccessible(page, "no event matches");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("table", { name: "Events" })).toBeVisible();
    await page.route("**/api/audit?*", (route) => route.fulfill({ json: { events: [], nextCursor: null } }));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("No events yet")).toBeVisible();
    await expectAccessible(page, "no events yet");
  });

  test("shows an error when the events fail to load, and Retry loads them", async ({ page, complaints }) => {
    await openLog(page);
    await page.route("**/api/audit?*", (route) => route.abort("connectionrefused"));
    await search(page).fill(mark);
    const failed = page.getByRole("main").getByRole("alert").filter({ hasText: "Error connecting to server" });
    await expect(failed).toBeVisible();
    await expectAccessible(page, "an audit log that failed to load");
    await page.unroute("**/api/audit?*");
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(rows(page)).toHaveCount(6);
    // The older rows stay, with a banner above them.
    await page.route("**/api/audit?*", (route) => route.abort("connectionrefused"));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Dismiss" }) })).toContainText(
      "Error connecting to server",
    );
    await expect(rows(page)).toHaveCount(6);
    complaints.length = 0;
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
    "\ufeffWhen (UTC),Who,Account id,What,Action,On what,Type,Target id,From where,Details\r\n" +
      `2026-03-14T12:00:00.000Z,,,Sign-in refused,session.refused,${jane},account,,198.51.100.9,\r\n`,
  );
});
