import type { Database } from "../db/query";
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
  /** Null when it was the product itself or an unknown client. A guest has no account. */
  actor: (Omit<AuditActor, "accountId"> & { accountId: string | null }) | null;
  target?: { type: string; id?: string; name?: string };
  address?: string | null;
  /** If not that of the actor: of a visitor with a share link. */
  credential?: AuditCredential;
  /** Never a secret. */
  details?: Prisma.InputJsonObject;
  /** Default: now. */
  at?: Date;
}

function toRow({ action, actor, target, details, at, address, credential }: AuditEntry): Prisma.AuditEventCreateManyInput {
  return {
    at,
    action,
    actorId: actor?.accountId,
    actorEmail: actor?.email,
    targetType: target?.type,
    targetId: target?.id,
    targetName: target?.name,
    address: address ?? actor?.address,
    credential: credential ?? actor?.credential ?? undefined,
    details,
  };
}

/** Writes audit events. @param client the transaction of the change, so that neither exists without the other */
export async function recordAudits(client: Pick<Database, "auditEvent">, entries: readonly AuditEntry[]): Promise<void> {
  await client.auditEvent.createMany({ data: entries.map(toRow) });
}

/** As {@link recordAudits}, one event. */
export function recordAudit(client: Pick<Database, "auditEvent">, entry: AuditEntry): Promise<void> {
  return recordAudits(client, [entry]);
}
