import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "../env";
import { PrismaClient } from "../generated/prisma/client";
import { logger } from "../logging/logger";

// 64-bit integers are sizes and row ids here; none reaches 2^53, so plain numbers are exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

/** Milliseconds until a database without a free connection counts as unavailable. */
let connectMs = 5_000;
/** Milliseconds. Copies of a tree with millions of entries take minutes. */
const TRANSACTION_MS = 10 * 60_000;

/** Prisma reads and writes times as UTC, regardless of the database's time zone. */
async function useUtc(client: pg.ClientBase): Promise<void> {
  const query = { text: "SET TIME ZONE 'UTC'", query_timeout: connectMs };
  await client.query(query);
}

/** Sets the milliseconds that this process waits for a connection, before its first one. */
export function setConnectionWait(milliseconds: number): void {
  connectMs = milliseconds;
}

function connect(): Database {
  const limits = { max: 10, connectionTimeoutMillis: connectMs, idleTimeoutMillis: 30_000 };
  const pool = new pg.Pool({ connectionString: env().databaseUrl, ...limits, onConnect: useUtc });
  // An idle connection that the server closes must not end the process.
  pool.on("error", (error) => logger.warn({ err: error }, "database connection lost"));
  // The connection may also close between two statements, which must not end the process either: the next statement fails.
  pool.on("connect", (client) => client.on("error", (error) => logger.debug({ err: error }, "database connection lost in use")));
  // The pool ends waits for a connection before.
  const transactionOptions = { timeout: TRANSACTION_MS, maxWait: 2 * connectMs };
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

/** The connections themselves, for COPY, for temporary tables, and for statements of hot paths (record 73). */
export function pool(): pg.Pool {
  return database().pool;
}

export async function disconnect(): Promise<void> {
  const open = shared.seaVisionDatabase;
  delete shared.seaVisionDatabase;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}

interface LimitedStatement {
  /** PostgreSQL plans a statement of one name once for each connection. */
  name?: string;
  text: string;
  /** Milliseconds after which the database counts as unavailable. */
  query_timeout: number;
}

/**
 * Runs a statement of a hot path, or one that must end in time even when the database hangs. Prisma has no limit for one statement, and
 * takes three times the processor time (record 73). @returns its rows
 */
export async function queryLimited<Row extends object>(statement: LimitedStatement, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await pool().query<Row>({ ...statement, values: [...values] });
  return rows;
}
