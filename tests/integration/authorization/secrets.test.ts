import { expect, it } from "vitest";
import { hashPassword } from "@/lib/accounts/passwords/passwords";
import { replaceRecoveryCodes } from "@/lib/accounts/second-factors/recovery-codes";
import { db } from "@/lib/db/client";
import { findSecrets } from "../../authorization/secrets";
import { newInvitation, PASSWORD } from "../../authorization/world";
import { createAccount } from "../../setup/fixtures";

const answer = (body: string) => ({ asked: "GET /api", headers: {}, body });

it("finds each kind of secret in an answer, also within a longer word", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const account = await createAccount("user", { passwordHash });
  await replaceRecoveryCodes(db(), account.id);
  const { codeHash } = await db().recoveryCode.findFirstOrThrow({ where: { accountId: account.id } });
  const { id } = await newInvitation("user");
  const { tokenHash } = await db().invitation.findUniqueOrThrow({ where: { accountId: id } });
  const secrets = [
    passwordHash,
    passwordHash.split("$").at(-1),
    codeHash,
    tokenHash,
    PASSWORD,
    Buffer.from(PASSWORD).toString("base64url"),
  ];
  for (const secret of secrets) {
    expect(await findSecrets([answer(`{"a":"xx${secret}yy"}`)]), `${secret}`).not.toEqual([]);
    expect(await findSecrets([{ ...answer(""), headers: { etag: `"${secret}"` } }]), `${secret}`).not.toEqual([]);
  }
  expect(await findSecrets([answer(`{"a":"${"b".repeat(200)}","name":"${account.name}"}`)])).toEqual([]);
});
