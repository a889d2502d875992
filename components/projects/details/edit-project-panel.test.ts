import { describe, expect, it } from "vitest";
import { editFormSchema } from "./edit-project-panel";

const long = "x".repeat(500);
const schema = editFormSchema({
  description: long,
  mapUrl: "https://maps.example/",
  allowsLocation: false,
  allowsCamera: false,
  allowsSharing: true,
});
const messages = (value: object) =>
  schema
    .safeParse({ allowsLocation: false, allowsCamera: false, allowsSharing: true, ...value })
    .error?.issues.map(({ path, message }) => [path[0], message]);

describe("editFormSchema", () => {
  it("returns only changed fields", () => {
    expect(
      schema.parse({ description: long, mapUrl: "https://maps.example/", allowsLocation: false, allowsCamera: false, allowsSharing: true }),
    ).toEqual({});
    const changed = { description: "shorter", mapUrl: "", allowsLocation: true, allowsCamera: false, allowsSharing: false };
    const { allowsCamera: _, ...only } = changed;
    expect(schema.parse({ ...changed, description: " shorter " })).toEqual(only);
  });

  it("validates only changed fields", () => {
    expect(messages({ description: `${long}x`, mapUrl: "maps.example" })).toEqual([
      ["description", "Description can have at most 200 characters."],
      ["mapUrl", "Map URL must be a web address that begins with http:// or https://."],
    ]);
    expect(messages({ description: long, mapUrl: "javascript:alert(1)" })).toHaveLength(1);
  });
});
