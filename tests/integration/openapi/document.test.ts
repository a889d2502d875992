import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { routes } from "@/app/api/openapi.json/routes";
import { discoverRoutes } from "../../authorization/routes";
import { CALLERS, type Outcome, type Row } from "../../authorization/row";
import { callRows } from "../../authorization/table";
import { DocumentValidator, describedDocument, describedPath } from "./described";

const document = await describedDocument();
const validator = new DocumentValidator(document);
const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${at}`, operation })),
);

/** Routes that are not part of the API for clients, with the reason. */
const undescribed: Readonly<Record<string, string>> = {
  "/api/auth/{nextauth}": "internal to NextAuth",
  "/api/[{unknown}]": "returns 404 for unknown paths",
};

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", () => {
    // The schema that the OpenAPI Initiative publishes.
    const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, "openapi-3.1.schema.json"), "utf8")) as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, document);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
    expect(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, { ...document, info: {} })).toBe(false);
  });

  it("describes every API route and no others", () => {
    const there = discoverRoutes("app")
      .filter(({ by, on }) => by !== "page" && on === undefined)
      .flatMap(({ route, methods }) => methods.map((method) => `${method} ${describedPath(route)}`))
      .filter((line) => !Object.hasOwn(undescribed, line.split(" ")[1] ?? ""));
    expect(operations.map(({ name }) => name).sort()).toEqual(there.sort());
  });

  it("imports the module of each route under the path of the route", async () => {
    const handlers = discoverRoutes("app").filter(({ by, route }) => by === "handler" && route !== "/api/openapi.json");
    for (const { route } of handlers) {
      const at = describedPath(route);
      if (Object.hasOwn(undescribed, at)) continue;
      const load = Object.values(routes).find((group) => Object.hasOwn(group, at))?.[at];
      expect(await load?.(), route).toBe(await import(path.resolve("app", `.${route}`, "route.ts")));
    }
  });

  it("has unique operation IDs", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it("has the path parameters of every path", () => {
    for (const { name, operation } of operations) {
      const wanted = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const found = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
      expect(found, name).toEqual(wanted);
    }
  });

  it.each(operations)("has valid schemas and matching examples for $name", ({ operation }) => {
    const answers = Object.keys(operation.responses).map((status) => validator.response(operation, Number(status)));
    const contents = [operation.requestBody, ...answers].flatMap((described) => Object.values(described?.content ?? {}));
    for (const { schema = {}, example } of contents) {
      const faults = validator.findFaults(schema, example);
      expect(example === undefined ? [] : faults).toEqual([]);
    }
  });

  it("lists the same roles as the authorization table", () => {
    const refused = (outcome: Outcome | undefined) => outcome === 401 || outcome === 403;
    const rolesOf = ({ outcomes }: Row) =>
      (["superadmin", "admin", "user"] as const).filter((role) => !refused(outcomes[CALLERS.indexOf(role)]));
    for (const row of callRows) {
      const operation = document.paths[describedPath(row.route)]?.[row.method.toLowerCase()];
      if (!operation || row.on) continue;
      const isOpen = !refused(row.outcomes[0]) || operation["x-roles"].length === 0;
      expect(operation["x-roles"].toSorted(), `${row.method} ${row.route}`).toEqual(isOpen ? [] : rolesOf(row).toSorted());
    }
  });

  it("requires a session for the same calls as the authorization table", () => {
    for (const row of callRows) {
      const operation = document.paths[describedPath(row.route)]?.[row.method.toLowerCase()];
      // Calls that anyone can make have no security at all.
      if (!operation || row.on || operation.security?.length === 0) continue;
      const security = row.tokens === "session" ? [{ session: [] }, { token: [] }] : undefined;
      expect(operation.security, `${row.method} ${row.route}`).toEqual(security);
    }
  });
});
