import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered, as the log tells of it. */
export interface RequestContext {
  /** By which a person who got an error and whoever reads the log talk of one thing. */
  readonly id: string;
  /** Who asks, once that is known. */
  accountId: string | null;
}

// Next loads modules more than once in one process; all of them must see one request.
const shared = globalThis as typeof globalThis & { seaVisionRequests?: AsyncLocalStorage<RequestContext> };
shared.seaVisionRequests ??= new AsyncLocalStorage();
const requests = shared.seaVisionRequests;

/** A request of Node's with its context at hand, for where following it through every promise costs too much: the maps process. */
const contexts = new WeakMap<object, RequestContext>();

export function keepContext(request: object, context: RequestContext): void {
  contexts.set(request, context);
}

/** @returns undefined for a request that nobody observes */
export function contextOf(request: object): RequestContext | undefined {
  return contexts.get(request);
}

/** Does something for a request, with everything that comes of it. */
export function runInRequest<Result>(context: RequestContext, work: () => Result): Result {
  return requests.run(context, work);
}

/** The request that this code works for; undefined for work of the process itself. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** Takes note of who makes the present request. */
export function noteAccount(accountId: string): void {
  const request = requests.getStore();
  if (request) request.accountId = accountId;
}
