import { db } from "../db/client";
import { type Database, queryRows } from "../db/query";
import type { Transaction } from "../db/transaction";
import { type AuditEvent as AuditEventModel, Prisma } from "../generated/prisma/client";
import { type CursorOrder, formatCursor, parseCursor } from "../http/paging/cursor";
import { ROWS_PER_PAGE } from "../http/paging/values";
import type { AuditCredential, AuditEvent, AuditExportQuery, AuditPage, AuditQuery, AuditReader } from "./schema";
import { type AuditAction, actionsOf, allAuditActions, auditActions, auditGroups } from "./values";

type AuditEventRow = Omit<AuditEventModel, "id" | "details" | "credential"> & {
  id: number;
  credential: AuditCredential | null;
  details: unknown;
};

export const countEvents = (condition: string) => `SELECT count(*) FROM "AuditEvent" WHERE ${condition}`;

/** Builds a query for the sum of a whole number in the details of the events that meet a condition. */
export const sumOfEvents = (detail: string, condition: string) =>
  `SELECT coalesce(sum((details ->> '${detail}')::int), 0) FROM "AuditEvent" WHERE ${condition}`;

/** Must match the index of the migration audit_search. */
const EVENT_TEXT = Prisma.sql`(E'\\n' || lower(coalesce("actorEmail", '') || E'\\n' || coalesce("targetName", '') || E'\\n' || action || E'\\n' || coalesce(address, '') || E'\\n' || coalesce(details ->> 'role', '')))`;

const COLUMNS = Prisma.sql`id, at, "actorId", "actorEmail", action, "targetType", "targetId", "targetName", address, credential, details`;
const NEWEST_FIRST = "ORDER BY at DESC, id DESC";
const ORDER = Prisma.raw(NEWEST_FIRST);
const newestFirst: CursorOrder = { name: NEWEST_FIRST, type: "timestamptz", idType: "bigint" };

const MOST_WORDS = 8;
/** The trigram index can't find shorter words, so they must start a field. */
const MIN_INDEXED_WORD = 3;
/** Newest events that a search scans before it uses the index. */
const SCANNED_EVENTS = 20_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface Conditions {
  window: Prisma.Sql[];
  filters: Prisma.Sql[];
}

function whereAll(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}` : Prisma.empty;
}

function escapePattern(text: string): string {
  return text.replace(/[%_\\]/g, "\\$&");
}

/** Returns the actions of a filter, null for all. An unknown action may be of another release. */
function toActions(filter: string | undefined): string[] | null {
  if (filter === undefined) return null;
  const group = Object.keys(auditGroups).find((name): name is keyof typeof auditGroups => name === filter);
  return group ? actionsOf(group) : [filter];
}

/** Matches a word in the text of the event or the label of its action. */
function toFilter(word: string): Prisma.Sql {
  const pattern = escapePattern(word);
  const text = Prisma.sql`${EVENT_TEXT} LIKE ${word.length < MIN_INDEXED_WORD ? `%\n${pattern}%` : `%${pattern}%`}`;
  const actions = allAuditActions.filter((action) => auditActions[action].toLowerCase().includes(word));
  return actions.length > 0 ? Prisma.sql`(${text} OR action = ANY (${actions}))` : text;
}

function toConditions({ search, actor, from, to, cursor }: AuditQuery): Conditions {
  const window: Prisma.Sql[] = [];
  if (from) window.push(Prisma.sql`at >= ${from}`);
  if (to) window.push(Prisma.sql`at < ${to}`);
  const [at, id] = parseCursor(cursor, newestFirst);
  if (at !== null) window.push(Prisma.sql`(at, id) < (${at}::timestamptz, ${id}::bigint)`);
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
  const filters = words.map(toFilter);
  if (actor && UUID.test(actor)) filters.push(Prisma.sql`"actorId" = ${actor}`);
  // The actor's address starts the text.
  else if (actor) filters.push(Prisma.sql`${EVENT_TEXT} LIKE ${`\n${escapePattern(actor.toLowerCase())}%`}`);
  return { window, filters };
}

/** Returns who last changed a field of a target, and when; null without such an event. */
export async function findLastChange(
  client: Database,
  { type, id }: { type: string; id: string },
  field: string,
): Promise<{ actorEmail: string | null; at: Date } | null> {
  const rows = await queryRows<{ actorEmail: string | null; at: Date }>(client, {
    text: `SELECT "actorEmail", at FROM "AuditEvent"
            WHERE "targetType" = $1 AND "targetId" = $2 AND details -> 'after' ? $3 ${NEWEST_FIRST} LIMIT 1`,
    values: [type, id, field],
  });
  return rows[0] ?? null;
}

const readRows = (sql: Prisma.Sql) => queryRows<AuditEventRow>(db(), sql);

/** Without a search: reads in the order of an index. The planner knows how rare an action is only by its value, so each has a query. */
function readInOrder({ window, filters }: Conditions, actions: string[] | null, limit: number): Promise<AuditEventRow[]> {
  const end = Prisma.sql`${ORDER} LIMIT ${limit}`;
  const select = (...more: Prisma.Sql[]) =>
    Prisma.sql`SELECT ${COLUMNS} FROM "AuditEvent" ${whereAll([...more, ...window, ...filters])} ${end}`;
  if (!actions) return readRows(select());
  const ofEach = actions.map((action) => Prisma.sql`(${select(Prisma.sql`action = ${action}`)})`);
  return readRows(Prisma.sql`SELECT ${COLUMNS} FROM (${Prisma.join(ofEach, " UNION ALL ")}) event ${end}`);
}

/** Scans the newest events, then uses the trigram index. Each is faster for other searches, and the planner can't know which. */
async function readMatching({ window, filters }: Conditions, actions: string[] | null, limit: number): Promise<AuditEventRow[]> {
  if (actions) filters.push(Prisma.sql`action = ANY (${actions})`);
  const end = Prisma.sql`${ORDER} LIMIT ${limit}`;
  const newest = Prisma.sql`SELECT * FROM "AuditEvent" ${whereAll(window)} ${ORDER} LIMIT ${SCANNED_EVENTS}`;
  const found = await readRows(Prisma.sql`SELECT ${COLUMNS} FROM (${newest}) event ${whereAll(filters)} ${end}`);
  if (found.length === limit) return found;
  return readRows(Prisma.sql`
    WITH found AS MATERIALIZED (SELECT id, at FROM "AuditEvent" ${whereAll([...window, ...filters])}), page AS (SELECT id FROM found ${end})
    SELECT ${COLUMNS} FROM "AuditEvent" WHERE id IN (SELECT id FROM page) ${ORDER}`);
}

function presentDetails(details: unknown): AuditEvent["details"] {
  if (details === null || details === undefined) return null;
  return typeof details === "object" && !Array.isArray(details) ? { ...details } : { value: details };
}

function presentEvent(row: AuditEventRow): AuditEvent {
  const { actorId, actorEmail, action, targetType, targetId, targetName, address, credential } = row;
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    actor: actorEmail === null ? null : { _id: actorId, email: actorEmail },
    action,
    target: targetType === null ? null : { type: targetType, _id: targetId, name: targetName },
    address,
    credential,
    details: presentDetails(row.details),
  };
}

/** Returns a page of the audit log, newest first, by keyset. @throws AppError 400 for a cursor of another list */
export async function listAuditEvents(_viewer: AuditReader, query: AuditQuery): Promise<AuditPage> {
  const conditions = toConditions(query);
  const size = query.limit ?? ROWS_PER_PAGE;
  const isSearch = query.search !== "" || (query.actor !== undefined && !UUID.test(query.actor));
  const read = isSearch ? readMatching : readInOrder;
  const rows = await read(conditions, toActions(query.action), size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    events: page.map(presentEvent),
    nextCursor: last && rows.length > size ? formatCursor(last.at, String(last.id), newestFirst) : null,
  };
}

const EXPORTED_AT_ONCE = 1_000;

/** Reads every event that matches, newest first, in batches. Each batch is a query of its own, so a slow reader holds no connection. */
export async function* readAuditEvents(viewer: AuditReader, query: AuditExportQuery): AsyncGenerator<AuditEvent[]> {
  let cursor: string | undefined;
  do {
    const page = await listAuditEvents(viewer, { ...query, limit: EXPORTED_AT_ONCE, cursor });
    yield page.events;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns whether the audit log has an action of this account. */
export async function hasActed(tx: Pick<Transaction, "auditEvent">, actorId: string, action: AuditAction): Promise<boolean> {
  return (await tx.auditEvent.findFirst({ where: { actorId, action }, select: { id: true } })) !== null;
}
