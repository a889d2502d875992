import { describe, expect, it } from "vitest";
import { RequestError } from "@/components/shared/request-json";
import { daysLeft, daysLeftText, deletedMessage, deleteQuestion, reasonOf, restoredMessage } from "./trash-words";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const restored = (name: string, path: string) => {
  const item = { name: path.split("/").at(-1) ?? "", path, type: "file", size: 1, modified: "2026-11-22T12:00:00Z" } as const;
  return { name, item };
};

describe("the days that are left", () => {
  it.each([
    ["2026-12-22T12:00:00Z", "30 days"],
    ["2026-12-22T11:59:59Z", "30 days"],
    ["2026-11-23T12:00:00Z", "1 day"],
    ["2026-11-22T12:00:01Z", "1 day"],
    ["2026-11-22T12:00:00Z", "Soon"],
    ["2026-11-20T12:00:00Z", "Soon"],
  ])("until %s are: %s", (expiresAt, text) => expect(daysLeftText(daysLeft({ expiresAt }, NOW))).toBe(text));
});

describe("what has come back is told", () => {
  it.each([
    [[restored("app.js", "scripts/app.js")], "Restored “scripts/app.js”."],
    [[restored("app.js", "app (1).js")], "Restored as “app (1).js”, since another “app.js” is there now."],
    [[restored("a", "a"), restored("b", "b")], "Restored 2 items."],
    [[restored("a", "a"), restored("b", "x/b (1)")], "Restored 2 items. Names that were taken: now “b (1)”."],
  ])("%#", (items, message) => expect(restoredMessage(items)).toBe(message));

  it("with some of the new names when there are many", () => {
    const many = ["a", "b", "c", "d", "e"].map((name) => restored(name, `${name} (1)`));
    expect(restoredMessage(many)).toBe("Restored 5 items. Names that were taken: now “a (1)”, “b (1)”, “c (1)” and 2 more.");
  });
});

it("asks and tells of deletions in the words of the specification", () => {
  expect(deleteQuestion(2)).toBe("Are you sure you want to delete 2 item(s)? This action cannot be undone.");
  expect(deletedMessage(2)).toBe("Deleted 2 item(s) successfully");
});

it("gives the server's reason, if it had one", () => {
  expect(reasonOf(new RequestError("It is gone.", 404))).toBe("It is gone.");
  expect(reasonOf(new RequestError("", 0))).toBe("the server cannot be reached");
  expect(reasonOf(new Error("?"))).toBe("something went wrong");
});
