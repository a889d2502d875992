import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { dialog, renderSettings } from "./settings-screen";

const LABEL = "Harbour Login";
const proof = () => dialog("Confirm that it is you");
const link = () => page.getByRole("button", { name: `Link ${LABEL}` });

async function renderUnlinked(error: string | null = null): Promise<void> {
  await renderSettings({ role: "superadmin", singleSignOn: { label: LABEL, isLinked: false, error } });
}

describe("single sign-on in the Settings of a superadmin", () => {
  it("asks for a proof before it links the provider, and reports a provider that can't be reached", async () => {
    const opened: string[] = [];
    answer(
      http.get("/api/auth/proof", () => HttpResponse.json({ methods: ["password"] })),
      http.post("/api/auth/proof", () => HttpResponse.json({ message: "Confirmed." })),
      http.get("/api/auth/csrf", () => HttpResponse.json({ csrfToken: "token" })),
      http.post("/api/auth/signin/oidc", ({ request }) => {
        opened.push(request.url);
        return HttpResponse.json({}, { status: 502 });
      }),
    );
    await renderUnlinked();
    await link().click();
    await proof().getByRole("button", { name: "Cancel" }).click();
    await expect.element(proof()).not.toBeInTheDocument();
    expect(opened).toEqual([]);
    await link().click();
    await proof().getByLabelText("Password", { exact: true }).fill("harbour-123");
    await proof().getByRole("button", { name: "Confirm" }).click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect(opened).toHaveLength(1);
    await expect.element(link()).toBeEnabled();
  });

  it("says why the provider could not be linked", async () => {
    await renderUnlinked("taken");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Someone else signs in to the account with this email address.");
    await expectGoodEverywhere("single sign-on in Settings after a refusal");
    await expectFitsLargeText("single sign-on in Settings after a refusal");
  });

  it("offers no link to a superadmin who is linked, and nothing to other accounts", async () => {
    await renderSettings({ role: "superadmin", singleSignOn: { label: LABEL, isLinked: true, error: null } });
    await expect.element(page.getByText(`You can sign in with ${LABEL}.`)).toBeVisible();
    await expect.element(link()).not.toBeInTheDocument();
  });
});
