import type { HttpRequest, HttpStack } from "tus-js-client";
import { ACCOUNT_HEADER } from "../accounts/sessions/values";

interface NetworkWatch {
  onOnline: () => void;
  onOffline: () => void;
}

/** The differences between publishing from a page and from the command line, except reading files. */
export interface PublishHost {
  readonly origin: string;
  /** Calls the server with the session. @throws without an answer */
  call: ServerCall;
  isOnline(): boolean;
  watchNetwork(watch: NetworkWatch, signal: AbortSignal): void;
  /** Resolves when this account is signed in again or `signal` aborts. @throws Error with a message for the user */
  waitForSession(accountId: string, signal: AbortSignal): Promise<void>;
  /** Prepares each request of tus-js-client. */
  signUpload(request: HttpRequest): void;
  readonly httpStack?: HttpStack;
}

export type ServerCall = (path: string, init?: RequestInit) => Promise<Response>;

/** Returns the header with which the server answers 401 while another account is signed in. */
export function headersOf(accountId: string): Record<string, string> {
  return { [ACCOUNT_HEADER]: accountId };
}

/** Returns a function that makes calls for this account only. */
export function callAs(accountId: string, call: ServerCall): ServerCall {
  return (path, init) => {
    const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...headersOf(accountId) };
    return call(path, { ...init, headers });
  };
}
