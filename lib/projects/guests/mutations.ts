import { lockGroup } from "../../accounts/groups/mutations";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { type AuditActor, auditActor, recordAudits } from "../../audit/mutations";
import type { AuditAction } from "../../audit/values";
import { queryRows } from "../../db/query";
import { retryTransaction, type Transaction } from "../../db/transaction";
import { env } from "../../env";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { readGroupGuests } from "./data";
import type { GroupGuests, GuestEdit } from "./schema";
import { GUESTS_NEED_MAIL } from "./values";

/** What guests are admitted to. */
interface Host {
  type: "project" | "group";
  id: string;
  name: string;
}

interface ChangedEntry {
  address: string;
  expiresAt: Date | null;
  /** Null for an entry that was removed. */
  isNew: boolean | null;
}

function actionOf({ isNew }: ChangedEntry): AuditAction {
  if (isNew === null) return "guest.removed";
  return isNew ? "guest.admitted" : "guest.end-changed";
}

/** Admits guests to a locked project or group, changes their ends, and removes some. Maps that removed ones have open close. @throws AppError 409 without a mail server */
export async function changeGuests(
  tx: Transaction,
  host: Host,
  { guests, withdrawGuests }: GuestEdit,
  event: { actor: AuditActor; at: Date },
): Promise<void> {
  if (guests.length === 0 && withdrawGuests.length === 0) return;
  if (guests.length > 0 && !env().deliversMail) throw new AppError("conflict", GUESTS_NEED_MAIL, { fields: { guests: GUESTS_NEED_MAIL } });
  const column = host.type === "project" ? `"projectId"` : `"groupId"`;
  const ends = guests.map(({ expiresAt }) => expiresAt?.toISOString() ?? null);
  const changed = await queryRows<ChangedEntry>(tx, {
    text: `WITH removed AS (DELETE FROM "GuestEntry" WHERE ${column} = $1::uuid AND address = ANY ($4::text[]) RETURNING address, "expiresAt"),
                changed AS (
                  INSERT INTO "GuestEntry" AS entry (id, ${column}, address, "expiresAt", "createdById")
                  SELECT gen_random_uuid(), $1::uuid, given.address, given.at, $5::uuid FROM unnest($2::text[], $3::timestamptz[]) given (address, at)
                  ON CONFLICT (${column}, address) DO UPDATE SET "expiresAt" = EXCLUDED."expiresAt"
                   WHERE entry."expiresAt" IS DISTINCT FROM EXCLUDED."expiresAt"
                  RETURNING address, "expiresAt", xmax = 0 AS "isNew")
           SELECT address, "expiresAt", "isNew" FROM changed UNION ALL SELECT address, "expiresAt", NULL FROM removed`,
    values: [host.id, guests.map(({ address }) => address), ends, withdrawGuests, event.actor.accountId],
  });
  await recordAudits(
    tx,
    changed.map((entry) => ({
      ...event,
      action: actionOf(entry),
      target: { ...host },
      details: { guest: entry.address, expiresAt: entry.expiresAt?.toISOString() ?? null },
    })),
  );
}

/** Changes the guests of a group, all or nothing. @throws AppError 404, 409 without a mail server */
export async function editGroupGuests(viewer: AdminViewer, id: string, edit: GuestEdit, client: Client): Promise<GroupGuests> {
  const event = { actor: auditActor(viewer, client), at: new Date() };
  await retryTransaction(async (tx) => {
    const { name } = await lockGroup(tx, viewer, id);
    await changeGuests(tx, { type: "group", id, name }, edit, event);
  });
  return readGroupGuests(viewer, id);
}
