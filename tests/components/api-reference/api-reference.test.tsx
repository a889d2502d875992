import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ApiReference } from "@/components/api/reference/api-reference";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { hold } from "../setup/hold";
import { expectTexts } from "../setup/locators";
import { renderScreen } from "../setup/render";

const person = { type: "object", properties: { name: { type: "string", description: "As `others` see it." } }, required: ["name"] };
const call = (tag: string, operationId: string, summary: string, more: object = {}) => ({
  ...{ tags: [tag], operationId, summary, description: `About: ${summary}.` },
  responses: { 200: { description: "Success.", content: { "application/json": { schema: { $ref: "#/components/schemas/Person" } } } } },
  ...more,
});

const apiDocument = {
  openapi: "3.1.0",
  info: { title: "Sea-Vision", version: "1.0.0", description: "All calls.\n\n**Signing in.** Send a `token`." },
  tags: [
    { name: "Users", description: "People." },
    { name: "Projects", description: "Maps." },
  ],
  paths: {
    "/api/user/{id}": {
      get: call("Users", "getAUser", "Get a user", {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      }),
      head: call("Users", "checkAUser", "Check a user"),
      put: call("Users", "changeAUser", "Change a user", {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Person" }, example: { name: "O'Hara" } } } },
      }),
    },
    "/api/project/all": { get: call("Projects", "listProjects", "List projects") },
  },
  components: { schemas: { Person: person } },
};

const summaries = () => page.getByRole("heading", { level: 3 });
const body = () => page.getByRole("textbox", { name: "Body" });

async function open(path = "/api-docs"): Promise<void> {
  answer(http.get("/api/openapi.json", () => HttpResponse.json(apiDocument)));
  await renderScreen(<ApiReference />, path);
  await expect.element(page.getByRole("navigation", { name: "Groups of calls" })).toBeVisible();
}

describe("the API reference", () => {
  it("shows a loading message of its own until its document arrives", async () => {
    const { held, letThrough } = hold();
    answer(
      http.get("/api/openapi.json", async () => {
        await held;
        return HttpResponse.json(apiDocument);
      }),
    );
    await renderScreen(<ApiReference />, "/api-docs");
    await expect.element(page.getByRole("main").getByRole("status")).toHaveTextContent(/^Loading the API reference\.\.\.$/);
    letThrough();
    await expect.element(page.getByRole("heading", { name: "Introduction" })).toBeVisible();
    await expect.element(page.getByRole("main").getByText("Loading the API reference...")).not.toBeInTheDocument();
  });

  it("begins with topics that open on demand, and shows one group of calls at a time", async () => {
    await open();
    await expect.element(page.getByText("Send a token.")).not.toBeVisible();
    await page.getByText("Signing in").click();
    await expect.element(page.getByText("Send a token.")).toBeVisible();
    await page.getByRole("link", { name: "Users" }).click();
    await expectTexts(summaries(), ["Get a user", "Change a user"]);
    await page.getByRole("link", { name: "Introduction" }).click();
    await expectTexts(summaries(), []);
  });

  it("finds calls of all groups by words of their paths, methods and summaries", async () => {
    await open("/api-docs?group=Users");
    const search = page.getByRole("searchbox", { name: "Search calls" });
    await search.fill("get list");
    await expectTexts(summaries(), ["List projects"]);
    await search.fill("nothing");
    await expect.element(page.getByText("No calls found")).toBeVisible();
  });

  it("shows the fields of a call, and an example that the reader can change and send", async () => {
    let sent: unknown = null;
    await open("/api-docs?group=Users");
    answer(
      http.put("/api/user/42", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ name: "Ada" });
      }),
    );
    await page.getByText("Change a user").click();
    await expect.element(page.getByText("As others see it.").first()).toBeVisible();
    await expect.element(page.getByText(String.raw`"name": "O'\''Hara"`)).toBeVisible();
    await page.getByText("Try it with your session").click();
    await expectGoodEverywhere("a call of the API reference");
    await page.getByRole("textbox", { name: "Path" }).fill("/api/user/42");
    await body().fill('{"name":"Ada"}');
    await page.getByRole("button", { name: "Send PUT" }).click();
    await expect.element(page.getByRole("status").filter({ hasText: "200 OK" })).toHaveTextContent('{"name":"Ada"}');
    expect(sent).toEqual({ name: "Ada" });
  });
});
