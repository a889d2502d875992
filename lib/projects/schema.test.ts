import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  creatorSchema,
  DESCRIPTION_MAX,
  descriptionSchema,
  editProjectSchema,
  mapUrlSchema,
  projectListQuerySchema,
  projectNameSchema,
  toSafeName,
} from "./schema";

describe("toSafeName", () => {
  it.each([
    // Lower case, hyphens for white space.
    ["City Map", "city-map"],
    ["v1.2_final-B", "v1.2_final-b"],
    ["  Roads   and Rivers ", "roads-and-rivers"],
    ["a b\u00a0c\td", "a-b-c-d"],
    // Spelled in ASCII.
    ["Straße", "strasse"],
    ["STRASSE ẞ", "strasse-ss"],
    ["Tromsø", "tromso"],
    ["Ærø", "aero"],
    ["Île-de-France", "ile-de-france"],
    ["Łódź", "lodz"],
    ["İstanbul Iğdır", "istanbul-igdir"],
    ["Ж", "zh"],
    ["Карта Щёлково", "karta-shchelkovo"],
    ["Київ", "kiiv"],
    ["Αθήνα", "athina"],
    ["ｆｕｌｌ ｗｉｄｔｈ", "full-width"],
    ["12 km²", "12-km2"],
    // Other scripts: their code points.
    ["地図", "u5730u56f3"],
    ["地図 Map", "u5730u56f3-map"],
    ["한국", "ud55cuad6d"],
    ["कि", "u915u93f"],
    // Dropped.
    ["Q&A: what?", "qa-what"],
    ["a/b\\c", "abc"],
    ["../../etc", "....etc"],
    ["🗺️ Atlas", "-atlas"],
    ["a\u202eb\u0000c", "abc"],
    // Nothing left, or reserved.
    ["", ""],
    [" ", ""],
    [".", ""],
    ["..", ""],
    ["...", ""],
    ["---", ""],
    ["🗺️", ""],
    ["assets", ""],
    [" Assets ", ""],
    ["ássets", ""],
    ["assets2", "assets2"],
  ])("returns for %j: %j", (name, safeName) => expect(toSafeName(name)).toBe(safeName));

  it("returns for any name a text that is valid in a URL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (name) => {
        const safeName = toSafeName(name);
        expect(safeName).toMatch(/^[a-z0-9._-]{0,100}$/);
        expect(["assets", ".", ".."]).not.toContain(safeName);
        expect(toSafeName(safeName)).toBe(safeName);
        expect(toSafeName(` ${name.toLowerCase()} `)).toBe(safeName);
      }),
    );
  });

  it("follows the basic rule for plain names", () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9_.-]+( [A-Za-z0-9_.-]+)*$/);
    fc.assert(
      fc.property(plain, (name) => {
        const expected = name.toLowerCase().replaceAll(" ", "-");
        fc.pre(expected !== "assets" && /[a-z0-9]/.test(expected) && name.length <= 100);
        expect(toSafeName(name)).toBe(expected);
      }),
    );
  });
});

function messageOf(name: unknown): string | undefined {
  return projectNameSchema.safeParse(name).error?.issues[0]?.message;
}

describe("projectNameSchema", () => {
  it("trims, and collapses white space", () => {
    expect(projectNameSchema.parse("  Roads \t and  Rivers ")).toBe("Roads and Rivers");
  });

  it.each([
    [undefined, "Project name is required."],
    [7, "Project name is required."],
    ["", "Project name is required."],
    ["   ", "Project name is required."],
    ["x".repeat(51), "Project name can have at most 50 characters."],
    ["a\u0000b", "Project name contains characters that cannot be shown."],
    ["ASSETS", "This project name is reserved. Please choose a different name."],
    ["..", "Project name needs at least one letter or number."],
    ["🗺️", "Project name needs at least one letter or number."],
    ["x".repeat(50), undefined],
  ])("reports for %j: %s", (name, message) => expect(messageOf(name)).toBe(message));

  it("accepts only names that have a safe name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 50 }), (name) => {
        const parsed = projectNameSchema.safeParse(name);
        if (parsed.success) expect(toSafeName(parsed.data)).not.toBe("");
      }),
    );
  });
});

describe("descriptionSchema", () => {
  it("is optional and trimmed, and drops control characters", () => {
    expect(descriptionSchema.parse(undefined)).toBe("");
    expect(descriptionSchema.parse(" two\nlines\u0000\u001b ")).toBe("two\nlines");
  });

  it("rejects a text over its limit", () => {
    expect(descriptionSchema.safeParse("x".repeat(DESCRIPTION_MAX)).success).toBe(true);
    expect(descriptionSchema.safeParse("x".repeat(DESCRIPTION_MAX + 1)).success).toBe(false);
  });
});

describe("mapUrlSchema", () => {
  it.each([
    ["", ""],
    ["   ", ""],
    [" https://maps.example ", "https://maps.example/"],
    ["HTTP://MAPS.example:80/Chart?a=b#c", "http://maps.example/Chart?a=b#c"],
    ["https://karte.example/straße und fluß", "https://karte.example/stra%C3%9Fe%20und%20flu%C3%9F"],
    ["http://[::1]:8080/x", "http://[::1]:8080/x"],
  ])("parses %j as %j", (text, href) => expect(mapUrlSchema.parse(text)).toBe(href));

  it.each([
    "javascript:alert(1)",
    "data:text/html,<p>",
    "file:///etc/passwd",
    "ftp://maps.example/",
    "blob:https://maps.example/x",
    "//maps.example/",
    "/projects",
    "maps.example",
    "https:maps.example",
    "https://",
    "http://a b/",
    "java\nscript:alert(1)",
    "https://user@maps.example/",
    "https://:secret@maps.example/",
    `https://maps.example/${"x".repeat(2_000)}`,
    `https://maps.example/${"é".repeat(500)}`,
  ])("rejects %j with one message", (text) => expect(mapUrlSchema.safeParse(text).error?.issues).toHaveLength(1));

  it("accepts only http and https", () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: "binary" }),
      fc.string().map((rest) => `https://${rest}`),
    );
    fc.assert(
      fc.property(text, (address) => {
        const parsed = mapUrlSchema.safeParse(address).data;
        if (parsed) expect(["http:", "https:"]).toContain(new URL(parsed).protocol);
      }),
    );
  });
});

describe("editProjectSchema", () => {
  it("omits absent fields", () => {
    expect(editProjectSchema.parse({})).toEqual({ assignUserIds: [], deassignUserIds: [] });
    expect(editProjectSchema.parse({ description: "", mapUrl: "" })).toEqual({
      description: "",
      mapUrl: "",
      assignUserIds: [],
      deassignUserIds: [],
    });
  });
});

describe("creatorSchema", () => {
  it("accepts the id of an account, and the value for deleted ones", () => {
    expect(creatorSchema.parse("unknown")).toBe("unknown");
    expect(creatorSchema.safeParse("me").error?.issues[0]?.message).toBe("There is no such creator.");
    expect(creatorSchema.safeParse(undefined).error?.issues[0]?.message).toBe("There is no such creator.");
  });
});

describe("projectListQuerySchema", () => {
  it("returns the defaults of an empty query", () => {
    expect(projectListQuerySchema.parse({})).toEqual({ search: "", sort: "all" });
  });

  it.each([
    { limit: "0" },
    { limit: "201" },
    { limit: "many" },
    { limit: "0x10" },
    { limit: "1e2" },
    { limit: " 5" },
    { limit: "+5" },
    { limit: "" },
    { sort: "colour" },
  ])("rejects %j", (query) => {
    expect(projectListQuerySchema.safeParse(query).success).toBe(false);
  });

  it.each(["1", "9", "10", "99", "100", "199", "200"])("accepts the limit %s", (limit) => {
    expect(projectListQuerySchema.parse({ limit }).limit).toBe(Number(limit));
  });
});
