import { tokenProjectIds } from "../accounts/limits/policy";
import { managesProject } from "../accounts/references/managed-projects";
import { mayOpen, mayOpenAny } from "../accounts/references/openable-projects";
import { liveCredential } from "../accounts/sessions/data";
import type { Viewer } from "../accounts/sessions/schema";
import { queryLimited } from "../db/client";
import { env } from "../env";
import { findMapAccess, projectExists, settingOf } from "../projects/data";
import { findGuestGrant } from "../projects/guests/data";
import { findLinkGrant } from "../projects/share-links/data";
import { isKeptTree } from "../trees/data";
import { type MapGrant, type MapRight, type OpeningRight, splitScope } from "./schema";
import { ASSETS } from "./values";

interface HolderRow {
  /** Whether an admin manages the project. */
  manages: boolean;
  mayOpen: boolean;
  allowsLocation: boolean | null;
  allowsCamera: boolean | null;
  allowsRouting: boolean | null;
  allowsSharedMemory: boolean | null;
}

/** $3 is null for the shared assets. They are open to an account that opens or manages any project. $4 is null for the map that a project shows. $5 are the roles that need a second factor, $6 those that change assigned passwords. */
const findHolder = {
  name: "maps:holder",
  query_timeout: 10_000,
  text: `SELECT ${managesProject("$3::uuid", "account")} AS manages, CASE WHEN $3::uuid IS NULL THEN ${mayOpenAny("account.id")} ELSE ${mayOpen("$3", "account.id")} END AS "mayOpen",
                ${settingOf("allowsLocation", "$3")} AS "allowsLocation", ${settingOf("allowsCamera", "$3")} AS "allowsCamera",
                ${settingOf("allowsRouting", "$3")} AS "allowsRouting", ${settingOf("allowsSharedMemory", "$3")} AS "allowsSharedMemory"
           FROM ${liveCredential("$5::text[]", "$6::text[]")} AND ($3::uuid IS NULL OR ${projectExists("$3")})
            AND ($4::bigint IS NULL OR ${isKeptTree("$3", "$4")})`,
};

/**
 * Returns what a right grants while its holder and project exist and the holder may open the map; otherwise null. One query.
 * A share link and a guest open what the project shows, and no version.
 */
export async function findGrant(right: MapRight): Promise<MapGrant | null> {
  const { project, scope } = right;
  const { version } = splitScope(scope);
  if ("link" in right) return version === null ? await findLinkGrant(right.link, project) : null;
  if ("guest" in right) return version === null ? await findGuestGrant(right.guest, project) : null;
  const { session, account } = right;
  const { mfaRoles, passwordRoles } = env();
  const [holder] = await queryLimited<HolderRow>(findHolder, [session, account, project, version, mfaRoles, passwordRoles]);
  if (!holder || !(holder.manages || (holder.mayOpen && version === null))) return null;
  return {
    allowsLocation: holder.allowsLocation ?? false,
    allowsCamera: holder.allowsCamera ?? false,
    allowsRouting: holder.allowsRouting ?? false,
    allowsSharedMemory: holder.allowsSharedMemory ?? false,
    frameOrigins: [],
  };
}

/** Finds the right to open a map, or null. @param scope as in `splitScope`, or ASSETS, which are open to users with any map */
export async function findRight(viewer: Viewer, scope: string): Promise<OpeningRight | null> {
  const holder = { account: viewer.accountId, session: viewer.credential.id };
  if (scope === ASSETS) {
    if (tokenProjectIds(viewer)) return null;
    const right = { ...holder, project: null, scope };
    return (await findGrant(right)) && right;
  }
  const { safeName, version } = splitScope(scope);
  const access = await findMapAccess(viewer, safeName);
  const right = access && { ...holder, project: access.projectId, scope, isEdited: access.isEdited };
  return right && (version === null || (await findGrant(right))) ? right : null;
}
