import type { Row } from "./row";
import { fileBytesRows } from "./rows-file-bytes";
import { fileManagementRows } from "./rows-file-management";
import { fileRows } from "./rows-files";
import { folderRows } from "./rows-folders";
import { groupRows } from "./rows-groups";
import { guestRows } from "./rows-guests";
import { mapRows } from "./rows-maps";
import { pageRows } from "./rows-pages";
import { passkeyRows } from "./rows-passkeys";
import { peopleRows } from "./rows-people";
import { projectEditRows } from "./rows-project-edits";
import { projectRows } from "./rows-projects";
import { secondFactorRows } from "./rows-second-factors";
import { sessionRows } from "./rows-sessions";
import { shareLinkRows } from "./rows-share-links";
import { waysInRows } from "./rows-ways-in";

/** All routes that are no page. */
export const callRows: readonly Row[] = [
  ...sessionRows,
  ...passkeyRows,
  ...secondFactorRows,
  ...peopleRows,
  ...groupRows,
  ...projectRows,
  ...mapRows,
  ...shareLinkRows,
  ...guestRows,
  ...projectEditRows,
  ...waysInRows,
  ...folderRows,
  ...fileRows,
  ...fileBytesRows,
  ...fileManagementRows,
];

/** The permissions of every route and method. table.test.ts checks that none is missing. */
export const table: readonly Row[] = [...callRows, ...pageRows];
