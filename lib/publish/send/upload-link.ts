/**
 * How the transfer stands: bytes flow, the person paused it, the network or the server is away (it goes on by itself),
 * or the session is (it goes on after signing in again). `unanswered`: everything has been sent, and whether it has arrived is asked.
 */
export type UploadLink = "connecting" | "sending" | "paused" | "offline" | "unreachable" | "signed-out" | "unanswered";
