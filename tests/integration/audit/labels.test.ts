import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { actionsOf, allAuditActions, auditActions, auditGroups, labelOfAction } from "@/lib/audit/schema";

const groups = Object.keys(auditGroups);
/** An action as code spells it: `"import.failed"`, but for the file that lists them. */
const SPELLED = new RegExp(`"((?:${groups.join("|")})\\.[a-z]+(?:-[a-z]+)*)"`, "g");

async function actionsInCode(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of ["app", "lib", "prisma", "server"]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (!/(?<!\.test)\.tsx?$/.test(file) || file.startsWith("lib/generated") || file === "lib/audit/schema.ts") continue;
      for (const [, action = ""] of (await readFile(file, "utf8")).matchAll(SPELLED)) found.set(action, file);
    }
  }
  return found;
}

describe("the words for what happens", () => {
  it("are there for every action that the code records, and for no other", async () => {
    const found = await actionsInCode();
    expect([...found.keys()].toSorted()).toEqual(allAuditActions.toSorted());
  });

  it("are plain words, each said of one action alone", () => {
    for (const action of allAuditActions) expect(labelOfAction(action)).toMatch(/^[A-Z][a-z]+(?:[ -][a-z]+)*$/);
    expect(new Set(Object.values(auditActions)).size).toBe(allAuditActions.length);
  });

  it("say whose account it was", () => {
    expect(labelOfAction("account.created", { role: "user" })).toBe("Created user");
    expect(labelOfAction("account.deleted", { role: "admin" })).toBe("Deleted admin");
    expect(labelOfAction("account.created", { role: "captain" })).toBe("Created account");
  });

  it.each([
    ["layer.renamed", "Layer renamed"],
    ["map-view.opened_again", "Map view opened again"],
    ["constructor", "Constructor"],
    ["", "Unknown event"],
  ])("of the unknown action %j are its own: %s", (action, label) => {
    expect(labelOfAction(action)).toBe(label);
  });

  it("belong to a group each", () => {
    expect(groups.flatMap((group) => actionsOf(group as keyof typeof auditGroups))).toEqual(allAuditActions);
  });
});
