import { LRUCache } from "lru-cache";
import { db, queryLimited } from "../db/client";
import { isDiskFull } from "../errors";
import { logger } from "../logging/logger";
import { TICKET_SECONDS } from "./policy";
import type { Ticket } from "./schema";

const redeem = {
  name: "maps:redeem-ticket",
  query_timeout: 10_000,
  text: `INSERT INTO "UsedMapTicket" (id, "expiresAt") VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING RETURNING id`,
};

/** Tickets that this process has redeemed while the database could not store them. They expire with the tickets. */
const redeemedHere = new LRUCache<string, true>({ max: 100_000, ttl: TICKET_SECONDS * 1_000 });

/** Takes a ticket out of use. @returns false when it has been used before: by any process, on a full disk only by this one */
export async function redeemTicket({ id, expires }: Ticket): Promise<boolean> {
  if (redeemedHere.has(id)) return false;
  try {
    return (await queryLimited(redeem, [id, expires])).length === 1;
  } catch (error) {
    // Maps open on a full disk. The ticket is signed, and ends within a minute.
    if (!isDiskFull(error)) throw error;
    logger.error({ err: error }, "the disk of the database is full: a used ticket is kept in memory");
    redeemedHere.set(id, true);
    return true;
  }
}

/** Allows for hosts whose clocks differ. */
const KEPT_MS = 3_600_000;

/** Deletes used tickets that have expired. */
export async function forgetUsedTickets(): Promise<void> {
  await db().usedMapTicket.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}
