import type { WebAuthnCredential } from "@simplewebauthn/server";
import { type AuditActor, auditActor, recordAudit } from "../../audit/mutations";
import { db } from "../../db/client";
import { inTransaction, type Transaction } from "../../db/transaction";
import { AppError, notFound } from "../../errors";
import type { Client } from "../../http/client";
import { addNotice } from "../notices/mutations";
import { requireRecentProof } from "../proofs/policy";
import { rowIdSchema } from "../schema";
import { settleRemoval } from "../second-factors/mutations";
import { ensureRecoveryCodes } from "../second-factors/recovery-codes";
import { lockOwnSession } from "../sessions/mutations";
import type { SessionViewer } from "../sessions/schema";
import { creationOptions, type PasskeyOwner, verifyCreation } from "./ceremony";
import { listPasskeys } from "./data";
import type { AddedPasskey, NewPasskey, NewPasskeyResponse, PasskeyName, PasskeySummary } from "./schema";
import { PASSKEYS_MAX } from "./values";

const passkeyGone = () => notFound("This passkey has been removed already.");

/** Returns the options with which a browser creates a passkey for an account. It needs no session. */
export async function passkeyCreationOptions(account: PasskeyOwner) {
  const existing = await db().passkey.findMany({ where: { accountId: account.id }, select: { credentialId: true, transports: true } });
  return creationOptions(account, existing);
}

/** Verifies a new passkey of an account. @throws AppError 400 when it is refused */
export async function verifyNewPasskey(accountId: string, response: NewPasskeyResponse): Promise<WebAuthnCredential> {
  const credential = await verifyCreation(accountId, response);
  if (!credential) throw new AppError("bad_request", "The passkey could not be verified. Add it again.");
  return credential;
}

/**
 * Stores a verified passkey in the transaction that has locked its account.
 * @returns its id, and recovery codes with the first second factor
 * @throws AppError 409 with too many passkeys, and for one that exists
 */
export async function addPasskey(
  tx: Transaction,
  actor: AuditActor,
  name: string,
  { id: credentialId, publicKey, counter, transports = [] }: WebAuthnCredential,
): Promise<{ id: string; recoveryCodes: string[] | null }> {
  const { accountId } = actor;
  if ((await tx.passkey.count({ where: { accountId } })) >= PASSKEYS_MAX) {
    throw new AppError("conflict", `You have ${PASSKEYS_MAX} passkeys. Remove one that you no longer need.`);
  }
  const data = { accountId, credentialId, publicKey, counter, transports, name };
  const [added] = await tx.passkey.createManyAndReturn({ data: [data], skipDuplicates: true, select: { id: true } });
  if (!added) throw new AppError("conflict", "This passkey has been added already.");
  await recordAudit(tx, {
    action: "account.factor-added",
    actor,
    target: { type: "passkey", id: added.id, name },
    details: { factor: "passkey" },
  });
  await addNotice(tx, accountId, { kind: "factor-changed", change: `The passkey ${name} was added.`, at: new Date().toISOString() });
  return { id: added.id, recoveryCodes: await ensureRecoveryCodes(tx, accountId) };
}

/** Returns the options of a passkey for the viewer. @throws AppError 403 without a recent proof */
export async function ownPasskeyOptions(viewer: SessionViewer) {
  await requireRecentProof(viewer);
  return passkeyCreationOptions({ id: viewer.accountId, email: viewer.email, name: viewer.name });
}

/** Adds a passkey to the viewer's account. @throws AppError 400 when it is refused; 401; 403 without a recent proof; 409 */
export async function addOwnPasskey(
  viewer: SessionViewer,
  { name, response }: NewPasskey,
  client: Client,
): Promise<Omit<AddedPasskey, "message">> {
  await requireRecentProof(viewer);
  const credential = await verifyNewPasskey(viewer.accountId, response);
  const { id, recoveryCodes } = await inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    return addPasskey(tx, auditActor(viewer, client), name, credential);
  });
  return { passkey: await readOwn(viewer, id), recoveryCodes };
}

async function readOwn(viewer: SessionViewer, id: string): Promise<PasskeySummary> {
  const passkey = (await listPasskeys(viewer)).find(({ _id }) => _id === id);
  if (!passkey) throw passkeyGone();
  return passkey;
}

/** Finds one of the viewer's passkeys, whose account the transaction has locked. @throws AppError 404 */
async function findOwn(tx: Transaction, { accountId }: SessionViewer, passkeyId: string): Promise<{ id: string; name: string }> {
  const id = rowIdSchema.safeParse(passkeyId).data;
  const passkey = id && (await tx.passkey.findFirst({ where: { id, accountId }, select: { id: true, name: true } }));
  if (!passkey) throw passkeyGone();
  return passkey;
}

/** Renames one of the viewer's passkeys. @throws AppError 401, 404 */
export async function renamePasskey(
  viewer: SessionViewer,
  passkeyId: string,
  { name }: PasskeyName,
  client: Client,
): Promise<PasskeySummary> {
  const id = await inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const passkey = await findOwn(tx, viewer, passkeyId);
    if (passkey.name === name) return passkey.id;
    await tx.passkey.update({ where: { id: passkey.id }, data: { name }, select: { id: true } });
    const target = { type: "passkey", id: passkey.id, name };
    const details = { before: { name: passkey.name }, after: { name } };
    await recordAudit(tx, { action: "account.factor-renamed", actor: auditActor(viewer, client), target, details });
    return passkey.id;
  });
  return readOwn(viewer, id);
}

/** Removes one of the viewer's passkeys. @throws AppError 401; 403 without a recent proof; 404; 409 for the last second factor of a role that needs one */
export async function removePasskey(viewer: SessionViewer, passkeyId: string, client: Client): Promise<void> {
  await requireRecentProof(viewer);
  await inTransaction(async (tx) => {
    await lockOwnSession(tx, viewer);
    const { id, name } = await findOwn(tx, viewer, passkeyId);
    await tx.passkey.delete({ where: { id }, select: { id: true } });
    await settleRemoval(tx, viewer);
    await recordAudit(tx, {
      action: "account.factor-removed",
      actor: auditActor(viewer, client),
      target: { type: "passkey", id, name },
      details: { factor: "passkey" },
    });
    await addNotice(tx, viewer.accountId, {
      kind: "factor-changed",
      change: `The passkey ${name} was removed.`,
      at: new Date().toISOString(),
    });
  });
}
