import { readExtraction } from "../../lib/upload-client/finalize/extraction";
import { ClientFailure, printable } from "../failure";
import { findProject, type ListedProject, listProjects, parseProjectName } from "../projects/find-target";
import { connect, type ServerOptions } from "./connect";

function lineOf({ name, status, safeName }: ListedProject, origin: string): string {
  return `${printable(name)}\t${status}\t${origin}/projects/maps/${safeName}/`;
}

/** `sea-vision list`: prints the projects by name. @throws ClientFailure */
export async function list(search: string, options: ServerOptions, signal: AbortSignal): Promise<void> {
  const { session, report } = await connect(options, signal);
  const projects: ListedProject[] = [];
  for await (const project of listProjects(session, search)) projects.push(project);
  projects.sort((one, other) => one.name.localeCompare(other.name, "en"));
  report.result(
    projects.map((project) => lineOf(project, session.origin)),
    { ok: true, projects },
  );
}

/** `sea-vision status`: prints the account and the state of a project. @throws ClientFailure */
export async function status(name: string | undefined, options: ServerOptions, signal: AbortSignal): Promise<void> {
  const { session, report } = await connect(options, signal);
  const { email, role } = await session.me();
  const who = `${email} (${role}) at ${session.origin}`;
  if (name === undefined) return report.result([who], { ok: true, server: session.origin, email, role });
  const project = await findProject(session, parseProjectName(name));
  if (!project) throw new ClientFailure("refused", `There is no project ${printable(name)}.`);
  const progress = await readExtraction((path, init) => session.call(path, init), project.safeName, signal);
  const last = progress
    ? [`last import: ${progress.status}, ${Math.floor(progress.progress)}%${progress.error ? `, ${progress.error}` : ""}`]
    : [];
  report.result([who, lineOf(project, session.origin), ...last], {
    ok: true,
    server: session.origin,
    email,
    role,
    project,
    lastImport: progress,
  });
}
