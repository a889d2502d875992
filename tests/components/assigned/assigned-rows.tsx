/** My Assigned Projects, its rows, and the answers of its calls. */
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { AssignedScreen } from "@/components/projects/assigned/assigned-screen";
import type { ProjectLayout } from "@/lib/accounts/profile/schema";
import type { ProjectSummary } from "@/lib/projects/schema";
import { answer } from "../setup/api";
import { textOf, within } from "../setup/elements";
import { answerList } from "../setup/list-answers";

export const ASSIGNED = "/api/project/assigned";

export const admin = { _id: "0190f3a2-7c1e-7d53-9a65-5f2a7a3f1b11", name: "Demo Admin" };

/** @param createdAt ISO 8601 */
export function projectRow(name: string, createdAt: string, given: Partial<ProjectSummary> = {}): ProjectSummary {
  const safeName = name.toLowerCase().replaceAll(" ", "-");
  return {
    _id: safeName,
    name,
    safeName,
    description: "",
    viewMap: null,
    path: `/projects/maps/${safeName}`,
    mapImage: null,
    createdBy: null,
    createdByModel: "Admin",
    allowsLocation: false,
    allowsCamera: false,
    isFavourite: false,
    dateCreated: createdAt,
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

/** Answers the list, with its filters, and the names of the creators. */
export function answerAssigned(rows: ProjectSummary[]) {
  answer(http.get(`${ASSIGNED}/creators`, () => HttpResponse.json({ creators: [admin, { _id: "unknown", name: "Unknown" }] })));
  return answerList({
    path: ASSIGNED,
    name: "projects",
    rows,
    searched: ({ name }) => [name],
    sorted: { name: ({ name }) => name, date: ({ createdAt }) => createdAt, creator: ({ createdBy }) => createdBy?.name ?? "Unknown" },
    matches: ({ createdBy, createdAt }, query) => {
      const creator = query.get("createdBy");
      const isOfCreator = creator === null || creator === (createdBy?._id ?? "unknown");
      return isOfCreator && createdAt >= (query.get("from") ?? "") && createdAt < (query.get("to") ?? "9999");
    },
    fields: (all) => ({ assignedTotal: all.length }),
  });
}

export const assignedProjects = (layout: ProjectLayout = "list") => (
  <AssignedScreen linked={null} linkedProject={null} linkedFiles={null} mapsOrigin="http://localhost:3001" layout={layout} />
);

const table = page.getByRole("table", { name: "Assigned projects" });

export const screen = {
  search: page.getByPlaceholder("Search projects..."),
  table,
  row: (name: string) => table.getByRole("row").filter({ hasText: name }),
  column: (name: string) => page.getByRole("columnheader", { name }),
  filter: page.getByRole("button", { name: /^Filter/ }),
  filters: page.getByRole("dialog", { name: "Filter projects" }),
  main: page.getByRole("main"),
};

export const shownNames = () => (table.query() ? within(table, "tr td:first-child bdi").map(textOf) : []);

/** Waits until the list shows these names, in this order. */
export async function expectNames(names: readonly string[]): Promise<void> {
  await expect.poll(shownNames).toEqual(names);
}
