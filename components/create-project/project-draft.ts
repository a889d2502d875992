import { z } from "zod";

/** What the person has typed so far about a project that does not exist yet. As typed: nothing is trimmed or cut here. */
const projectDraftSchema = z.object({ name: z.string(), description: z.string() });

export type ProjectDraft = z.output<typeof projectDraftSchema>;

export const emptyDraft: ProjectDraft = { name: "", description: "" };

const KEY = "sea-vision.project-draft";

/** The draft of this tab: a reload in the middle of the flow keeps what was typed. */
export function readDraft(storage: Storage): ProjectDraft {
  try {
    return projectDraftSchema.safeParse(JSON.parse(storage.getItem(KEY) ?? "null")).data ?? emptyDraft;
  } catch {
    return emptyDraft;
  }
}

/** Keeps it, or with the empty draft forgets it. */
export function writeDraft(storage: Storage, draft: ProjectDraft): void {
  try {
    if (draft.name === "" && draft.description === "") storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only costs the draft after a reload.
  }
}
