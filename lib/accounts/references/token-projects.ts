/** Statements that also read projects, which are in a layer above (docs/decisions/0050). */
import { nameKey } from "../../db/query";
import type { Transaction } from "../../db/transaction";
import { visibleProjects } from "../../db/visible";
import { Prisma } from "../../generated/prisma/client";
import { isWithin } from "./managed-projects";

/** Builds the JSON array of the projects of an API token, ordered by name. @param ids SQL of their ids @param limited as for isWithin */
export const tokenProjects = (ids: string, limited: string) => `coalesce((
    SELECT json_agg(json_build_object('_id', p.id, 'name', p.name) ORDER BY ${nameKey("p.name")}, p.id)
      FROM ${visibleProjects} p WHERE p.id = ANY (${ids}) AND ${isWithin("p.id", limited)}), '[]')`;

/** Returns those of the projects that exist, ordered by name. */
export async function findTokenProjects(tx: Transaction, ids: readonly string[]): Promise<{ _id: string; name: string }[]> {
  return await tx.$queryRaw<{ _id: string; name: string }[]>`
    SELECT id AS "_id", name FROM ${Prisma.raw(visibleProjects)} p WHERE id = ANY (${ids}::uuid[]) ORDER BY lower(name), id`;
}
