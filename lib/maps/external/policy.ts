import { env } from "../../env";
import { SignedTokens } from "../../http/signed-token";
import { type ExternalTicket, externalTicketSchema } from "./schema";

/** A ticket is part of a URL, so it expires soon. */
const TICKET_SECONDS = 60;

let derived: SignedTokens<ExternalTicket> | undefined;

function tickets(): SignedTokens<ExternalTicket> {
  derived ??= new SignedTokens(env().authSecret, "sea-vision external map", externalTicketSchema);
  return derived;
}

/** Signs a ticket for the page of an external map. @param now milliseconds since 1970 */
export function signExternalTicket(map: Omit<ExternalTicket, "expires">, now: number): string {
  return tickets().sign({ ...map, expires: Math.floor(now / 1000) + TICKET_SECONDS });
}

/** Returns the claims of a valid ticket, or null. @param now milliseconds since 1970 */
export function verifyExternalTicket(ticket: string, now: number): ExternalTicket | null {
  return tickets().verify(ticket, now);
}
