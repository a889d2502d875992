import { type AuditActor, recordAudit } from "../../audit/mutations";
import type { AuditAction } from "../../audit/values";
import type { Transaction } from "../../db/transaction";
import type { EntryPath } from "../../trees/schema";
import type { FileScope } from "../data";

const PATHS_TOLD = 20;

export interface FileEvent {
  action: AuditAction & `file.${string}`;
  path: EntryPath;
  details?: Record<string, string | number | string[]>;
}

/** Records an audit event about files of a scope. Only the product itself has no actor. */
export function recordFileEvent(tx: Transaction, scope: FileScope, actor: AuditActor | null, event: FileEvent): Promise<void> {
  const target = { type: "file", ...(scope.projectId && { id: scope.projectId }), name: event.path.join("/") };
  return recordAudit(tx, { action: event.action, actor, target, details: { project: scope.name, ...event.details } });
}

/** Returns the details of an event about many files: their number and the first paths. */
export function summarizePaths(paths: readonly string[]): { count: number; items: string[] } {
  return { count: paths.length, items: paths.slice(0, PATHS_TOLD) };
}
