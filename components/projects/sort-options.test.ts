import { expect, test } from "vitest";
import { projectSortSchema } from "@/lib/projects/schema";
import { fromColumnSort, toColumnSort } from "./sort-options";

test.each(projectSortSchema.options)("%s survives the way through the column headers", (sort) => {
  expect(fromColumnSort(toColumnSort(sort))).toBe(sort);
});

test("a column that cannot be sorted leaves the list as it stands", () => {
  expect(fromColumnSort([{ id: "actions", desc: true }])).toBe("all");
});
