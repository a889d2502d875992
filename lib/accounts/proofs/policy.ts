import { db } from "../../db/client";
import { queryRows } from "../../db/query";
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
  const rowCount = (
    await queryRows(db(), {
      text: `SELECT FROM "Session" WHERE id = $1 AND "provenAt" > now() - CASE WHEN "isProgram"
             THEN make_interval(hours => ${PROGRAM_PROOF_HOURS}) ELSE make_interval(mins => ${PROOF_MINUTES}) END`,
      values: [credential.id],
    })
  ).length;
  return rowCount === 1;
}
