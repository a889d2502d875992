import { describe, expect, it } from "vitest";
import { editFormSchema } from "./edit-form";

const long = "x".repeat(500);
const settings = { allowsLocation: false, allowsCamera: false, allowsRouting: false, allowsSharedMemory: false, allowsSharing: true };
const before = { description: long, mapUrl: "https://maps.example/", startPage: "map.html", ...settings };
const schema = editFormSchema(before);
const messages = (value: object) => schema.safeParse({ ...before, ...value }).error?.issues.map(({ path, message }) => [path[0], message]);

describe("editFormSchema", () => {
  it("returns only changed fields", () => {
    expect(schema.parse(before)).toEqual({});
    const changed = { description: "shorter", mapUrl: "", startPage: "start.html", allowsLocation: true, allowsSharing: false };
    expect(schema.parse({ ...before, ...changed, description: " shorter " })).toEqual(changed);
  });

  it("validates only changed fields", () => {
    expect(messages({ description: `${long}x`, mapUrl: "maps.example" })).toEqual([
      ["description", "Description can have at most 200 characters."],
      ["mapUrl", "Map URL must be a web address that begins with http:// or https://."],
    ]);
    expect(messages({ mapUrl: "javascript:alert(1)" })).toHaveLength(1);
  });
});
