/** Statements that also read projects, which are in a layer above (docs/decisions/0050). */
import type { Prisma } from "../../generated/prisma/client";

/** Builds the JSON array of the projects of an API token, ordered by name. @param ids SQL of their ids */
export const tokenProjects = (ids: string) => `coalesce((
    SELECT json_agg(json_build_object('_id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id)
      FROM "Project" p WHERE p.id = ANY (${ids})), '[]')`;

/** Returns how many of these projects there are. */
export async function countProjects(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM "Project" WHERE id = ANY (${ids}::uuid[])`;
  return rows[0]?.count ?? 0;
}
