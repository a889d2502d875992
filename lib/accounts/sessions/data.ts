import { pool } from "../../db";
import { logger } from "../../logging/logger";
import { noteAccount } from "../../logging/request";
import { readCredential } from "../../sessions/cookie";
import { presentSession, type SessionRecord } from "./present";
import type { RequestLike, Role, SessionList, Viewer } from "./schema";
import { verifyToken } from "./token";

/** `lastSeenAt` is for people to read; once a minute is precise enough, and spares a write on every request. */
const LAST_SEEN_SECONDS = 60;

interface SessionRow {
  accountId: string;
  sessionId: string;
  role: Role;
  email: string;
  name: string;
  isStale: boolean;
}

/** Asked on every request, so it has a name: PostgreSQL then parses it once a connection. */
const findSession = {
  name: "sessions:find",
  text: `SELECT a.id AS "accountId", s.id AS "sessionId", a.role, a.email, a.name,
                s."lastSeenAt" < now() - make_interval(secs => ${LAST_SEEN_SECONDS}) AS "isStale"
           FROM "Session" s JOIN "Account" a ON a.id = s."accountId"
          WHERE s.id = $1 AND s."accountId" = $2 AND a.role = $3::"Role" AND s."expiresAt" > now()`,
};

const touchSession = `UPDATE "Session" SET "lastSeenAt" = now()
  WHERE id = $1 AND "lastSeenAt" < now() - make_interval(secs => ${LAST_SEEN_SECONDS})`;

/** The answer does not wait for it, and a failure costs nothing but a minute's precision. */
function touch(sessionId: string): void {
  pool()
    .query(touchSession, [sessionId])
    .catch((error: unknown) => logger.warn({ err: error }, "last-seen time not stored"));
}

/** @returns who holds the token now, or null when it is not ours, has expired, its session or account is gone, or the account has another role by now. One query. */
export async function findViewerByToken(token: string): Promise<Viewer | null> {
  const claims = await verifyToken(token);
  if (!claims) return null;
  const { rows } = await pool().query<SessionRow>({ ...findSession, values: [claims.sid, claims.sub, claims.role] });
  const row = rows[0];
  if (!row) return null;
  const { isStale, ...viewer } = row;
  noteAccount(viewer.accountId);
  if (isStale) touch(viewer.sessionId);
  return viewer;
}

/** @returns who makes this request, or null for anybody not signed in. Bearer token, else cookie; one query. */
export async function findViewer(request: RequestLike): Promise<Viewer | null> {
  const credential = readCredential(request);
  return credential && (await findViewerByToken(credential.token));
}

/** A program may sign in anew for every call; nobody reads through more than these. */
const SESSIONS_LISTED = 100;

/** The viewer's own live sessions. */
export async function listSessions({ accountId, sessionId }: Viewer): Promise<SessionList> {
  const { rows } = await pool().query<SessionRecord & { total: number }>({
    name: "sessions:list",
    // The one that asks is seen now, whatever the minute's precision says.
    text: `SELECT id, "createdAt", CASE WHEN id = $2 THEN now() ELSE "lastSeenAt" END AS "lastSeenAt", "userAgent", address,
                  count(*) OVER () AS total
             FROM "Session" WHERE "accountId" = $1 AND "expiresAt" > now()
            ORDER BY id = $2 DESC, "lastSeenAt" DESC, id LIMIT ${SESSIONS_LISTED}`,
    values: [accountId, sessionId],
  });
  return { sessions: rows.map((row) => presentSession(row, sessionId)), total: rows[0]?.total ?? 0 };
}
