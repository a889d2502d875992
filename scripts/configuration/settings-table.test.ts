import { describe, expect, it } from "vitest";
import { z } from "zod";
import { settingsTable } from "./settings-table";

describe("settingsTable", () => {
  it("lists variables by name, with their defaults and descriptions", () => {
    const shape = {
      PORT: z.coerce.number().default(3000).describe("Port."),
      HOST: z.string().optional().describe("Address."),
      IMAGES: z.boolean().default(true).describe("Thumbnails."),
    };
    expect(settingsTable(shape).split("\n")).toEqual([
      "| variable | default | what it sets |",
      "| -------- | ------- | ------------ |",
      "| `HOST`   |         | Address.     |",
      "| `IMAGES` | `1`     | Thumbnails.  |",
      "| `PORT`   | `3000`  | Port.        |",
    ]);
  });

  it("names a variable without a description", () => {
    expect(() => settingsTable({ PORT: z.string() })).toThrow("PORT has no description in lib/env.ts.");
  });
});
