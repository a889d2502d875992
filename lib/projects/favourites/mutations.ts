import { isAssigned } from "../../accounts/assignments/data";
import { rowIdSchema } from "../../accounts/schema";
import type { Viewer } from "../../accounts/sessions/schema";
import { pool } from "../../db";
import { notFound } from "../../errors";
import { PROJECT_GONE } from "../mutations";
import { opensEveryMap } from "../policy";

const add = `INSERT INTO "Favourite" ("accountId", "projectId") SELECT $3, id FROM openable ON CONFLICT DO NOTHING`;
const remove = `DELETE FROM "Favourite" WHERE "accountId" = $3 AND "projectId" IN (SELECT id FROM openable)`;

/** Adds a project to the viewer's favourites, or removes it. @throws AppError 404 without a project of this id that the viewer may open */
export async function changeFavourite(viewer: Viewer, projectId: string, isFavourite: boolean): Promise<void> {
  if (!rowIdSchema.safeParse(projectId).success) throw notFound(PROJECT_GONE);
  const { rowCount } = await pool().query({
    text: `WITH openable AS (
             SELECT p.id FROM "Project" p WHERE p.id = $1 AND ($2 OR ${isAssigned("p.id", "$3")}) FOR KEY SHARE
           ), changed AS (${isFavourite ? add : remove})
           SELECT FROM openable`,
    values: [projectId, opensEveryMap(viewer), viewer.accountId],
  });
  if (rowCount === 0) throw notFound(PROJECT_GONE);
}
