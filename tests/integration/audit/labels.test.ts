import { describe, expect, it } from "vitest";
import { actionsOf, allAuditActions, auditActions, auditGroups, labelOfAction } from "@/lib/audit/values";

const groups = Object.keys(auditGroups);
describe("the labels of audit actions", () => {
  it("are plain words, different for each action", () => {
    for (const action of allAuditActions) expect(labelOfAction(action)).toMatch(/^[A-Z][a-z]+(?:[ -](?:[a-z]+|API))*$/);
    expect(new Set(Object.values(auditActions)).size).toBe(allAuditActions.length);
  });

  it.each([
    ["layer.renamed", "Layer renamed"],
    ["map-view.opened_again", "Map view opened again"],
    ["constructor", "Constructor"],
    ["", "Unknown event"],
  ])("returns its own label for the unknown action %j: %s", (action, label) => {
    expect(labelOfAction(action)).toBe(label);
  });

  it("belong to one group each", () => {
    expect(groups.flatMap((group) => actionsOf(group as keyof typeof auditGroups))).toEqual(allAuditActions);
  });
});
