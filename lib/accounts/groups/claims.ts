import { recordAudits } from "../../audit/mutations";
import { queryRows } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import type { Client } from "../../http/client";
import { memberDetails } from "./members";
import { targetOf } from "./mutations";

interface ChangedGroup {
  id: string;
  name: string;
  isAdded: boolean;
}

/**
 * Makes an account's memberships from claims equal to the groups that the values of its claim lead to. Memberships that an
 * admin made stay. Call it in the transaction of a sign-in.
 */
export async function applyGroupClaims(
  tx: Transaction,
  account: { id: string; email: string },
  values: readonly string[],
  { address }: Client,
): Promise<void> {
  const changed = await queryRows<ChangedGroup>(tx, {
    text: `WITH wanted AS (SELECT id FROM "Group" WHERE "claimValues" && $2::text[] ORDER BY id FOR KEY SHARE),
                added AS (INSERT INTO "GroupMember" ("groupId", "accountId", "isFromClaim") SELECT id, $1, true FROM wanted
                            ON CONFLICT DO NOTHING RETURNING "groupId"),
                removed AS (DELETE FROM "GroupMember" m WHERE m."accountId" = $1 AND m."isFromClaim"
                               AND NOT EXISTS (SELECT FROM wanted WHERE wanted.id = m."groupId") RETURNING "groupId")
           SELECT g.id, g.name, changed."isAdded"
             FROM (SELECT "groupId", true AS "isAdded" FROM added UNION ALL SELECT "groupId", false FROM removed) changed
                  JOIN "Group" g ON g.id = changed."groupId" ORDER BY g.id`,
    values: [account.id, values],
  });
  await recordAudits(
    tx,
    changed.map(({ isAdded, ...group }) => ({
      action: isAdded ? "group.members-added" : "group.members-removed",
      actor: null,
      address,
      target: targetOf(group),
      details: { ...memberDetails([account]), via: "single sign-on" },
    })),
  );
}
