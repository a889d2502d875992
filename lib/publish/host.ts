import type { HttpRequest, HttpStack } from "tus-js-client";

export interface NetworkWatch {
  onOnline: () => void;
  onOffline: () => void;
}

/** What differs between publishing from a page and from the command line, except how files are read. */
export interface PublishHost {
  readonly origin: string;
  /** Calls the server with the session. @throws when there is no answer */
  call: ServerCall;
  isOnline(): boolean;
  watchNetwork(watch: NetworkWatch, signal: AbortSignal): void;
  isSessionAlive(): Promise<boolean>;
  /** Resolves when this account is signed in again, or when `signal` ends. @throws Error with a message for the user */
  waitForSession(accountId: string, signal: AbortSignal): Promise<void>;
  /** Prepares each request of tus-js-client. */
  signUpload(request: HttpRequest): void;
  readonly httpStack?: HttpStack;
}

export type ServerCall = (path: string, init?: RequestInit) => Promise<Response>;
