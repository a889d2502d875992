import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { discoverRoutes } from "../../authorization/routes";
import { CALLERS, type Outcome, type Row } from "../../authorization/row";
import { callRows } from "../../authorization/table";
import { describedDocument, describedPath, Judge } from "./described";

const document = describedDocument();
const judge = new Judge(document);
const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${at}`, operation })),
);

/** Routes that are no calls for programs, and why. */
const undescribed: Readonly<Record<string, string>> = {
  "/api/auth/{nextauth}": "NextAuth's own, for its own page",
  "/api/[{unknown}]": "answers 404 for whatever is not there",
};

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", () => {
    // The schema of the OpenAPI Initiative, as it publishes it.
    const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, "openapi-3.1.schema.json"), "utf8")) as object;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, document);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
    expect(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, { ...document, info: {} })).toBe(false);
  });

  it("describes every call, and none that there is not", () => {
    const there = discoverRoutes("app")
      .filter(({ by, on }) => by !== "page" && on === undefined)
      .flatMap(({ route, methods }) => methods.map((method) => `${method} ${describedPath(route)}`))
      .filter((line) => !Object.hasOwn(undescribed, line.split(" ")[1] ?? ""));
    expect(operations.map(({ name }) => name).sort()).toEqual(there.sort());
  });

  it("names every operation once", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it("has a parameter for each in an address", () => {
    for (const { name, operation } of operations) {
      const wanted = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const found = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
      expect(found, name).toEqual(wanted);
    }
  });

  it.each(operations)("has schemas that hold together, and examples that fit them: $name", ({ operation }) => {
    const answers = Object.keys(operation.responses).map((status) => judge.response(operation, Number(status)));
    const contents = [operation.requestBody, ...answers].flatMap((described) => Object.values(described?.content ?? {}));
    for (const { schema = {}, example } of contents) {
      const faults = judge.findFaults(schema, example);
      expect(example === undefined ? [] : faults).toEqual([]);
    }
  });

  it("says who may make a call as the authorization table does", () => {
    // A HEAD of an upload says 423 for 401.
    const refused = (outcome: Outcome | undefined) => outcome === 401 || outcome === 403 || outcome === 423;
    const rolesOf = ({ outcomes }: Row) =>
      (["superadmin", "admin", "user"] as const).filter((role) => !refused(outcomes[CALLERS.indexOf(role)]));
    for (const row of callRows) {
      const operation = document.paths[describedPath(row.route)]?.[row.method.toLowerCase()];
      if (!operation || row.on) continue;
      const isOpen = !refused(row.outcomes[0]) || operation["x-roles"].length === 0;
      expect(operation["x-roles"].toSorted(), `${row.method} ${row.route}`).toEqual(isOpen ? [] : rolesOf(row).toSorted());
    }
  });
});
