import type { AuditEvent as AuditEventModel } from "../generated/prisma/client";
import type { AuditEvent } from "./schema";

export type AuditEventRow = Omit<AuditEventModel, "id" | "details"> & { id: number; details: unknown };

function presentDetails(details: unknown): AuditEvent["details"] {
  if (details === null || details === undefined) return null;
  return typeof details === "object" && !Array.isArray(details) ? { ...details } : { value: details };
}

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
