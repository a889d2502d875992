import type { AuditEvent } from "./schema";

/** An event as the trail's query reads it. */
export interface AuditEventRow {
  id: number;
  at: Date;
  actorId: string | null;
  actorEmail: string | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  targetName: string | null;
  address: string | null;
  details: unknown;
}

function presentDetails(details: unknown): AuditEvent["details"] {
  if (details === null || details === undefined) return null;
  return typeof details === "object" && !Array.isArray(details) ? { ...details } : { value: details };
}

/** The one place where an event's row becomes what the API answers. */
export function presentEvent(row: AuditEventRow): AuditEvent {
  const { actorId, actorEmail, action, targetType, targetId, targetName, address } = row;
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    actor: actorEmail === null ? null : { _id: actorId, email: actorEmail },
    action,
    target: targetType === null ? null : { type: targetType, _id: targetId, name: targetName },
    address,
    details: presentDetails(row.details),
  };
}
