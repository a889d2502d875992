import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible, setTimeZone } from "../setup/appearance";
import { expectCount, expectTexts, within } from "../setup/elements";
import { expectFitsLargeText } from "../setup/large-text";
import { renderScreen } from "../setup/render";
import { renderInShell } from "../setup/shell";
import { answerAudit, audit, auditEvent, events, rows, search, shownActions } from "./audit-rows";

const jane = "jane@harbour.example";
const HOSTILE = `<img src=x onerror="document.title='taken'"> &amp; ‮`;
const parameter = (name: string) => new URLSearchParams(location.search).get(name);
const combobox = page.getByRole("combobox", { name: "Action" });
const details = () => within(events, "dl");

const log = [
  auditEvent("session.refused", "2026-03-14T12:00:00.000Z", { target: { type: "account", name: jane }, address: "198.51.100.9" }),
  auditEvent("layer.renamed", "2026-03-13T12:00:00.000Z", { actor: "john@harbour.example", target: { type: "file" } }),
  auditEvent("upload.expired", "2026-03-12T12:00:00.000Z", { target: { type: "upload", name: "fjord.zip" } }),
  auditEvent("project.created", "2026-03-11T12:00:00.000Z", { actor: jane, target: { type: "project", name: HOSTILE } }),
  auditEvent("account.changed", "2026-03-10T03:30:00.000Z", {
    actor: jane,
    target: { type: "account", name: "grace@harbour.example" },
    address: "192.0.2.7",
    details: { role: "user", before: { name: "Grace" }, after: { name: "Grace Hopper" } },
  }),
  auditEvent("session.created", "2026-03-09T12:00:00.000Z", { actor: jane, target: { type: "session" }, address: "192.0.2.7" }),
];

describe("the audit log", () => {
  // In UTC one event is on the tenth. In this time zone it is still on the ninth.
  beforeEach(async () => {
    await setTimeZone("America/New_York");
    answerAudit(log);
  });
  afterEach(() => {
    vi.useRealTimers();
    return setTimeZone("");
  });

  const show = async (path = "/audit-log", count = log.length) => {
    const shown = await renderScreen(audit, path);
    await expectCount(rows, count);
    return shown;
  };

  it("shows the details of an event when a user opens it by keyboard", async () => {
    await show("/audit-log?search=grace", 1);
    within(events, "summary")[0]?.focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => details()[0]?.textContent).toContain("NameGrace → Grace Hopper");
    expect(details()[0]?.textContent).toContain("Time (UTC)2026-03-10T03:30:00.000Z");
    await expect.poll(() => details()[0]?.checkVisibility()).toBe(true);
    await expectAccessible("an event with its details");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => details()[0]?.checkVisibility()).toBe(false);
  });

  it("shows names that contain markup as plain text", async () => {
    document.title = "Audit Log";
    await show("/audit-log?action=project", 1);
    await expect.element(rows).toHaveTextContent(`<img src=x onerror="document.title='taken'"> &amp;`);
    expect(within(events, "img")).toEqual([]);
    expect(document.title).toBe("Audit Log");
  });

  it("filters by one action or by all actions of a kind", async () => {
    await show();
    await combobox.click();
    await expectTexts(page.getByRole("group", { name: "Signing in and out" }).getByRole("option"), [
      "All: Signing in and out",
      "Signed in",
      "Sign-in refused",
      "Second factor refused",
      "Confirmed identity",
      "Signed out",
      "Signed out another device",
    ]);
    await page.getByRole("option", { name: "All: Signing in and out" }).click();
    await expect.poll(shownActions).toEqual(["Sign-in refused", "Signed in"]);
    expect(parameter("action")).toBe("session");
    await combobox.click();
    await page.getByRole("option", { name: "Signed in", exact: true }).click();
    await expect.poll(shownActions).toEqual(["Signed in"]);
  });

  it("names an action of the address that is not in the list", async () => {
    await show("/audit-log?action=layer.renamed", 1);
    await expectTexts(combobox, ["Layer renamed"]);
  });

  it("filters by actor, also after a click on an actor's name, and Back removes the filter", async () => {
    await show("/audit-log?search=harbour", 5);
    await rows.getByRole("button", { name: jane }).first().click();
    await expect.element(page.getByRole("textbox", { name: "Who" })).toHaveValue(jane);
    await expect.poll(shownActions).toEqual(["Published project", "Changed account", "Signed in"]);
    expect(parameter("search")).toBeNull();
    history.back();
    await expect.element(search).toHaveValue("harbour");
    await expectCount(rows, 5);
    await page.getByRole("textbox", { name: "Who" }).fill("JOHN@");
    await expect.poll(shownActions).toEqual(["Layer renamed"]);
  });

  it("filters by days of the user's time zone", async () => {
    const { unmount } = await show();
    const from = page.getByLabelText("From", { exact: true });
    const to = page.getByLabelText("To", { exact: true });
    await from.fill("2026-03-09");
    await to.fill("2026-03-09");
    await expect.poll(shownActions).toEqual(["Changed account", "Signed in"]);
    expect([parameter("from"), parameter("to")]).toEqual(["2026-03-09", "2026-03-09"]);
    await unmount();
    await show("/audit-log?from=2026-03-09&to=2026-03-09", 2);
    expect(shownActions()).toEqual(["Changed account", "Signed in"]);
    await to.fill("");
    await from.fill("2026-03-14");
    await expect.poll(shownActions).toEqual(["Sign-in refused"]);
  });

  it("shows one message when no event matches and another when there are no events", async () => {
    await show();
    await search.fill("no such thing");
    await expect.element(page.getByText("No events match your search.")).toBeVisible();
    await expectAccessible("no event matches");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.element(events).toBeVisible();
    answerAudit([]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(page.getByText("No events yet")).toBeVisible();
    await expectAccessible("no events yet");
  });

  it("shows an error when the events fail to load, and Retry loads them", async () => {
    await show();
    answer(http.get("/api/audit", () => HttpResponse.error()));
    await search.fill("harbour");
    const failed = page.getByRole("main").getByRole("alert").filter({ hasText: "Error connecting to server" });
    await expect.element(failed).toBeVisible();
    await expectAccessible("an audit log that failed to load");
    answerAudit(log);
    await failed.getByRole("button", { name: "Retry" }).click();
    await expectCount(rows, 5);
  });

  it("keeps the older rows when a refresh fails, with a banner above them", async () => {
    await show();
    answer(http.get("/api/audit", () => HttpResponse.error()));
    await page.getByRole("button", { name: "Refresh" }).click();
    const banner = page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Dismiss" }) });
    await expect.element(banner).toHaveTextContent("Error connecting to server");
    await expectCount(rows, log.length);
  });

  it("says since when the rows are old after a failed refresh, until Try Again has loaded them", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 2, 3, 14, 32) });
    await show();
    vi.setSystemTime(new Date(2026, 2, 3, 15, 10));
    answer(http.get("/api/audit", () => HttpResponse.error()));
    await page.getByRole("button", { name: "Refresh" }).click();
    const stale = page.getByRole("status").filter({ hasText: "Not updated since 14:32." });
    await expect.element(stale).toBeVisible();
    await expectCount(rows, log.length);
    await expectAccessible("a list that could not be refreshed");
    const tryAgain = stale.getByRole("button", { name: "Try Again" });
    await tryAgain.click();
    await expect.element(stale).toBeVisible();
    answerAudit(log);
    await tryAgain.click();
    await expectCount(stale, 0);
    await expectCount(rows, log.length);
  });

  it("shows an error when the export fails", async () => {
    const fail = () => new HttpResponse(null, { status: 503 });
    answer(http.head("/api/audit/export", fail), http.get("/api/audit/export", fail));
    await show();
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect.element(page.getByText("Failed to export the audit log")).toBeVisible();
    await expectAccessible("an export that failed");
  });

  it("loads page by page while the user scrolls", async () => {
    const many = Array.from({ length: 120 }, (_, index) =>
      auditEvent("project.created", new Date(Date.UTC(2025, 0, 1, 0, 120 - index)).toISOString(), {
        actor: jane,
        target: { type: "project", name: `Long ${index}` },
      }),
    );
    answerAudit(many);
    await show("/audit-log?search=long", 50);
    for (const count of [50, 100]) {
      const shown = page.getByText(`${count} events`, { exact: true });
      await expect.element(shown).toBeInTheDocument();
      shown.element().scrollIntoView();
    }
    await expect.element(page.getByText("120 events", { exact: true })).toBeInTheDocument();
    expect(new Set(within(events, "td:nth-child(4)").map(({ textContent }) => textContent)).size).toBe(120);
  });

  it("keeps both columns of the card of an event with a long address", async () => {
    answerAudit([
      auditEvent("token.created", "2026-03-14T12:00:00.000Z", {
        actor: "settings-0190f3a2-7c1e-7d53-9a65-5f2a7a3f1b11@example.com",
        target: { type: "token", name: "Nightly" },
      }),
    ]);
    await renderInShell(audit, "/audit-log", { role: "superadmin" });
    await expect.element(page.getByText("Nightly")).toBeVisible();
    await expectFitsLargeText("an event of a long address");
  });
});
