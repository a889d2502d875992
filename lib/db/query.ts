import type { Prisma } from "../generated/prisma/client";

/** The client, or a transaction. */
export type Database = Prisma.TransactionClient;

/** A statement with its values as $1, $2 and so on. */
interface Statement {
  text: string;
  values?: readonly unknown[];
}

/** 64-bit integers are sizes and row ids here; none reaches 2^53, so plain numbers are exact. */
function toNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return Array.isArray(value) ? value.map(toNumbers) : value;
}

/** Runs a statement that Prisma's models can't express. @returns its rows */
export async function queryRows<Row extends object>(client: Database, { text, values = [] }: Statement): Promise<Row[]> {
  const rows = await client.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toNumbers(value)])) as Row);
}

/** Runs a statement without rows. @returns how many rows it has changed */
export function execute(client: Database, { text, values = [] }: Statement): Promise<number> {
  return client.$executeRawUnsafe(text, ...values);
}

/** Orders text by the Unicode collation, which puts ä next to a and is the same on every server. */
export const UNICODE_ORDER = `COLLATE "und-x-icu"`;

/** Builds the key that orders names as people read them, in any case. @param name an SQL expression */
export const nameKey = (name: string) => `lower(${name}) ${UNICODE_ORDER}`;

/** Builds the condition that a row has not ended. @param alias of a row with an `expiresAt` that is null without an end */
export const isLive = (alias: string) => `(${alias}."expiresAt" IS NULL OR ${alias}."expiresAt" > now())`;

/** Builds a time as the API shows it, in ISO 8601 and UTC with milliseconds. @param time an SQL expression */
export const isoTime = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
