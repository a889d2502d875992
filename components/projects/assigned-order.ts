import type { ProjectSort, ProjectSummary } from "@/lib/projects/schema";

const byName = new Intl.Collator("en", { sensitivity: "base", numeric: true });

type Comparison = (a: ProjectSummary, b: ProjectSummary) => number;

const orders: Readonly<Partial<Record<ProjectSort, Comparison>>> = {
  "name-asc": (a, b) => byName.compare(a.name, b.name),
  "name-desc": (a, b) => byName.compare(b.name, a.name),
  "date-newest": (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  "date-oldest": (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
};

/**
 * The projects whose name holds the search text, in any case, in the order asked for.
 * For the list of one person's projects, which is here whole; the list of all is searched and sorted by the server.
 */
export function arrangeProjects(projects: readonly ProjectSummary[], search: string, sort: ProjectSort): ProjectSummary[] {
  const sought = search.trim().toLowerCase();
  const matching = projects.filter((project) => project.name.toLowerCase().includes(sought));
  const order = orders[sort];
  return order ? matching.sort(order) : matching;
}
