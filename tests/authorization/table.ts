import type { Row } from "./row";
import { pageRows } from "./rows-pages";
import { peopleRows } from "./rows-people";
import { projectRows } from "./rows-projects";
import { sessionRows } from "./rows-sessions";

/** Calls: everything that is no page. */
export const callRows: readonly Row[] = [...sessionRows, ...peopleRows, ...projectRows];

/** Who may do what: every route and method of the product. table.test.ts sees to it that none is missing. */
export const table: readonly Row[] = [...callRows, ...pageRows];
