import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ApiReference } from "@/components/api-reference/api-reference";
import { answer } from "../setup/api";
import { closedGate } from "../setup/gate";
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
    const gate = closedGate();
    answer(
      http.get("/api/openapi.json", async () => {
        await gate.passed;
        return HttpResponse.json(apiDocument);
      }),
    );
    await renderScreen(<ApiReference />, "/api-docs");
    await expect.element(page.getByRole("main").getByRole("status")).toHaveTextContent(/^Loading the API reference\.\.\.$/);
    gate.open();
    await expect.poll(() => document.querySelector(".opblock-tag")).toBeVisible();
    await expect.element(page.getByRole("main").getByText("Loading the API reference...")).not.toBeInTheDocument();
  });
});
