import type { Queryable } from "../db";
import type { Prisma } from "../generated/prisma/client";
import type { Client } from "../http/client";
import type { AuditAction } from "./schema";

/** Who did it; a Viewer fits. */
export interface AuditActor {
  accountId: string;
  email: string;
  /** Network address that the request came from, when there was one. */
  address?: string | null;
}

/** Somebody signed in, and the device that the request came from. */
export function auditActor({ accountId, email }: Pick<AuditActor, "accountId" | "email">, { address }: Client): AuditActor {
  return { accountId, email, address };
}

export interface AuditEntry {
  action: AuditAction;
  /** Null when the product itself did it, or nobody who is known. */
  actor: AuditActor | null;
  target?: { type: string; id?: string; name?: string };
  /** Where it came from when nobody is known. */
  address?: string | null;
  /** What else a reader of the trail needs. Never a secret. */
  details?: Prisma.InputJsonObject;
  /** When it happened, where the details depend on it; otherwise the moment at which it is written. */
  at?: Date;
}

/**
 * Writes an event of the audit trail.
 * @param tx the transaction of the change that the event tells of, so that neither is ever there without the other
 */
export async function recordAudit(tx: Pick<Prisma.TransactionClient, "auditEvent">, entry: AuditEntry): Promise<void> {
  const { action, actor, target, details, at } = entry;
  await tx.auditEvent.create({
    data: {
      at,
      action,
      actorId: actor?.accountId,
      actorEmail: actor?.email,
      targetType: target?.type,
      targetId: target?.id,
      targetName: target?.name,
      address: entry.address ?? actor?.address,
      details,
    },
  });
}

/** As recordAudit, in a transaction of node-postgres: the worker's own, which does without the 60 MB that Prisma takes. */
export function recordAuditBy(client: Queryable, entry: AuditEntry): Promise<void> {
  return recordAllBy(client, [entry]);
}

/** As recordAuditBy, of many events in one statement. */
export async function recordAllBy(client: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  await client.query({
    text: `INSERT INTO "AuditEvent" (at, action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, details)
           SELECT coalesce(at, now()), action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, details
             FROM unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[])
               event (at, action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, details)`,
    values: [
      entries.map(({ at }) => at),
      entries.map(({ action }) => action),
      entries.map(({ actor }) => actor?.accountId),
      entries.map(({ actor }) => actor?.email),
      entries.map(({ target }) => target?.type),
      entries.map(({ target }) => target?.id),
      entries.map(({ target }) => target?.name),
      entries.map(({ actor, address }) => address ?? actor?.address),
      entries.map(({ details }) => details),
    ],
  });
}

/** Who began what somebody else finishes, as a row of theirs keeps it. */
export interface AuditOrigin {
  /** Null when the account is gone, or there never was one. */
  ownerId: string | null;
  /** Network address that it was begun from. */
  address: string | null;
}

/** As recordAuditBy, for what comes later of something that a person began: the worker's doing is theirs. */
export async function recordAuditOf(
  client: Queryable,
  { ownerId, address }: AuditOrigin,
  entry: Omit<AuditEntry, "actor" | "address">,
): Promise<void> {
  const { rows } = await client.query<{ email: string }>({ text: `SELECT email FROM "Account" WHERE id = $1`, values: [ownerId] });
  const actor = ownerId && rows[0] ? { accountId: ownerId, email: rows[0].email } : null;
  await recordAuditBy(client, { ...entry, actor, address });
}
