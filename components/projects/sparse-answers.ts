import { z } from "zod";
import { assignedPageSchema, projectPageSchema, toSafeName } from "@/lib/projects/schema";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param undated the date of a project without any */
function completeProject(given: unknown, undated: string): unknown {
  if (!isObject(given)) return given;
  const { createdBy } = given;
  const name = given["name"] || given["title"] || "Unnamed Project";
  const safeName = given["safeName"] ?? toSafeName(String(name));
  const createdAt = given["createdAt"] ?? given["dateCreated"] ?? given["updatedAt"] ?? undated;
  const assignedUsers = Array.isArray(given["assignedUsers"]) ? given["assignedUsers"] : [];
  const missing = {
    viewMap: `/projects/maps/${safeName}/`,
    mapImage: null,
    path: `/projects/maps/${safeName}`,
    mapUrl: null,
    status: "none",
  };
  const counts = { assignedUserCount: assignedUsers.length, fileCount: 0, byteCount: 0, formerVersionCount: 0 };
  const dates = { createdAt, dateCreated: given["dateCreated"] ?? createdAt, updatedAt: given["updatedAt"] ?? createdAt };
  return {
    ...{
      ...missing,
      ...counts,
      allowsLocation: false,
      allowsCamera: false,
      allowsSharing: true,
      allowsRouting: false,
      allowsSharedMemory: false,
      startPage: null,
      pages: [],
      isDataMap: false,
      conversions: [],
      isFavourite: false,
      ...given,
      ...dates,
      assignedUsers,
      name,
      safeName,
    },
    description: given["description"] ?? "",
    createdBy: isObject(createdBy) && createdBy["name"] ? { _id: "", ...createdBy } : null,
    createdByModel: given["createdByModel"] === "SuperAdmin" ? "SuperAdmin" : "Admin",
  };
}

function completeAnswer(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const complete: Record<string, unknown> = { ...answer };
  const { project, projects, recentProjects } = answer;
  const today = new Date().toISOString();
  if (project) complete["project"] = completeProject(project, today);
  if (Array.isArray(recentProjects)) complete["recentProjects"] = recentProjects.map((one) => completeProject(one, ""));
  if (!Array.isArray(projects)) return complete;
  const info = { total: projects.length, assignedTotal: projects.length, nextCursor: null };
  return { ...info, ...complete, projects: projects.map((one) => completeProject(one, today)) };
}

/** Returns the schema of an answer with projects, with the specified defaults for what a sparse answer lacks. */
export const sparse = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(completeAnswer, schema);

export const projectPageAnswer = sparse(projectPageSchema);
export const assignedPageAnswer = sparse(assignedPageSchema);
