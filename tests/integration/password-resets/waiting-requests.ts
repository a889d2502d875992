import type { Email } from "postal-mime";
import { db } from "@/lib/db";
import type { PasswordResetRequest } from "@/lib/generated/prisma/client";

/** The token of a mail's link, as its text has it. */
export function tokenIn({ text = "" }: Email): string | undefined {
  return /http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})\n/.exec(text)?.[1];
}

/** The requests for that address that no mail has been sent for yet. */
export function waiting(email: string): Promise<PasswordResetRequest[]> {
  return db().passwordResetRequest.findMany({ where: { email } });
}

export async function isAnswered(email: string): Promise<boolean> {
  return (await waiting(email)).length === 0;
}

/** As if the time had passed after which they are tried again. */
export async function makeDue(email: string): Promise<void> {
  await db().passwordResetRequest.updateMany({ where: { email }, data: { dueAt: new Date(0) } });
}
