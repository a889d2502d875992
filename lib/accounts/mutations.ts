import { type AuditActor, recordAudit } from "../audit/mutations";
import { db } from "../db";
import { Prisma } from "../generated/prisma/client";
import { hashPassword } from "./passwords";
import { type NewAccount, newAccountSchema } from "./schema";

export type CreateAccountOutcome = { outcome: "created"; accountId: string } | { outcome: "email-taken" };

/**
 * Creates an account of any role.
 * @param actor who does it; null when the product itself does, as on the first start
 */
export async function createAccount(input: NewAccount, actor: AuditActor | null = null): Promise<CreateAccountOutcome> {
  const { role, name, email, password } = newAccountSchema.parse(input);
  const passwordHash = await hashPassword(password);
  try {
    return await db().$transaction(async (tx) => {
      const { id } = await tx.account.create({ data: { role, name, email, passwordHash }, select: { id: true } });
      await recordAudit(tx, { action: "account.created", actor, target: { type: "account", id, name: email }, details: { role } });
      return { outcome: "created", accountId: id };
    });
  } catch (error) {
    // Two that want one address at the same time: the unique index lets one in.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") return { outcome: "email-taken" };
    throw error;
  }
}
