import { extractionProgressSchema } from "@/lib/imports/schema";
import type { UploadTarget } from "@/lib/publish/target";

/** Id of an import, or why none is known: there is none, the session has ended, or nobody answers. */
export type LastImport = { importId: string } | "none" | "session" | "away";

/**
 * The last import of a ZIP for `target` that this person has begun, as GET /extraction-progress/{safeName} tells of it: after a
 * request whose answer was lost, a new one says that the server has heard it.
 */
export async function findLastImport(
  { safeName, replacesId }: Pick<UploadTarget, "safeName" | "replacesId">,
  signal: AbortSignal,
): Promise<LastImport> {
  try {
    const response = await fetch(`/extraction-progress/${encodeURIComponent(safeName)}`, { cache: "no-store", signal });
    if (response.status === 404) return "none";
    if (response.status === 401) return "session";
    const progress = extractionProgressSchema.safeParse(await response.json()).data;
    if (!progress) return "away";
    const isLike = progress.isOwn && progress.source === "zip" && progress.isReplacement === (replacesId !== null);
    return isLike ? { importId: progress.importId } : "none";
  } catch {
    return "away";
  }
}

/** @returns null for none that is known */
export function idOf(found: LastImport): string | null {
  return typeof found === "object" ? found.importId : null;
}
