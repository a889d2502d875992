import { expect, test } from "vitest";
import { sortOfColumns } from "@/components/shared/list/column-sort";
import { projectSortSchema } from "@/lib/projects/schema";
import { columnSorts } from "./sort-options";

test.each(projectSortSchema.exclude(["all"]).options)("%s survives the conversion to column headers and back", (sort) => {
  expect(sortOfColumns(columnSorts, columnSorts[sort])).toBe(sort);
});
