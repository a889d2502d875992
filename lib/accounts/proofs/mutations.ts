import { auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db";
import type { Prisma } from "../../generated/prisma/client";
import type { Client } from "../../http/client";
import { requireCurrentPassword } from "../passwords/current-password";
import { lockOwnSession } from "../sessions/mutations";
import type { SessionViewer } from "../sessions/schema";
import type { Proof } from "./schema";

/** Notes in the transaction of a change that the person behind a session proved who they are. */
export async function recordProof(tx: Prisma.TransactionClient, { credential }: SessionViewer): Promise<void> {
  await tx.session.update({ where: { id: credential.id }, data: { provenAt: new Date() }, select: { id: true } });
}

/** Proves that the person behind a session is still its owner. @throws AppError 400 for a wrong password; 401; 429; 503 */
export async function prove(viewer: SessionViewer, { password }: Proof, client: Client): Promise<void> {
  await requireCurrentPassword(viewer, password, client, "password");
  await db().$transaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    await recordProof(tx, viewer);
    const target = { type: "session", id: viewer.credential.id };
    await recordAudit(tx, { action: "session.proven", actor: auditActor(viewer, client), target });
  });
}
