import type { ProjectName } from "@/lib/projects/schema";

/**
 * The projects that the checklist shows: those whose name holds the search text, in any case.
 * @param only ids that it is narrowed to, or null
 */
export function shownProjects(projects: readonly ProjectName[], search: string, only: ReadonlySet<string> | null): ProjectName[] {
  const sought = search.trim().toLowerCase();
  return projects.filter(({ _id, name }) => (!only || only.has(_id)) && name.toLowerCase().includes(sought));
}

/** The choice with one project more, or less when it was chosen. */
export function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

/** The choice with all of these besides. */
export function withAll(chosen: readonly string[], shown: readonly ProjectName[]): string[] {
  return [...new Set([...chosen, ...shown.map(({ _id }) => _id)])];
}

/** The choice without any of these. */
export function withoutAll(chosen: readonly string[], shown: readonly ProjectName[]): string[] {
  const away = new Set(shown.map(({ _id }) => _id));
  return chosen.filter((id) => !away.has(id));
}
