import { db } from "../../db/client";
import { AppError } from "../../errors";
import type { Viewer } from "../sessions/schema";
import { PROGRAM_PROOF_HOURS, PROOF_MINUTES } from "./values";

const PROOF_NEEDED = "Please confirm that it is you.";

/**
 * Requires that the person behind a session proved who they are in the last minutes, by password, second factor or at a provider.
 * API tokens pass: their scope decides.
 * @throws AppError 403 with the code `proof_required`
 */
export async function requireRecentProof(viewer: Viewer): Promise<void> {
  if (viewer.credential.kind === "session" && !(await hasRecentProof(viewer))) {
    throw new AppError("forbidden", PROOF_NEEDED, { fields: { proof: PROOF_NEEDED }, reason: "proof_required" });
  }
}

/** Returns whether the person behind a session proved who they are in the last minutes. */
export async function hasRecentProof({ credential }: Viewer): Promise<boolean> {
  const session = await db().session.findUnique({ where: { id: credential.id }, select: { provenAt: true, isProgram: true } });
  if (!session) return false;
  const minutes = session.isProgram ? PROGRAM_PROOF_HOURS * 60 : PROOF_MINUTES;
  return Date.now() - session.provenAt.getTime() < minutes * 60_000;
}
