import { db, queryLimited } from "../../db/client";
import { isLive, isoTime, queryRows } from "../../db/query";
import { env } from "../../env";
import { type ListOrder, type ListSource, readPage } from "../../http/paging/page";
import { hashSecretToken, newSecretToken } from "../../http/secret-token";
import { logger } from "../../logging/logger";
import { noteAccount } from "../../logging/request";
import { limitedId } from "../limits/policy";
import { limitOf, tokenProjects } from "../references/managed-projects";
import { owesPassword } from "../sessions/data";
import type { Owing, SessionViewer, SuperadminViewer, TokenScope, Viewer } from "../sessions/schema";
import type { AccountApiToken, ApiTokenPage, ApiTokenQuery, ApiTokenSummary } from "./schema";

/** Secret scanners find tokens by this prefix. */
const PREFIX = "sv_";
const FORM = /^sv_[\w-]{43}$/;

export function newApiToken(): string {
  return `${PREFIX}${newSecretToken()}`;
}

function isApiToken(text: string): boolean {
  return FORM.test(text);
}

/** Storing `lastUsedAt` at most once a minute avoids a write for every request. */
const LAST_USED_SECONDS = 60;

/** $2 are the roles that change assigned passwords. */
const findToken = {
  name: "api-tokens:find",
  query_timeout: 10_000,
  text: `SELECT a.id AS "accountId", a.role, a.email, a.name, ${limitOf("a")} AS "limit", t.id, t.name AS "tokenName", t.scope, t."projectIds"::text[] AS "projectIds",
                t."lastUsedAt" IS NULL OR t."lastUsedAt" < now() - make_interval(secs => ${LAST_USED_SECONDS}) AS "isStale",
                CASE WHEN ${owesPassword("a", "$2")} THEN 'password_change_required' END AS duty
           FROM "ApiToken" t JOIN "Account" a ON a.id = t."accountId"
          WHERE t."tokenHash" = $1 AND t."expiresAt" > now() AND ${isLive("a")}`,
};

interface TokenRow extends Omit<Viewer, "credential">, Owing {
  id: string;
  tokenName: string;
  scope: TokenScope;
  projectIds: string[];
  isStale: boolean;
}

function touch(id: string): void {
  const isStale = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(Date.now() - LAST_USED_SECONDS * 1_000) } }] };
  const touched = db().apiToken.updateMany({ where: { id, ...isStale }, data: { lastUsedAt: new Date() } });
  touched.catch((error: unknown) => logger.warn({ err: error }, "last use of an API token not stored"));
}

/** Returns the holder of an API token with the account's present role, or null for another text, a revoked or an expired token. One query. */
export async function findViewerByApiToken(token: string): Promise<(Viewer & Owing) | null> {
  if (!isApiToken(token)) return null;
  const rows = await queryLimited<TokenRow>(findToken, [hashSecretToken(token), env().passwordRoles]);
  if (!rows[0]) return null;
  const { id, tokenName, scope, projectIds, isStale: isUnnoted, ...account } = rows[0];
  const viewer: Viewer & Owing = {
    ...account,
    credential: { kind: "token", id, name: tokenName, scope, projectIds: scope === "publish" ? projectIds : null },
  };
  noteAccount(viewer);
  if (isUnnoted) touch(id);
  return viewer;
}

/** Builds the condition that an id, an SQL expression, is that of an API token. */
export const apiTokenExists = (id: string) => `EXISTS (SELECT FROM "ApiToken" WHERE "ApiToken".id = ${id})`;

/** Builds the join of the API token of an id, an SQL expression, as `alias`. */
export const joinApiToken = (alias: string, id: string) => `LEFT JOIN "ApiToken" ${alias} ON ${alias}.id = ${id}`;

/** @param limited SQL of the id of a limited admin, who sees no other projects, or of null */
const columnsFor = (
  limited: string,
) => `t.id AS "_id", t.name, t.scope, ${tokenProjects('t."projectIds"', limited)} AS projects, ${isoTime('t."createdAt"')} AS "createdAt",
  ${isoTime('t."expiresAt"')} AS "expiresAt", ${isoTime('t."lastUsedAt"')} AS "lastUsedAt"`;

/** Lists the viewer's own API tokens, the newest first, with expired ones. */
export function listApiTokens(viewer: SessionViewer): Promise<ApiTokenSummary[]> {
  return queryRows<ApiTokenSummary>(db(), {
    text: `SELECT ${columnsFor("$2")} FROM "ApiToken" t WHERE t."accountId" = $1 ORDER BY t."createdAt" DESC, t.id DESC`,
    values: [viewer.accountId, limitedId(viewer)],
  });
}

const newestFirst: ListOrder = { key: 't."createdAt"', type: "timestamptz", direction: "DESC" };

/** Lists the API tokens of all accounts, whole or in pages. @throws AppError 400 for a cursor of another list */
export async function listAllApiTokens(_viewer: SuperadminViewer, { search, ...query }: ApiTokenQuery): Promise<ApiTokenPage> {
  const source: ListSource = {
    id: "t.id",
    matching: `FROM "ApiToken" t JOIN "Account" a ON a.id = t."accountId"
       WHERE $1 = '' OR position(lower($1) IN lower(t.name)) > 0 OR position(lower($1) IN lower(a.name)) > 0 OR position(lower($1) IN a.email) > 0`,
    values: [search],
    columns: `${columnsFor("NULL")}, json_build_object('_id', a.id, 'name', a.name, 'email', a.email, 'role', a.role) AS account`,
    joins: `LEFT JOIN "ApiToken" t ON t.id = page.id LEFT JOIN "Account" a ON a.id = t."accountId"`,
  };
  const { rows: tokens, ...info } = await readPage<AccountApiToken>(source, newestFirst, query);
  return { tokens, ...info };
}
