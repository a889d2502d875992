import type { Email } from "postal-mime";
import { db } from "@/lib/db/client";
import type { PasswordResetRequest } from "@/lib/generated/prisma/client";

export function tokenIn({ text = "" }: Email): string | undefined {
  return /http:\/\/localhost:3000\/reset-password\?token=([\w-]{43})\n/.exec(text)?.[1];
}

export function waiting(email: string): Promise<PasswordResetRequest[]> {
  return db().passwordResetRequest.findMany({ where: { email } });
}

export async function isAnswered(email: string): Promise<boolean> {
  return (await waiting(email)).length === 0;
}

export async function makeDue(email: string): Promise<void> {
  await db().passwordResetRequest.updateMany({ where: { email }, data: { dueAt: new Date(0) } });
}
