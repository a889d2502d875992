import type { HttpRequest, HttpStack } from "tus-js-client";

/** What to do when the network comes and goes. */
export interface NetworkWatch {
  onOnline: () => void;
  onOffline: () => void;
}

/** Where publishing runs, a page or a program: all that differs between the two beside how files are read. */
export interface PublishHost {
  /** Of the server: `https://maps.example.com`. */
  readonly origin: string;
  /** Calls the server as whoever publishes, like `fetch`. @param path from the server's top. @throws when there is no answer */
  call: ServerCall;
  /** False when it is known that there is no network. */
  isOnline(): boolean;
  /** Tells when the network comes and goes, as far as anybody knows, until `signal` ends. */
  watchNetwork(watch: NetworkWatch, signal: AbortSignal): void;
  /** False only when the server says so. */
  isSessionAlive(): Promise<boolean>;
  /** Resolves as soon as this account is signed in again, or when `signal` ends. @throws Error for the person when it cannot be */
  waitForSession(accountId: string, signal: AbortSignal): Promise<void>;
  /** Called before each request of an upload, which is not made by {@link call}. */
  signUpload(request: HttpRequest): void;
  /** By which uploads are sent, where that of tus-js-client will not do. */
  readonly httpStack?: HttpStack;
}

export type ServerCall = (path: string, init?: RequestInit) => Promise<Response>;
