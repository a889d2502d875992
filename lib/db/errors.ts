import { driverCause, errorCode } from "../errors";

/** Returns PostgreSQL's code of an error of node-postgres or Prisma, or "". */
export function databaseErrorCode(error: unknown): string {
  return (error instanceof Error && driverCause(error).originalCode) || errorCode(error);
}

export const isUniqueViolation = (error: unknown) => databaseErrorCode(error) === "23505";

/** Returns true for the error of a transaction that PostgreSQL rolled back because another one and it waited for each other. */
export const isDeadlock = (error: unknown) => databaseErrorCode(error) === "40P01";

/** Returns true for the error of a statement that has waited for a lock as long as it may. */
export const isLockTimeout = (error: unknown) => databaseErrorCode(error) === "55P03";

/** Returns true for the error of a statement that took longer than its limit. */
export const isStatementTimeout = (error: unknown) => databaseErrorCode(error) === "57014";
