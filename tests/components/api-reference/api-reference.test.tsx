import { HttpResponse, http } from "msw";
import { ThemeProvider } from "next-themes";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ApiReference } from "@/components/api-reference/api-reference";
import { createApiDocument } from "@/lib/openapi/document";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { closedGate } from "../setup/gate";
import { renderScreen } from "../setup/render";

const facts = { appOrigin: "http://localhost:3000", mapsOrigin: "http://localhost:3001", cookieName: "session", version: "1.0.0" };

const open = () =>
  renderScreen(
    <ThemeProvider attribute="class" defaultTheme="system">
      <ApiReference />
    </ThemeProvider>,
    "/api-docs",
  );

/** Returns the first element that a selector finds. Swagger UI has few roles. */
function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

describe("the API reference", () => {
  it("shows a loading message of its own until its document arrives", async () => {
    const gate = closedGate();
    answer(
      http.get("/api/openapi.json", async () => {
        await gate.passed;
        return HttpResponse.json(createApiDocument(facts));
      }),
    );
    await open();
    await expect.element(page.getByRole("main").getByRole("status")).toHaveTextContent(/^Loading the API reference\.\.\.$/);
    gate.open();
    await expect.poll(() => document.querySelector(".opblock-tag")).toBeVisible();
    await expect.element(page.getByRole("main").getByText("Loading the API reference...")).not.toBeInTheDocument();
  });

  it("is accessible and fits at every width, in both themes, with a call and with the form of the token", async () => {
    answer(http.get("/api/openapi.json", () => HttpResponse.json(createApiDocument(facts))));
    await open();
    await page.getByRole("heading", { name: /^Users/ }).click();
    const call = '[id^="operations-"][id$="-createAUser"]';
    await expect.poll(() => document.querySelector(call)).not.toBeNull();
    find(`${call} .opblock-summary-control`).click();
    await page.elementLocator(find(call)).getByRole("button", { name: "Try it out" }).click();
    await expectGoodEverywhere("a call");
    await page.getByRole("button", { name: "Authorize" }).click();
    await expect.element(page.getByText("Available authorizations")).toBeVisible();
    // Scripts cannot set the session cookie, so a field for it would have no effect.
    expect(document.querySelectorAll(".dialog-ux .auth-container input")).toHaveLength(1);
    const colorOf = (part: string) => getComputedStyle(find(`.auth-wrapper > .authorize ${part}`)).color;
    await expectGoodEverywhere("authorization", () =>
      expect(colorOf("svg"), "the lock is as easy to see as the word next to it").toBe(colorOf("span")),
    );
  });
});
