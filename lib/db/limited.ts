import { pool } from "./client";

export interface LimitedStatement {
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
