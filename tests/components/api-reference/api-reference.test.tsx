import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ApiReference } from "@/components/api/reference/api-reference";
import { answer } from "../setup/api";
import { hold } from "../setup/hold";
import { renderScreen } from "../setup/render";

/** A document with one call. */
const apiDocument = {
  openapi: "3.1.0",
  info: { title: "Sea-Vision", version: "1.0.0" },
  servers: [],
  tags: [{ name: "Users" }],
  paths: { "/api/user/all": { get: { tags: ["Users"], operationId: "listUsers", responses: { 200: { description: "The users." } } } } },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
};

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
    await expect.poll(() => document.querySelector(".opblock-tag")).toBeVisible();
    await expect.element(page.getByRole("main").getByText("Loading the API reference...")).not.toBeInTheDocument();
  });
});
