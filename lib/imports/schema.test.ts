import { describe, expect, it } from "vitest";
import { DESCRIPTION_MAX } from "../projects/schema";
import { defaultDescription, directZipSchema, extractTusZipSchema, toSourceName } from "./schema";

describe("defaultDescription", () => {
  it.each([
    ["coast.zip", "Uploaded as coast.zip"],
    ["C:\\maps\\coast.zip", "Uploaded as coast.zip"],
    ["/home/me/coast.zip", "Uploaded as coast.zip"],
    ["co\u0000ast.zip", "Uploaded as coast.zip"],
    [undefined, "Uploaded as a ZIP file"],
    ["", "Uploaded as a ZIP file"],
    ["\u0007", "Uploaded as a ZIP file"],
  ])("returns for %j: %j", (fileName, description) => {
    expect(defaultDescription(fileName)).toBe(description);
  });

  it("returns a text within the limit for any name", () => {
    const description = defaultDescription("🗺".repeat(300));
    expect(Array.from(description)).toHaveLength(DESCRIPTION_MAX);
    expect(Buffer.from(description).toString()).toBe(description);
  });
});

describe("toSourceName", () => {
  it.each([
    ["  Coast 2026 ", "Coast 2026"],
    ["a\0b\r\nc", "abc"],
    ["🗺".repeat(300), "🗺".repeat(255)],
    [" \t", null],
    [null, null],
    [undefined, null],
  ])("returns for %j: %j", (name, shown) => {
    expect(toSourceName(name)).toBe(shown);
  });
});

describe("the answers of an upload", () => {
  const answers = { "data/towns.shp": { projection: "EPSG:25832" }, "berths.csv": { columns: { longitude: "x", latitude: "y" } } };
  const named = { projectName: "A", uploadId: "abc" };

  it("are read from JSON, and as JSON text from a form", () => {
    expect(extractTusZipSchema.parse({ ...named, answers }).target.answers).toEqual(answers);
    expect(directZipSchema.parse({ ...named, answers: JSON.stringify(answers) }).target.answers).toEqual(answers);
    expect(directZipSchema.parse(named).target).not.toHaveProperty("answers");
  });

  it.each([
    ["a path out of the map", { "../towns.shp": { isSwapped: true } }],
    ["a path of 5,000 characters", { ["a".repeat(5000)]: { isSwapped: true } }],
    ["a projection without a number", { "towns.shp": { projection: "UTM" } }],
    ["more than 1,000 files", Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.shp`, { isSwapped: true }]))],
  ])("are refused with %s", (_, wrong) => {
    expect(extractTusZipSchema.safeParse({ ...named, answers: wrong }).success).toBe(false);
    expect(directZipSchema.safeParse({ ...named, answers: JSON.stringify(wrong) }).success).toBe(false);
  });

  it("are refused in a form when they are no JSON", () => {
    expect(directZipSchema.safeParse({ ...named, answers: "{" }).error?.issues[0]?.message).toBe("answers must be JSON.");
  });
});

describe("extractTusZipSchema", () => {
  it("fills in the defaults", () => {
    expect(extractTusZipSchema.parse({ projectName: " City  Map ", uploadId: "abc" })).toEqual({
      target: { kind: "new", projectName: "City Map", description: "" },
      uploadId: "abc",
    });
  });

  it("requires no name for a replacement", () => {
    const projectId = "6e2c1f0e-0000-4000-8000-000000000000";
    expect(extractTusZipSchema.parse({ projectId, uploadId: "abc" })).toEqual({ target: { kind: "replace", projectId }, uploadId: "abc" });
  });

  it("reads the encoding of names, also by another of its names", () => {
    const given = { projectName: "A", uploadId: "abc" };
    expect(extractTusZipSchema.parse({ ...given, nameEncoding: "cp850" })).toMatchObject({ nameEncoding: "cp850" });
    expect(extractTusZipSchema.parse({ ...given, nameEncoding: "cp932" })).toMatchObject({ nameEncoding: "shift_jis" });
  });

  it.each([
    [{ uploadId: "abc" }, "Project name is required."],
    [{ uploadId: "abc", projectName: "assets" }, "This project name is reserved. Please choose a different name."],
    [{ uploadId: "abc", projectId: "7" }, "There is no such project."],
    [{ projectName: "A" }, "Please upload a ZIP file first."],
    [{ projectName: "A", uploadId: "" }, "Please upload a ZIP file first."],
    [{ projectName: "A", uploadId: 7 }, "Please upload a ZIP file first."],
  ])("rejects %j: %s", (body, message) => {
    expect(extractTusZipSchema.safeParse(body).error?.issues[0]?.message).toBe(message);
  });
});
