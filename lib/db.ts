import { finished } from "node:stream/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { env } from "./env";
import { errorCode } from "./errors";
import { Prisma, PrismaClient } from "./generated/prisma/client";
import { logger } from "./logging/logger";

// 64-bit integers are sizes and row ids here; none reaches 2^53, so plain numbers are exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

const CONNECT_MS = 5_000;
/** Milliseconds. Twenty thousand assignments take one or two seconds; the rest is for locks and a busy machine. The pool ends waits before. */
const transactionOptions = { timeout: 30_000, maxWait: 10_000 };

/** Prisma reads and writes times as UTC, regardless of the database's time zone. */
async function useUtc(client: pg.ClientBase): Promise<void> {
  const query = { text: "SET TIME ZONE 'UTC'", query_timeout: CONNECT_MS };
  await client.query(query);
}

function connect(): Database {
  const limits = { max: 10, connectionTimeoutMillis: CONNECT_MS, idleTimeoutMillis: 30_000 };
  const pool = new pg.Pool({ connectionString: env().databaseUrl, ...limits, onConnect: useUtc });
  // An idle connection that the server closes must not end the process.
  pool.on("error", (error) => logger.warn({ err: error }, "database connection lost"));
  // The connection may also close between two statements, which must not end the process either: the next statement fails.
  pool.on("connect", (client) => client.on("error", (error) => logger.debug({ err: error }, "database connection lost in use")));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions }) };
}

// Next loads route modules more than once in one process; they must share one pool.
const shared = globalThis as typeof globalThis & { seaVisionDatabase?: Database };

function database(): Database {
  shared.seaVisionDatabase ??= connect();
  return shared.seaVisionDatabase;
}

export function db(): PrismaClient {
  return database().prisma;
}

/** The pool itself, for SQL that Prisma can't express. */
export function pool(): pg.Pool {
  return database().pool;
}

export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: { name?: string; text: string; values?: unknown[] }): Promise<pg.QueryResult<Row>>;
}

const afterCommits = new WeakMap<Queryable, Set<() => void>>();

/** Runs work once after the commit of a transaction of {@link withTransaction}, before that resolves. Elsewhere it runs at once. */
export function afterCommit(client: Queryable, work: () => void): void {
  const waiting = afterCommits.get(client);
  if (waiting) waiting.add(work);
  else work();
}

/** Runs statements of one connection as one transaction. An error rolls it back. */
export async function withTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const committed = new Set<() => void>();
    afterCommits.set(client, committed);
    const result = await work(client);
    await client.query("COMMIT");
    afterCommits.delete(client);
    client.release();
    for (const run of committed) run();
    return result;
  } catch (error) {
    afterCommits.delete(client);
    // A connection that can't roll back is destroyed.
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/**
 * Inserts lines in the text format of COPY, which takes about half the time of INSERT.
 * @param target table and columns
 * @param chunks the lines, one or more in each
 */
export async function copyLines(client: Queryable, target: string, chunks: readonly Buffer[]): Promise<void> {
  if (chunks.every(({ length }) => length === 0)) return;
  if (client instanceof pg.Pool) return withTransaction((own) => copyLines(own, target, chunks));
  const stream = (client as pg.PoolClient).query(copyFrom(`COPY ${target} FROM STDIN`));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await finished(stream);
}

/** Returns PostgreSQL's code of an error of node-postgres or Prisma, or "". */
function postgresCode(error: unknown): string {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return errorCode(error);
  const wrapped = error.meta?.driverAdapterError as { cause?: { originalCode?: string } } | undefined;
  return wrapped?.cause?.originalCode ?? "";
}

export const isUniqueViolation = (error: unknown) => postgresCode(error) === "23505";

/** Returns true for the error of a transaction that PostgreSQL rolled back because another one and it waited for each other. */
export const isDeadlock = (error: unknown) => postgresCode(error) === "40P01";

const DEADLOCK_TRIES = 4;

/** Repeats a transaction that ends in a deadlock. */
export async function retryDeadlocks<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isDeadlock(error) || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

/** As withTransaction, for work that may meet other transactions that lock the same rows in another order. */
export function retryTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return retryDeadlocks(() => withTransaction(work));
}

/** Orders text by the Unicode collation, which puts ä next to a and is the same on every server. */
export const UNICODE_ORDER = `COLLATE "und-x-icu"`;

/** Builds the key that orders names as people read them, in any case. @param name an SQL expression */
export const nameKey = (name: string) => `lower(${name}) ${UNICODE_ORDER}`;

/** Builds a time as the API shows it, in ISO 8601 and UTC with milliseconds. @param time an SQL expression */
export const isoTime = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function disconnect(): Promise<void> {
  const open = shared.seaVisionDatabase;
  delete shared.seaVisionDatabase;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
