import { z } from "zod";
import type { ServerCall } from "./host";
import { reasonOf } from "./send/transfer-failure";

const answerSchema = z.object({ exists: z.boolean() });

export const nameMessages = {
  taken: "A project with this name already exists. Please choose a different name.",
  unchecked: "Failed to validate project name. Please try again.",
} as const;

/** Checks with the server whether a name is free. @returns null, or a message for the user */
export async function checkName(call: ServerCall, name: string, signal?: AbortSignal): Promise<string | null> {
  try {
    const response = await call(`/api/project/check-name/${encodeURIComponent(name)}`, { cache: "no-store", signal: signal ?? null });
    if (response.status === 403) return reasonOf(await response.text()) ?? nameMessages.unchecked;
    if (!response.ok) return nameMessages.unchecked;
    return answerSchema.parse(await response.json()).exists ? nameMessages.taken : null;
  } catch {
    return nameMessages.unchecked;
  }
}
