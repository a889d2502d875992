import { pool } from "../db";
import type { Ticket } from "./schema";

const redeem = {
  name: "maps:redeem-ticket",
  query_timeout: 10_000,
  text: `INSERT INTO "UsedMapTicket" (id, "expiresAt") VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING`,
};

/** Takes a ticket out of use. @returns false when it has been used before, by any process */
export async function redeemTicket({ id, expires }: Ticket): Promise<boolean> {
  const { rowCount } = await pool().query({ ...redeem, values: [id, expires] });
  return rowCount === 1;
}

/** Deletes used tickets that have expired. The hour allows for hosts whose clocks differ. */
export async function forgetUsedTickets(): Promise<void> {
  await pool().query(`DELETE FROM "UsedMapTicket" WHERE "expiresAt" < now() - interval '1 hour'`);
}
