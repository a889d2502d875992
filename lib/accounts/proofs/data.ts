import { db } from "../../db/client";
import { env } from "../../env";
import { sessionEnded } from "../../errors";
import { ABSENT_ACCOUNT_HASH } from "../passwords/passwords";
import { methodsOf } from "../second-factors/data";
import { acceptsPassword } from "../sessions/policy";
import type { SessionViewer } from "../sessions/schema";
import type { ProofMethod } from "./schema";

/** Returns the ways in which the viewer can prove who they are. @throws AppError 401 when the account was deleted meanwhile */
export async function readProofMethods({ accountId, role }: SessionViewer): Promise<ProofMethod[]> {
  const account = await db().account.findUnique({
    where: { id: accountId },
    select: { passwordHash: true, _count: { select: { identities: true } } },
  });
  if (!account) throw sessionEnded();
  const methods: ProofMethod[] = [];
  if (account.passwordHash !== ABSENT_ACCOUNT_HASH && acceptsPassword(role)) methods.push("password");
  methods.push(...(await methodsOf(db(), accountId)));
  if (env().oidc && account._count.identities > 0) methods.push("single-sign-on");
  return methods;
}
