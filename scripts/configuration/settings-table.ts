import { z } from "zod";

function defaultOf(schema: z.core.$ZodType): string {
  if (!(schema instanceof z.ZodDefault)) return "";
  const { defaultValue } = schema.def;
  return `\`${typeof defaultValue === "boolean" ? Number(defaultValue) : defaultValue}\``;
}

function descriptionOf(name: string, schema: z.core.$ZodType): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  if (!description) throw new Error(`${name} has no description in lib/env.ts.`);
  return description;
}

/** Returns the environment variables as a Markdown table, sorted by name. @throws Error naming one without a description */
export function settingsTable(shape: z.core.$ZodShape): string {
  const rows = Object.entries(shape)
    .map(([name, schema]) => [`\`${name}\``, defaultOf(schema), descriptionOf(name, schema)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const table = [["variable", "default", "what it sets"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  return [line(table[0] ?? []), line(["", "", ""], "-"), ...rows.map((row) => line(row))].join("\n");
}
