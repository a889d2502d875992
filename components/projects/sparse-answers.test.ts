import { describe, expect, it } from "vitest";
import { assignedPageSchema, projectPageSchema } from "@/lib/projects/schema";
import { userDashboardSchema } from "@/lib/projects/stats/schema";
import { sparse } from "./sparse-answers";

describe("sparse", () => {
  it("fills in the specified defaults of projects that have only an id", () => {
    const { projects, total, nextCursor } = sparse(projectPageSchema).parse({ projects: [{ _id: "1" }] });
    expect([total, nextCursor]).toEqual([1, null]);
    expect(projects[0]).toMatchObject({
      name: "Unnamed Project",
      description: "",
      createdBy: null,
      createdByModel: "Admin",
      mapImage: null,
    });
    expect(projects[0]?.viewMap).toBe("/projects/maps/unnamed-project/");
    expect(projects[0]?.createdAt.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
  });

  it("uses the date of the last change where createdAt is missing", () => {
    const answer = { projects: [{ _id: "1", name: null, updatedAt: "2026-02-03T04:05:06.000Z", createdBy: { name: "Ada" } }] };
    const [project] = sparse(assignedPageSchema).parse(answer).projects;
    expect(project).toMatchObject({ name: "Unnamed Project", createdAt: "2026-02-03T04:05:06.000Z", createdBy: { name: "Ada" } });
  });

  it("leaves what an answer has, and no date to recent projects without one", () => {
    const recentProjects = [{ _id: "1", name: "Harbour", viewMap: null, safeName: "port", createdByModel: "SuperAdmin" }];
    const answer = { totalProjects: 1, percentileIncrease: 0, lastProjectUploaded: null, recentProjects };
    expect(sparse(userDashboardSchema).parse(answer).recentProjects[0]).toMatchObject({ ...recentProjects[0], createdAt: "" });
  });

  it("rejects an answer without projects", () => {
    for (const answer of [null, [], "<html>", {}]) expect(sparse(projectPageSchema).safeParse(answer).success).toBe(false);
  });
});
