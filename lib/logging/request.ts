import { AsyncLocalStorage } from "node:async_hooks";

/** Reason for rejecting a request. It is stored, so it contains only texts of our code. */
export interface Refusal {
  kind: "forbidden" | "too_many_requests";
  reason: string;
}

/** An account and what authenticated it. */
export interface Caller {
  accountId: string;
  email: string;
  credential: { kind: "session"; id: string; isSingleSignOn?: boolean } | { kind: "token"; id: string; name: string };
}

export interface RequestContext {
  /** Shown to the user and logged. */
  readonly id: string;
  accountId: string | null;
  /** Set by noteAccount. */
  caller?: Caller;
  /** Called for a refusal while the request is answered. Must not throw. */
  readonly onRefused?: (refusal: Refusal) => void;
}

// Next loads modules more than once in one process; all of them must see one request.
const shared = globalThis as typeof globalThis & { seaVisionRequests?: AsyncLocalStorage<RequestContext> };
shared.seaVisionRequests ??= new AsyncLocalStorage();
const requests = shared.seaVisionRequests;

/** Contexts of the maps process, where AsyncLocalStorage would cost too much. */
const contexts = new WeakMap<object, RequestContext>();

export function keepContext(request: object, context: RequestContext): void {
  contexts.set(request, context);
}

/** Returns the context of a request, or undefined for one that is not observed. */
export function contextOf(request: object): RequestContext | undefined {
  return contexts.get(request);
}

/** Runs work, with everything asynchronous that follows, for a request. */
export function runInRequest<Result>(context: RequestContext, work: () => Result): Result {
  return requests.run(context, work);
}

/** Returns the request that this code works for, if any. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** Notes who sends the current request. Does nothing outside of a request. */
export function noteAccount(caller: Caller): void {
  const request = requests.getStore();
  if (!request) return;
  request.accountId = caller.accountId;
  request.caller = caller;
}

/** Reports that the current request is refused. Does nothing outside of a request. */
export function noteRefusal(refusal: Refusal): void {
  requests.getStore()?.onRefused?.(refusal);
}
