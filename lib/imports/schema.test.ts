import { describe, expect, it } from "vitest";
import { DESCRIPTION_MAX } from "../projects/schema";
import { defaultDescription, extractTusZipSchema } from "./schema";

describe("defaultDescription", () => {
  it.each([
    ["coast.zip", "Uploaded as coast.zip"],
    ["C:\\maps\\coast.zip", "Uploaded as coast.zip"],
    ["/home/me/coast.zip", "Uploaded as coast.zip"],
    ["co\u0000ast.zip", "Uploaded as coast.zip"],
    [undefined, "Uploaded as a ZIP file"],
    ["", "Uploaded as a ZIP file"],
    ["\u0007", "Uploaded as a ZIP file"],
  ])("%j gives %j", (fileName, description) => {
    expect(defaultDescription(fileName)).toBe(description);
  });

  it("fits, whatever the name", () => {
    const description = defaultDescription("🗺".repeat(300));
    expect(Array.from(description)).toHaveLength(DESCRIPTION_MAX);
    expect(Buffer.from(description).toString()).toBe(description);
  });
});

describe("extractTusZipSchema", () => {
  it("fills in what may be left out", () => {
    expect(extractTusZipSchema.parse({ projectName: " City  Map ", uploadId: "abc" })).toEqual({
      projectName: "City Map",
      description: "",
      uploadId: "abc",
    });
  });

  it.each([
    [{ uploadId: "abc" }, "Project name is required."],
    [{ projectName: "A" }, "Please upload a ZIP file first."],
    [{ projectName: "A", uploadId: "" }, "Please upload a ZIP file first."],
    [{ projectName: "A", uploadId: 7 }, "Please upload a ZIP file first."],
  ])("refuses %j: %s", (body, message) => {
    expect(extractTusZipSchema.safeParse(body).error?.issues[0]?.message).toBe(message);
  });
});
