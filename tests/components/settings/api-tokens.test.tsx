import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { TokenScope } from "@/lib/accounts/sessions/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { expectTexts, notice, rowsOf } from "../setup/locators";
import { inDays } from "../setup/project-row";
import { dialog, renderSettings, tokenRow } from "./settings-screen";

const CHART = { _id: crypto.randomUUID(), name: "Sea Chart of the World" };
const TOKEN = `sv_${"a".repeat(43)}`;

const form = () => dialog("New API Token");
const created = () => dialog("API Token Created");
const question = () => page.getByRole("alertdialog", { name: "Revoke API Token" });
const rows = () => rowsOf("Your API tokens");
const texts = () => rows().map(({ textContent }) => textContent);

async function openForm(): Promise<void> {
  await page.getByRole("button", { name: "New Token" }).click();
  await expect.element(form().getByLabelText("Name")).toHaveFocus();
}

async function choose(label: string, option: string): Promise<void> {
  await form().getByLabelText(label).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const submit = () => form().getByRole("button", { name: "Create Token" }).click();

/** Creates tokens as the server does. @returns the bodies of the calls */
function createTokens(account: { tokens: ReturnType<typeof tokenRow>[] }): unknown[] {
  const bodies: unknown[] = [];
  answer(
    http.post<never, { name: string; scope: TokenScope; expiresInDays: number }>("/api/auth/tokens", async ({ request }) => {
      const body = await request.json();
      bodies.push(body);
      const { name, scope, expiresInDays } = body;
      const apiToken = tokenRow({ name, scope, projects: scope === "publish" ? [CHART] : [], expiresAt: inDays(expiresInDays) });
      account.tokens = [apiToken, ...account.tokens];
      return HttpResponse.json({ message: "Created.", token: TOKEN, apiToken }, { status: 201 });
    }),
  );
  return bodies;
}

describe("the form of an API token", () => {
  it("offers a user no publishing", async () => {
    await renderSettings();
    await openForm();
    await form().getByLabelText("Scope").click();
    await expectTexts(page.getByRole("option"), ["Read", "Everything except accounts"]);
  });

  it("requires a name and, for publishing, a project of an admin", async () => {
    answer(http.get("/api/project/names", () => HttpResponse.json({ projects: [CHART, { _id: crypto.randomUUID(), name: "Harbour" }] })));
    const account = await renderSettings({ role: "admin" });
    const bodies = createTokens(account);
    await openForm();
    await choose("Scope", "Publish to chosen projects");
    await choose("Expires in", "1 year");
    await submit();
    await expectTexts(form().getByRole("alert"), ["Name is required"]);
    await form().getByLabelText("Name").fill("Pipeline");
    await submit();
    await expectTexts(form().getByRole("alert"), ["Choose at least one project."]);
    await expectGoodEverywhere("the form of an API token with errors");
    await form().getByPlaceholder("Search projects...").fill(CHART.name);
    await form().getByRole("option", { name: CHART.name }).click();
    await submit();
    await created().getByRole("button", { name: "Done" }).click();
    await expect.poll(texts).toEqual([expect.stringContaining(CHART.name)]);
    expect(bodies).toEqual([{ name: "Pipeline", scope: "publish", projectIds: [CHART._id], expiresInDays: 365 }]);
    const year = new Date(Date.now() + 365 * 86_400_000).getFullYear();
    expect(texts()).toEqual([expect.stringContaining(`, ${year}`)]);
  });

  it("offers only superadmins a token for accounts, which is valid for 30 days at most", async () => {
    const bodies = createTokens(await renderSettings({ role: "superadmin" }));
    await openForm();
    await choose("Expires in", "90 days");
    await choose("Scope", "Manage accounts");
    await expect.element(form().getByLabelText("Expires in")).toHaveTextContent("30 days");
    await form().getByLabelText("Expires in").click();
    await expectTexts(page.getByRole("option"), ["7 days", "30 days"]);
    await page.getByRole("option", { name: "7 days" }).click();
    await expectGoodEverywhere("the form of an API token for accounts");
    await form().getByLabelText("Name").fill("Staff list");
    await submit();
    await expect.element(created()).toBeVisible();
    expect(bodies).toEqual([{ name: "Staff list", scope: "people", projectIds: [], expiresInDays: 7 }]);
  });

  it("stays open when the token can't be created", async () => {
    const account = await renderSettings();
    answer(http.post("/api/auth/tokens", () => new HttpResponse(null, { status: 502 })));
    await openForm();
    await form().getByLabelText("Name").fill("Nightly build");
    await submit();
    await expect.element(form().getByRole("alert")).toHaveTextContent("Failed to create API token");
    createTokens(account);
    await submit();
    await created().getByRole("button", { name: "Done" }).click();
    await expect.poll(rows).toHaveLength(1);
  });
});

describe("the dialog of a new API token", () => {
  it("selects the token where the browser doesn't allow copying", async () => {
    const { clipboard } = navigator;
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    try {
      createTokens(await renderSettings());
      await openForm();
      await form().getByLabelText("Name").fill("Nightly build");
      await submit();
      await expect.element(created().getByLabelText("Token")).toHaveValue(TOKEN);
      await created().getByRole("button", { name: "Copy" }).click();
      await expect.element(created().getByText("The browser doesn't allow copying.")).toBeVisible();
      expect(window.getSelection()?.toString()).toBe(TOKEN);
      await expectGoodEverywhere("a new API token");
    } finally {
      Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
    }
  });
});

describe("the list of API tokens in Settings", () => {
  it("keeps a token that can't be revoked", async () => {
    answer(http.delete("/api/auth/tokens/:id", () => new HttpResponse(null, { status: 502 })));
    await renderSettings({ tokens: [tokenRow()] });
    await page.getByRole("button", { name: "Revoke" }).click();
    await question().getByRole("button", { name: "Revoke" }).click();
    await expect.element(notice("Failed to revoke API token")).toBeVisible();
    expect(rows()).toHaveLength(1);
  });

  it("asks before it revokes a token", async () => {
    const token = tokenRow();
    const account = await renderSettings({ tokens: [token] });
    answer(
      http.delete(`/api/auth/tokens/${token._id}`, () => {
        account.tokens = [];
        return HttpResponse.json({ message: "Revoked." });
      }),
    );
    await page.getByRole("button", { name: "Revoke" }).click();
    await expect.element(question()).toHaveTextContent("Nightly build");
    await expectGoodEverywhere("the question before an API token is revoked");
    await question().getByRole("button", { name: "Cancel" }).click();
    await expect.poll(rows).toHaveLength(1);
    await page.getByRole("button", { name: "Revoke" }).click();
    await question().getByRole("button", { name: "Revoke" }).click();
    await expect.element(notice("API token revoked")).toBeVisible();
    await expect.element(page.getByRole("list", { name: "Your API tokens" })).not.toBeInTheDocument();
    await expect.element(page.getByText("No API tokens yet")).toBeVisible();
  });

  it("shows scopes, projects and expiry at every width", async () => {
    await renderSettings({
      role: "admin",
      tokens: [
        tokenRow({ name: "Expired pipeline with a name that is longer than a line of a phone", expiresAt: inDays(-1) }),
        tokenRow({ name: "Harbour pipeline", scope: "publish", projects: [CHART] }),
        tokenRow({ name: "Everything", scope: "everything" }),
      ],
    });
    await expect.poll(rows).toHaveLength(3);
    expect(texts()[0]).toContain("Last used: Never");
    await expectGoodEverywhere("the API tokens in Settings");
    await expectFitsLargeText("the API tokens in Settings");
  });
});
