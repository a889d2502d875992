/** The calls of the project list and of a project's details, with projects in memory. */
import { HttpResponse, http } from "msw";
import type { ManagedProject, ProjectDetails, ProjectEdit } from "@/lib/projects/schema";
import { answer } from "../setup/api";

function summaryOf(details: ProjectDetails): ManagedProject {
  const { assignedUsers: _, fileCount: __, byteCount: ___, ...rest } = details;
  return rest;
}

const missing = () => HttpResponse.json({ message: "This project no longer exists." }, { status: 404 });

export class ProjectApi {
  /** @param projects in the order of the list */
  constructor(public projects: ProjectDetails[]) {
    const find = (id: unknown) => this.projects.find(({ _id }) => _id === id);
    answer(
      http.get("/api/project/all", ({ request }) => {
        const search = new URL(request.url).searchParams.get("search") ?? "";
        const found = this.projects.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())).map(summaryOf);
        return HttpResponse.json({ projects: found, total: found.length, nextCursor: null });
      }),
      http.get("/api/project/details/:id", ({ params }) => {
        const project = find(params["id"]);
        return project ? HttpResponse.json({ project }) : missing();
      }),
      http.get("/api/project/versions/:id", () => HttpResponse.json({ versions: [] })),
      http.put<{ id: string }, ProjectEdit>("/api/project/edit/:id", async ({ params: { id }, request }) => {
        const project = find(id);
        if (!project) return missing();
        const { description, mapUrl, allowsCamera, deassignUserIds } = await request.json();
        const assignedUsers = project.assignedUsers.filter(({ _id }) => !deassignUserIds.includes(_id));
        const address = mapUrl ?? project.mapUrl;
        const edited: ProjectDetails = {
          ...project,
          description: description ?? project.description,
          allowsCamera: allowsCamera ?? project.allowsCamera,
          ...{ mapUrl: address, viewMap: address, status: address ? "external" : "none" },
          ...{ assignedUsers, assignedUserCount: assignedUsers.length },
        };
        this.projects = this.projects.map((other) => (other === project ? edited : other));
        return HttpResponse.json({ message: "Project updated successfully!", project: edited });
      }),
      http.delete("/api/project/delete/:id", ({ params }) => {
        const project = find(params["id"]);
        if (!project) return missing();
        this.projects = this.projects.filter((other) => other !== project);
        return HttpResponse.json({ message: "Project and associated files deleted successfully!" });
      }),
    );
  }
}
