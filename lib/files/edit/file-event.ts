import { type AuditActor, recordAuditBy } from "../../audit/mutations";
import type { AuditAction } from "../../audit/schema";
import type { Queryable } from "../../db";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";

/** So many paths are told in the details of an event. */
const PATHS_TOLD = 20;

/** Something that happened to files of a scope. */
export interface FileEvent {
  action: AuditAction & `file.${string}`;
  path: EntryPath;
  details?: Record<string, string | number | string[]>;
}

/** Writes an event of the audit trail that is about files of a scope. Only the product itself has no actor. */
export function recordFileEvent(transaction: Queryable, scope: FileScope, actor: AuditActor | null, event: FileEvent): Promise<void> {
  const target = { type: "file", ...(scope.projectId && { id: scope.projectId }), name: event.path.join("/") };
  return recordAuditBy(transaction, { action: event.action, actor, target, details: { project: scope.name, ...event.details } });
}

/** Details of an event that is about many files: how many, and the first of them. */
export function tellPaths(paths: readonly string[]): { count: number; items: string[] } {
  return { count: paths.length, items: paths.slice(0, PATHS_TOLD) };
}
