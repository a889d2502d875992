import type { Queryable } from "../db";
import type { Prisma } from "../generated/prisma/client";
import type { Client } from "../http/client";
import { describeDevice } from "../http/device";
import type { Caller } from "../logging/request";
import type { AuditCredential } from "./schema";
import type { AuditAction } from "./values";

export interface AuditActor {
  accountId: string;
  email: string;
  address?: string | null;
  credential?: AuditCredential | null;
}

/** Returns the actor of a request. A session has the name of the device that it is used on. */
export function auditActor({ accountId, email, credential }: Caller, { address, userAgent }: Client): AuditActor {
  const { id: _id } = credential;
  if (credential.kind === "token") return { accountId, email, address, credential: { kind: "token", _id, name: credential.name } };
  const kind = credential.isSingleSignOn ? "single-sign-on" : "session";
  return { accountId, email, address, credential: { kind, _id, name: describeDevice(userAgent).device } };
}

export interface AuditEntry {
  action: AuditAction;
  /** Null when it was the product itself or an unknown client. */
  actor: AuditActor | null;
  target?: { type: string; id?: string; name?: string };
  address?: string | null;
  /** If not that of the actor: of a visitor with a share link. */
  credential?: AuditCredential;
  /** Never a secret. */
  details?: Prisma.InputJsonObject;
  /** Default: now. */
  at?: Date;
}

/** Writes an audit event. @param tx the transaction of the change, so that neither exists without the other */
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
      credential: entry.credential ?? actor?.credential ?? undefined,
      details,
    },
  });
}

/** As recordAudit, in a transaction of node-postgres. Prisma would take 60 MB of the worker's memory. */
export function recordAuditBy(client: Queryable, entry: AuditEntry): Promise<void> {
  return recordAllBy(client, [entry]);
}

/** As recordAuditBy, of many events in one statement. */
export async function recordAllBy(client: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  await client.query({
    text: `INSERT INTO "AuditEvent" (at, action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, credential, details)
           SELECT coalesce(at, now()), action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, credential, details
             FROM unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::jsonb[])
               event (at, action, "actorId", "actorEmail", "targetType", "targetId", "targetName", address, credential, details)`,
    values: [
      entries.map(({ at }) => at),
      entries.map(({ action }) => action),
      entries.map(({ actor }) => actor?.accountId),
      entries.map(({ actor }) => actor?.email),
      entries.map(({ target }) => target?.type),
      entries.map(({ target }) => target?.id),
      entries.map(({ target }) => target?.name),
      entries.map(({ actor, address }) => address ?? actor?.address),
      entries.map(({ actor, credential }) => credential ?? actor?.credential),
      entries.map(({ details }) => details),
    ],
  });
}
