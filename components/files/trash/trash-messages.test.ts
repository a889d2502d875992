import { describe, expect, it } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { daysLeft, daysLeftText, deletedMessage, deleteQuestion, reasonOf, restoredMessage } from "./trash-messages";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const restored = (name: string, path: string) => {
  const item = { name: path.split("/").at(-1) ?? "", path, type: "file", size: 1, modified: "2026-11-22T12:00:00Z" } as const;
  return { name, item };
};

describe("daysLeftText", () => {
  it.each([
    ["2026-12-22T12:00:00Z", "30 days"],
    ["2026-12-22T11:59:59Z", "30 days"],
    ["2026-11-23T12:00:00Z", "1 day"],
    ["2026-11-22T12:00:01Z", "1 day"],
    ["2026-11-22T12:00:00Z", "Soon"],
    ["2026-11-20T12:00:00Z", "Soon"],
  ])("returns for an expiry at %s: %s", (expiresAt, text) => expect(daysLeftText(daysLeft({ expiresAt }, NOW))).toBe(text));
});

describe("restoredMessage", () => {
  it.each([
    [[restored("app.js", "scripts/app.js")], "Restored “scripts/app.js”."],
    [[restored("app.js", "app (1).js")], "Restored as “app (1).js” because “app.js” already exists."],
    [[restored("a", "a"), restored("b", "b")], "Restored 2 items."],
    [[restored("a", "a"), restored("b", "x/b (1)")], "Restored 2 items. Renamed because names were taken: “b (1)”."],
  ])("lists restored items and new names, case %#", (items, message) => expect(restoredMessage(items)).toBe(message));

  it("lists only three new names when there are many", () => {
    const many = ["a", "b", "c", "d", "e"].map((name) => restored(name, `${name} (1)`));
    expect(restoredMessage(many)).toBe("Restored 5 items. Renamed because names were taken: “a (1)”, “b (1)”, “c (1)” and 2 more.");
  });
});

it("deleteQuestion and deletedMessage name the number of items", () => {
  expect(deleteQuestion(2)).toBe("Are you sure you want to delete 2 item(s)? This action cannot be undone.");
  expect(deletedMessage(2)).toBe("Deleted 2 item(s) successfully");
});

it("reasonOf returns the server's message, or a general reason", () => {
  expect(reasonOf(new RequestError("It is gone.", 404))).toBe("It is gone.");
  expect(reasonOf(new RequestError("", 0))).toBe("the server can't be reached");
  expect(reasonOf(new Error("?"))).toBe("something went wrong");
});
