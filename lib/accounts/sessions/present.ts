import type { Session } from "../../generated/prisma/client";
import { describeDevice } from "../../http/device";
import type { SessionSummary } from "./schema";

export type SessionRecord = Pick<Session, "id" | "createdAt" | "lastSeenAt" | "userAgent" | "address">;

/** Formats a session for the API. @param currentId session of the request */
export function presentSession({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord, currentId: string): SessionSummary {
  return {
    _id: id,
    ...describeDevice(userAgent),
    // The address of a connection that closed before it was read.
    address: address === "unknown" ? null : address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
  };
}
