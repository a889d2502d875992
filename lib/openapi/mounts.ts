import type { MountDescription } from "./description";
import { type DocumentPart, describeOperations } from "./document";
import { operationsOf } from "./operation";

/** On `globalThis`, because the web process and Next are separate bundles. */
const shared = globalThis as typeof globalThis & { seaVisionMounts?: () => DocumentPart };

/** Passes the descriptions of the plain handlers to Next, which serves the document. */
export function shareMounts(mounts: readonly Partial<MountDescription>[]): void {
  const descriptions = mounts.flatMap(({ tag, callers, calls }) => (tag && callers && calls ? { tag, callers, calls } : []));
  shared.seaVisionMounts = () => describeOperations(operationsOf(descriptions));
}

/** Returns the part of the document with the plain handlers. @throws Error in a process without them */
export function describeSharedMounts(): DocumentPart {
  if (!shared.seaVisionMounts) throw new Error("This process has no plain handlers.");
  return shared.seaVisionMounts();
}
