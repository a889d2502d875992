import { joinAccount } from "../../accounts/data";
import { limitedId } from "../../accounts/limits/policy";
import { isWithin } from "../../accounts/references/managed-projects";
import { mayOpen } from "../../accounts/references/openable-projects";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { isoTime, queryRows } from "../../db/query";
import { visibleProjects } from "../../db/visible";
import { IS_ACTIVE } from "../share-links/data";
import type { Attention } from "./schema";

/** Links are listed this many days before they expire. */
const LINK_DAYS = 7;
/** Rows of each list at most. */
const LISTED = 20;

const mapColumns = `p.name, p."safeName"`;

/** Reads the access requests without an answer, newest first, and the share links that expire next. */
export async function readAttention(viewer: AdminViewer): Promise<Attention> {
  const [requests, links] = await Promise.all([
    queryRows<Attention["requests"][number]>(db(), {
      text: `SELECT request.id AS "_id", ${mapColumns}, account.name AS person, account.email, ${isoTime('request."createdAt"')} AS "requestedAt"
               FROM "AccessRequest" request JOIN ${visibleProjects} p ON p."safeName" = request."safeName" ${joinAccount("account", 'request."accountId"')}
              WHERE account.role = 'user' AND NOT ${mayOpen("p.id", 'request."accountId"')} AND ${isWithin("p.id", "$1::uuid")}
              ORDER BY request."createdAt" DESC, request.id LIMIT ${LISTED}`,
      values: [limitedId(viewer)],
    }),
    queryRows<Attention["links"][number]>(db(), {
      text: `SELECT s.id AS "_id", ${mapColumns}, s.label, ${isoTime('s."expiresAt"')} AS "expiresAt"
               FROM "ShareLink" s JOIN ${visibleProjects} p ON p.id = s."projectId"
              WHERE ${IS_ACTIVE} AND s."expiresAt" < now() + make_interval(days => ${LINK_DAYS}) AND ${isWithin("p.id", "$1::uuid")}
              ORDER BY s."expiresAt", s.id LIMIT ${LISTED}`,
      values: [limitedId(viewer)],
    }),
  ]);
  return { requests, links };
}
