import { z } from "zod";
import { managedProjectSchema, projectNameSchema, projectPageSchema, toSafeName } from "../../lib/projects/schema";
import { UPLOADED_DESCRIPTION_MAX } from "../../lib/projects/values";
import { checkName, nameMessages } from "../../lib/upload-client/check-name";
import { outcomeOf, readExtraction } from "../../lib/upload-client/finalize/extraction";
import type { UploadTarget } from "../../lib/upload-client/target";
import { delay } from "../../lib/upload-client/waiting";
import type { Session } from "../account/session";
import { ClientFailure } from "../failure";

const projectSchema = managedProjectSchema.pick({
  _id: true,
  name: true,
  safeName: true,
  description: true,
  viewMap: true,
  status: true,
  updatedAt: true,
});
export type ListedProject = z.infer<typeof projectSchema>;

const pageSchema = projectPageSchema.extend({ projects: z.array(projectSchema) });
const POLL_MS = 1_000;

/** Yields the projects whose name contains a text. @throws ClientFailure */
export async function* listProjects(session: Session, search: string): AsyncGenerator<ListedProject> {
  let cursor: string | null | undefined = null;
  do {
    const query = new URLSearchParams({ search, limit: "200", ...(cursor ? { cursor } : {}) });
    const page: z.output<typeof pageSchema> = await session.read(`/api/project/all?${query}`, pageSchema);
    yield* page.projects;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Checks a project name. @throws ClientFailure when it is invalid */
export function parseProjectName(typed: string): string {
  const name = projectNameSchema.safeParse(typed);
  if (name.success) return name.data;
  throw new ClientFailure("usage", name.error.issues[0]?.message ?? "Project name is not valid.");
}

/** Returns the project with a name, ignoring case. @throws ClientFailure */
export async function findProject(session: Session, name: string): Promise<ListedProject | null> {
  const wanted = name.toLowerCase();
  for await (const project of listProjects(session, name)) if (project.name.toLowerCase() === wanted) return project;
  return null;
}

async function awaitOwnImport(session: Session, safeName: string, signal: AbortSignal): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    const progress = await readExtraction((path, init) => session.call(path, init), safeName, signal);
    signal.throwIfAborted();
    if (!progress?.isOwn) return !isFirst;
    if (outcomeOf(progress)) return !isFirst;
    await delay(POLL_MS, signal);
  }
}

/** Decides whether a push replaces a map or creates a project. @throws ClientFailure when another project has its address */
export async function findTarget(
  session: Session,
  name: string,
  description: string | undefined,
  signal: AbortSignal,
): Promise<UploadTarget & { project: ListedProject | null }> {
  const project = await findProject(session, name);
  if (project) {
    const { safeName } = project;
    return { projectName: project.name, safeName, description: project.description, replacesId: project._id, project };
  }
  const safeName = toSafeName(name);
  const problem = await checkName((path, init) => session.call(path, init), name, signal);
  signal.throwIfAborted();
  if (problem === null) {
    const sent = Array.from((description ?? "").trim())
      .slice(0, UPLOADED_DESCRIPTION_MAX)
      .join("");
    return { projectName: name, safeName, description: sent, replacesId: null, project: null };
  }
  if (problem === nameMessages.taken && (await awaitOwnImport(session, safeName, signal))) {
    return findTarget(session, name, description, signal);
  }
  const isTaken = problem === nameMessages.taken;
  const words = isTaken ? `Another project has the address ${safeName} already. Please choose a different name.` : problem;
  throw new ClientFailure("refused", words);
}
