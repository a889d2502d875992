import { hasAssignment, isAssigned } from "../accounts/assignments/data";
import { LIVE_SESSION } from "../accounts/sessions/data";
import type { Role, Viewer } from "../accounts/sessions/schema";
import { pool } from "../db";
import { findMapAccess, projectExists } from "../projects/data";
import { opensEveryMap } from "../projects/policy";
import { ASSETS, type MapRight } from "./schema";

interface HolderRow {
  role: Role;
  isAssigned: boolean;
}

/** $3 is null for the shared assets. They are open to a user with any assigned project. */
const findHolder = {
  name: "maps:holder",
  query_timeout: 10_000,
  text: `SELECT account.role, CASE WHEN $3::uuid IS NULL THEN ${hasAssignment("account.id")} ELSE ${isAssigned("$3", "account.id")} END AS "isAssigned"
           FROM ${LIVE_SESSION} AND ($3::uuid IS NULL OR ${projectExists("$3")})`,
};

/** True while the account exists, the session lives and the project may be opened by it. One query. */
export async function holdsRight({ session, account, project }: MapRight): Promise<boolean> {
  const { rows } = await pool().query<HolderRow>({ ...findHolder, values: [session, account, project] });
  const holder = rows[0];
  return holder !== undefined && (opensEveryMap(holder) || holder.isAssigned);
}

/** Finds the right to open a map, or null. @param scope a safe name, or ASSETS, which are open to users with any map */
export async function findRight(viewer: Viewer, scope: string): Promise<MapRight | null> {
  const holder = { account: viewer.accountId, session: viewer.sessionId };
  if (scope === ASSETS) {
    const right = { ...holder, project: null, scope };
    return (await holdsRight(right)) ? right : null;
  }
  const access = await findMapAccess(viewer, scope);
  return access && { ...holder, project: access.projectId, scope };
}
