import { db, queryLimited } from "../../db/client";
import { isLive, queryRows } from "../../db/query";
import { env } from "../../env";
import type { Session } from "../../generated/prisma/client";
import { describeDevice } from "../../http/device";
import { logger } from "../../logging/logger";
import { noteAccount } from "../../logging/request";
import { limitOf } from "../references/managed-projects";
import { isEnrolled } from "../second-factors/data";
import type { SessionList, SessionSummary, SessionViewer, SignedInViewer } from "./schema";
import { verifyToken } from "./token";

/** Storing `lastSeenAt` at most once a minute avoids a write for every request. */
const LAST_SEEN_SECONDS = 60;

/**
 * Builds the condition that an account must choose a new password.
 * @param account its row @param roles that must change assigned passwords; both are SQL expressions
 */
export const owesPassword = (account: string, roles: string) =>
  `(${account}."isPasswordAssigned" AND ${account}.role::text = ANY (${roles}))`;

/** $4 are the roles that need a second factor, $5 those that change assigned passwords. Single sign-on uses no password, and its provider asks for a factor. */
const findSession = {
  name: "sessions:find",
  query_timeout: 10_000,
  text: `SELECT a.id AS "accountId", s.id AS "sessionId", s."isSingleSignOn", a.role, a.email, a.name, ${limitOf("a")} AS "limit",
                CASE WHEN s."isSingleSignOn" THEN NULL
                     WHEN ${owesPassword("a", "$5")} THEN 'password_change_required'
                     WHEN a.role::text = ANY ($4) AND NOT ${isEnrolled("a.id")} THEN 'second_factor_required' END AS duty,
                s."lastSeenAt" < now() - make_interval(secs => ${LAST_SEEN_SECONDS}) AS "isStale"
           FROM "Session" s JOIN "Account" a ON a.id = s."accountId"
          WHERE s.id = $1 AND s."accountId" = $2 AND a.role = $3::"Role" AND s."expiresAt" > now() AND ${isLive("a")}`,
};

/**
 * Builds a FROM clause with its condition: the live session or API token $1 of the account $2, with its `account`.
 * @param mfaRoles roles that need a second factor @param passwordRoles roles that change assigned passwords; both are SQL expressions
 */
export const liveCredential = (
  mfaRoles: string,
  passwordRoles: string,
) => `(SELECT id, "accountId", "expiresAt", "isSingleSignOn" AS "needsNoFactor", "isSingleSignOn" AS "usesNoPassword" FROM "Session"
    UNION ALL SELECT id, "accountId", "expiresAt", true, false FROM "ApiToken") credential
  JOIN "Account" account ON account.id = credential."accountId"
  WHERE credential.id = $1 AND account.id = $2 AND credential."expiresAt" > now() AND ${isLive("account")}
    AND (credential."needsNoFactor" OR account.role::text <> ALL (${mfaRoles}) OR ${isEnrolled("account.id")})
    AND (credential."usesNoPassword" OR NOT ${owesPassword("account", passwordRoles)})`;

function touch(id: string): void {
  const where = { id, lastSeenAt: { lt: new Date(Date.now() - LAST_SEEN_SECONDS * 1_000) } };
  const touched = db().session.updateMany({ where, data: { lastSeenAt: new Date() } });
  touched.catch((error: unknown) => logger.warn({ err: error }, "last-seen time not stored"));
}

interface SessionRow extends Omit<SignedInViewer, "credential"> {
  sessionId: string;
  isSingleSignOn: boolean;
  isStale: boolean;
}

/** Returns the holder of a session's token, or null for an invalid or expired one, an ended session or a changed role. One query. */
export async function findViewerByToken(token: string): Promise<SignedInViewer | null> {
  const claims = await verifyToken(token);
  if (!claims) return null;
  const { mfaRoles, passwordRoles } = env();
  const [row] = await queryLimited<SessionRow>(findSession, [claims.sid, claims.sub, claims.role, mfaRoles, passwordRoles]);
  if (!row) return null;
  const { isStale, sessionId, isSingleSignOn, ...account } = row;
  const viewer: SignedInViewer = { ...account, credential: { kind: "session", id: sessionId, isSingleSignOn } };
  noteAccount(viewer);
  if (isStale) touch(sessionId);
  return viewer;
}

const SESSIONS_LISTED = 100;

export async function listSessions({ accountId, credential }: SessionViewer): Promise<SessionList> {
  const rows = await queryRows<SessionRecord & { total: number }>(db(), {
    // The session of this request is in use now. The stored time may be a minute old.
    text: `SELECT id, "createdAt", CASE WHEN id = $2 THEN now() ELSE "lastSeenAt" END AS "lastSeenAt", "userAgent", address,
                  count(*) OVER () AS total
             FROM "Session" WHERE "accountId" = $1 AND "expiresAt" > now()
            ORDER BY id = $2 DESC, "lastSeenAt" DESC, id LIMIT ${SESSIONS_LISTED}`,
    values: [accountId, credential.id],
  });
  return { sessions: rows.map((row) => presentSession(row, credential.id)), total: rows[0]?.total ?? 0 };
}

type SessionRecord = Pick<Session, "id" | "createdAt" | "lastSeenAt" | "userAgent" | "address">;

/** Formats a session for the API. @param currentId session of the request */
export function presentSession({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord, currentId: string): SessionSummary {
  return {
    _id: id,
    ...describeDevice(userAgent),
    // The address of a connection that closed before it was read.
    address: address === "unknown" ? null : address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
  };
}
