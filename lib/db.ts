import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "./env";
import { PrismaClient } from "./generated/prisma/client";
import { logger } from "./logging/logger";

// 64-bit integers are sizes and row ids here; none reaches 2^53, so plain numbers are exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

/** Milliseconds. */
const CONNECT_MS = 5_000;

/** The limit is that of connecting, of which this is a part. */
const inUtc = { text: "SET TIME ZONE 'UTC'", query_timeout: CONNECT_MS };

/** Prisma writes times without an offset, and reads them as if they were in UTC, whatever time zone the database was set up with. */
async function useUtc(client: pg.ClientBase): Promise<void> {
  await client.query(inUtc);
}

function connect(): Database {
  const limits = { max: 10, connectionTimeoutMillis: CONNECT_MS, idleTimeoutMillis: 30_000 };
  const pool = new pg.Pool({ connectionString: env().databaseUrl, ...limits, onConnect: useUtc });
  // An idle connection that the server closes must not end the process.
  pool.on("error", (error) => logger.warn({ err: error }, "database connection lost"));
  // Nor may one that closes while it is in use and between two statements: the next statement says so.
  pool.on("connect", (client) => client.on("error", (error) => logger.debug({ err: error }, "database connection lost in use")));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

// Next loads route modules more than once in one process; they must share one pool.
const shared = globalThis as typeof globalThis & { seaVisionDatabase?: Database };

function database(): Database {
  shared.seaVisionDatabase ??= connect();
  return shared.seaVisionDatabase;
}

/** Prisma over the pool of this process. */
export function db(): PrismaClient {
  return database().prisma;
}

/** The pool itself, for the statements that need PostgreSQL by name: bulk inserts, tree walks, LISTEN. */
export function pool(): pg.Pool {
  return database().pool;
}

/** The pool, or one connection of it that is in a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: { name?: string; text: string; values?: unknown[] }): Promise<pg.QueryResult<Row>>;
}

/** Runs statements of one connection as one transaction; what is thrown undoes them. */
export async function withTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // A connection on which not even that is possible is of no use to anybody else.
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** PostgreSQL's code for a transaction that was undone because another one and it waited for each other. */
const DEADLOCK = "40P01";
/** That two changes meet so often in a row is not chance any more. */
const DEADLOCK_TRIES = 4;

/** As withTransaction, for work that may meet others who take the same rows in another order: then it begins again. */
export async function retryTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(work);
    } catch (error) {
      const isDeadlock = error instanceof Error && "code" in error && error.code === DEADLOCK;
      if (!isDeadlock || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

/** Ends every connection; the process can exit after it. */
export async function disconnect(): Promise<void> {
  const open = shared.seaVisionDatabase;
  delete shared.seaVisionDatabase;
  await open?.prisma.$disconnect();
  await open?.pool.end();
}
