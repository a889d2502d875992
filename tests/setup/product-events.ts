import { inProduct } from "./product-database";

export interface EventGiven {
  action: string;
  actorEmail?: string;
  targetType?: string;
  targetId?: string;
  targetName?: string;
  address?: string;
  details?: Record<string, unknown>;
  at?: Date;
}

export async function insertEvents(events: readonly EventGiven[]): Promise<() => Promise<void>> {
  const ids = await inProduct(async (client) => {
    const made: number[] = [];
    for (const { action, actorEmail, targetType, targetId, targetName, address, details, at = new Date() } of events) {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO "AuditEvent" (action, "actorEmail", "targetType", "targetId", "targetName", address, details, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
        [action, actorEmail, targetType, targetId, targetName, address, details, at],
      );
      for (const { id } of rows) made.push(id);
    }
    return made;
  });
  return () => inProduct(async (client) => void (await client.query(`DELETE FROM "AuditEvent" WHERE id = ANY($1)`, [ids])));
}
