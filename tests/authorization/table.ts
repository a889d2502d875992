import type { Row } from "./row";
import { fileBytesRows } from "./rows-file-bytes";
import { fileManagementRows } from "./rows-file-management";
import { fileRows } from "./rows-files";
import { folderRows } from "./rows-folders";
import { pageRows } from "./rows-pages";
import { peopleRows } from "./rows-people";
import { projectEditRows } from "./rows-project-edits";
import { projectRows } from "./rows-projects";
import { sessionRows } from "./rows-sessions";
import { waysInRows } from "./rows-ways-in";

/** Calls: everything that is no page. */
export const callRows: readonly Row[] = [
  ...sessionRows,
  ...peopleRows,
  ...projectRows,
  ...projectEditRows,
  ...waysInRows,
  ...folderRows,
  ...fileRows,
  ...fileBytesRows,
  ...fileManagementRows,
];

/** Who may do what: every route and method of the product. table.test.ts sees to it that none is missing. */
export const table: readonly Row[] = [...callRows, ...pageRows];
