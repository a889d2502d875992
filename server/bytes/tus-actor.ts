import { AsyncLocalStorage } from "node:async_hooks";
import type { AuditActor } from "../../lib/audit/mutations";

/** Who makes the request that is being handled. The tus server hands it on to nobody, and the audit trail wants to know. */
const actors = new AsyncLocalStorage<AuditActor>();

/** Handles a request as one of this person's. */
export function actingAs<Result>(actor: AuditActor, handle: () => Promise<Result>): Promise<Result> {
  return actors.run(actor, handle);
}

/** @throws Error outside of {@link actingAs}: nothing of an upload changes without somebody who may change it */
export function currentActor(): AuditActor {
  const actor = actors.getStore();
  if (!actor) throw new Error("Nobody is known to make this request.");
  return actor;
}
