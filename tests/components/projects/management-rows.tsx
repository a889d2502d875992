/** Project Management, its rows, and the answers of its calls. */
import { HttpResponse, http } from "msw";
import { page } from "vitest/browser";
import { ProjectScreen } from "@/components/projects/project-screen";
import type { ManagedProject } from "@/lib/projects/schema";
import { projectRow } from "../assigned/assigned-rows";
import { answer } from "../setup/api";
import { textOf, within } from "../setup/elements";
import { answerList } from "../setup/list-answers";

export function managedRow(name: string, createdAt: string, given: Partial<ManagedProject> = {}): ManagedProject {
  return { ...projectRow(name, createdAt), assignedUserCount: 0, status: "none", mapUrl: null, ...given };
}

/** Answers the list of projects, and the details and versions of each. */
export function answerProjects(rows: ManagedProject[]) {
  const sizes = { assignedUsers: [], fileCount: 0, byteCount: 0, formerVersionCount: 0 };
  const details = { ...sizes, allowsSharing: true, isDataMap: false, conversions: [], imageProblem: null };
  answer(
    http.get("/api/project/details/:id", ({ params }) =>
      HttpResponse.json({ project: { ...rows.find(({ _id }) => _id === params["id"]), ...details } }),
    ),
    http.get("/api/project/versions/:id", () => HttpResponse.json({ versions: [] })),
  );
  return answerList({
    path: "/api/project/all",
    name: "projects",
    rows,
    searched: ({ name }) => [name],
    sorted: { name: ({ name }) => name, date: ({ createdAt }) => createdAt, creator: ({ createdBy }) => createdBy?.name ?? "Unknown" },
  });
}

export const management = (
  <ProjectScreen
    initial={null}
    linked={null}
    linkedProject={null}
    linkedFiles={null}
    mapsOrigin="http://localhost:3001"
    layout="list"
    account={{ id: "account", email: "ann@harbour.example" }}
  />
);

export const table = page.getByRole("table", { name: "Projects" });
export const search = page.getByPlaceholder("Search projects...");

export const shownNames = () => (table.query() ? within(table, "tr td:first-child p:first-child").map(textOf) : []);
