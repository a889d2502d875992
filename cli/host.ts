import type { HttpRequest } from "tus-js-client";
import type { PublishHost } from "../lib/publish/host";
import type { Session } from "./account/session";
import { uploadStack } from "./net/upload-stack";

/**
 * A program, signed in by a token.
 * @param end called with what will not come right by itself: the core would go on trying, as a page does
 */
export function programHost(session: Session, end: (error: unknown) => void): PublishHost {
  const orEnd = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return {
    origin: session.origin,
    // Every call of publishing may be repeated: it reads, or carries an Idempotency-Key.
    call: (path, init) => orEnd(session.call(path, init)),
    isOnline: () => true,
    watchNetwork: () => undefined,
    isSessionAlive: () => session.isAlive(),
    waitForSession: () => orEnd(session.renew()),
    signUpload: (request: HttpRequest) => request.setHeader("Authorization", session.authorization),
    httpStack: uploadStack,
  };
}
