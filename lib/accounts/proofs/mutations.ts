import { auditActor, recordAudit } from "../../audit/mutations";
import { inTransaction, type Transaction } from "../../db/transaction";
import { AppError, sessionEnded } from "../../errors";
import type { Client } from "../../http/client";
import type { PasskeyResponse } from "../passkeys/schema";
import { verifyPasskey } from "../passkeys/sign-in";
import { requireCurrentPassword } from "../passwords/current-password";
import { acceptCode, countCode, resetAttempts, WRONG_CODE } from "../second-factors/codes";
import { lockOwnSession } from "../sessions/mutations";
import { acceptsPassword } from "../sessions/policy";
import type { SessionViewer } from "../sessions/schema";
import type { Proof } from "./schema";

/** Notes in the transaction of a change that the person behind a session proved who they are. @throws AppError 401 when it has ended */
export async function recordProof(tx: Transaction, { credential: { id } }: SessionViewer): Promise<void> {
  if ((await tx.session.updateMany({ where: { id }, data: { provenAt: new Date() } })).count === 0) throw sessionEnded();
}

async function accept(tx: Transaction, viewer: SessionViewer, client: Client, factor: string): Promise<void> {
  await recordProof(tx, viewer);
  const target = { type: "session", id: viewer.credential.id };
  await recordAudit(tx, { action: "session.proven", actor: auditActor(viewer, client), target, details: { factor } });
}

async function proveByPassword(viewer: SessionViewer, password: string, client: Client): Promise<void> {
  if (!acceptsPassword(viewer.role)) throw new AppError("forbidden", "Passwords are turned off. Use single sign-on instead.");
  await requireCurrentPassword(viewer, password, client, "password");
  await inTransaction((tx) => accept(tx, viewer, client, "password"));
}

async function proveByCode(viewer: SessionViewer, code: string, client: Client): Promise<void> {
  const { accountId, email } = viewer;
  const attempt = { accountId, device: null };
  await countCode(attempt, client);
  const factor = await inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const accepted = await acceptCode(tx, accountId, code);
    if (accepted) await accept(tx, viewer, client, accepted);
    else {
      const target = { type: "account", id: accountId, name: email };
      await recordAudit(tx, { action: "session.factor-refused", actor: auditActor(viewer, client), target });
    }
    return accepted;
  });
  if (!factor) throw new AppError("bad_request", WRONG_CODE, { fields: { code: WRONG_CODE } });
  await resetAttempts(attempt, client);
}

async function proveByPasskey(viewer: SessionViewer, response: PasskeyResponse, client: Client): Promise<void> {
  const proven = await verifyPasskey(response, client, viewer.accountId, async (tx) => {
    await accept(tx, viewer, client, "passkey");
    return viewer;
  });
  if (!proven) throw new AppError("bad_request", "This passkey is not one of your account.");
}

/** Proves that the person behind a session is still its owner. @throws AppError 400 for a wrong proof; 401; 403 where passwords are off; 429; 503 */
export function prove(viewer: SessionViewer, proof: Proof, client: Client): Promise<void> {
  if ("password" in proof) return proveByPassword(viewer, proof.password, client);
  if ("code" in proof) return proveByCode(viewer, proof.code, client);
  return proveByPasskey(viewer, proof.passkey, client);
}
