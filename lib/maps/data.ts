import type { Role, Viewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { findMapAccess } from "../projects/data";
import { opensEveryMap } from "../projects/policy";
import { ASSETS, type MapRight } from "./schema";

interface HolderRow {
  role: Role;
  isAssigned: boolean;
}

/** $3 is null for the shared assets: any project will do then. */
const findHolder = {
  name: "maps:holder",
  // A database that has stopped answering counts as one that is away.
  query_timeout: 10_000,
  text: `SELECT account.role,
                EXISTS (SELECT FROM "Assignment" assignment
                         WHERE assignment."accountId" = account.id AND ($3::uuid IS NULL OR assignment."projectId" = $3)) AS "isAssigned"
           FROM "Session" session JOIN "Account" account ON account.id = session."accountId"
          WHERE session.id = $1 AND account.id = $2 AND session."expiresAt" > now()
            AND ($3::uuid IS NULL OR EXISTS (SELECT FROM "Project" project WHERE project.id = $3))`,
};

/** True while the account exists, the session lives and the project may be opened by it. One query. */
export async function holdsRight({ session, account, project }: MapRight): Promise<boolean> {
  const { rows } = await pool().query<HolderRow>({ ...findHolder, values: [session, account, project] });
  const holder = rows[0];
  return holder !== undefined && (opensEveryMap(holder) || holder.isAssigned);
}

/**
 * @param scope a project's safe name, or ASSETS, which are open to whoever may open any map
 * @returns the right to open it, or null when it does not exist or this person may not know of it
 */
export async function findRight(viewer: Viewer, scope: string): Promise<MapRight | null> {
  const holder = { account: viewer.accountId, session: viewer.sessionId };
  if (scope === ASSETS) {
    const right = { ...holder, project: null, scope };
    return (await holdsRight(right)) ? right : null;
  }
  const access = await findMapAccess(viewer, scope);
  return access && { ...holder, project: access.projectId, scope };
}
