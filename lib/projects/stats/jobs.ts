import { pool } from "../../db";
import type { Sweep } from "../../jobs/job";

/** Statistics cover 90 days; a year allows for comparisons. */
const KEPT_DAYS = 400;

/** Deletes old map views of accounts, but keeps the last one of each account and project. @returns their number */
export async function deleteOldMapViews(): Promise<number> {
  const { rowCount } = await pool().query({
    text: `DELETE FROM "AccountMapView" old
            WHERE day < current_date - $1::int
              AND EXISTS (SELECT FROM "AccountMapView" later
                           WHERE later."accountId" = old."accountId" AND later."projectId" = old."projectId" AND later.day > old.day)`,
    values: [KEPT_DAYS],
  });
  return rowCount ?? 0;
}

export const oldMapViewSweep: Sweep = {
  name: "old map views of accounts",
  everyMs: 24 * 60 * 60 * 1_000,
  onWake: false,
  run: async () => {
    await deleteOldMapViews();
  },
};
