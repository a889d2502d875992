import { realpath, stat } from "node:fs/promises";
import type { HttpRequest } from "tus-js-client";
import { z } from "zod";
import { userPageSchema, userSummarySchema } from "../../lib/accounts/users/schema";
import { toNameEncoding } from "../../lib/archives/directory/name-encoding";
import { formatOfName } from "../../lib/data-maps/values";
import { editProjectSchema } from "../../lib/projects/schema";
import type { PublishHost } from "../../lib/upload-client/host";
import type { Session } from "../account/session";
import { ClientFailure } from "../failure";
import { uploadStack } from "../net/upload-stack";
import { findProject, findTarget, type ListedProject, parseProjectName } from "../projects/find-target";
import { type AnswerOptions, readAnswers } from "../push/answers";
import type { Push, PushOutcome } from "../push/push";
import { pushFolder } from "../push/push-folder";
import { openZip, pushZip } from "../push/push-zip";
import { excluder, scanFile, scanFolder } from "../source/scan-folder";
import { PushState } from "../state/push-state";
import { type Command, connect, type ServerOptions } from "./connect";

const userSchema = userSummarySchema.pick({ _id: true, fullName: true, email: true, assignedProjects: true });
type User = z.infer<typeof userSchema>;

const pageSchema = userPageSchema.extend({ users: z.array(userSchema) });

/** Returns the users with these addresses. Runs before the upload. @throws ClientFailure naming an unknown address */
async function findUsers(session: Session, emails: readonly string[]): Promise<User[]> {
  const users: User[] = [];
  for (const email of new Set(emails.map((one) => one.trim().toLowerCase()))) users.push(await findUser(session, email));
  return users;
}

async function findUser(session: Session, email: string): Promise<User> {
  let cursor: string | null | undefined = null;
  do {
    const query = new URLSearchParams({ search: email, limit: "200", ...(cursor ? { cursor } : {}) });
    const page: z.output<typeof pageSchema> = await session.read(`/api/user/all?${query}`, pageSchema);
    const found = page.users.find((user) => user.email === email);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor);
  throw new ClientFailure("refused", `There is no user with the address ${email}.`);
}

/** Assigns a project. Returns the emails of users who could not open it before. @throws ClientFailure */
async function assignProject(session: Session, projectId: string, emails: readonly string[]): Promise<string[]> {
  const assigned: string[] = [];
  // The assignments of a user may have changed during the upload.
  for (const { _id, fullName, email, assignedProjects } of await findUsers(session, emails)) {
    const ids = assignedProjects.map((project) => project._id);
    if (ids.includes(projectId)) continue;
    const body = JSON.stringify({ fullName, email, assignedProjects: [...ids, projectId] });
    await session.read(`/api/user/edit/${_id}`, z.unknown(), { method: "PUT", headers: { "Content-Type": "application/json" }, body });
    assigned.push(email);
  }
  return assigned;
}

/** @param end called with an error that a retry can't fix */
function programHost(session: Session, end: (error: unknown) => void): PublishHost {
  const orEnd = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      end(error);
      throw error;
    }
  };
  return {
    origin: session.origin,
    // Every publish call may repeat: it only reads, or it has an Idempotency-Key.
    call: (path, init) => orEnd(session.call(path, init)),
    isOnline: () => true,
    watchNetwork: () => undefined,
    waitForSession: () => orEnd(session.renew()),
    signUpload: (request: HttpRequest) => request.setHeader("Authorization", session.authorization),
    httpStack: uploadStack,
  };
}

export interface PushOptions extends ServerOptions, AnswerOptions {
  project: string;
  description?: string;
  assign: string[];
  exclude: string[];
  startPage?: string;
  nameEncoding?: string;
  dryRun?: boolean;
  wait: boolean;
}

/** `sea-vision push`: publishes a folder, a ZIP or a file with map data as a new project or as the new map of a project. @throws ClientFailure */
export async function push(source: string, options: PushOptions, ending: AbortController): Promise<void> {
  const name = parseProjectName(options.project);
  checkDescription(options.description);
  const given = readAnswers(options);
  const real = await realpath(source).catch(() => null);
  if (real === null) throw new ClientFailure("unpublishable", `${source} is not there, or cannot be read.`);
  const command = await connect(options, ending.signal);
  const { report, session, signal } = command;
  const { _id: accountId, mapsShareOrigin, hasGdal } = await session.me();
  await findUsers(session, options.assign);
  const found = await findTarget(session, name, options.description, signal);
  const target = { ...found, startPage: options.startPage };
  report.log(target.replacesId === null ? `New project: ${target.projectName}` : `Project: ${target.projectName}`);
  const { safeName } = target;
  const state = new PushState({ origin: session.origin, accountId, safeName, source: real });
  const work: Push = {
    host: programHost(session, (error) => ending.abort(error)),
    accountId,
    target,
    given,
    state,
    mapsShareOrigin,
    hasGdal,
    report,
    isDry: Boolean(options.dryRun),
    isWaiting: options.wait,
    patienceMs: command.patienceMs,
    signal,
  };
  if (!work.isDry) await state.lock();
  try {
    const outcome = await send(real, options, work);
    const after = work.isDry ? [] : await applySettings(command, target.project, target.projectName, options);
    showOutcome(session, work, outcome, after);
  } finally {
    if (!work.isDry) await state.unlock();
  }
}

function checkDescription(description: string | undefined): void {
  const checked = editProjectSchema.safeParse({ description });
  if (!checked.success) throw new ClientFailure("usage", checked.error.issues[0]?.message ?? "The description is not valid.");
}

async function send(real: string, { exclude, nameEncoding }: PushOptions, work: Push): Promise<PushOutcome> {
  // A text file alone is rarely a table. In a folder, it is read.
  const isData = formatOfName(real) !== null && !/\.(zip|txt)$/i.test(real);
  const isZip = !((await stat(real)).isDirectory() || isData);
  if (nameEncoding !== undefined && !isZip) throw new ClientFailure("usage", "--name-encoding is for ZIP files.");
  if ((await stat(real)).isDirectory()) {
    const isExcluded = excluder(exclude);
    return pushFolder({ top: real, scan: (options) => scanFolder(real, { ...options, isExcluded }) }, work);
  }
  if (exclude.length > 0) throw new ClientFailure("usage", "--exclude is for folders: what is in a ZIP is published as it is.");
  if (isData) return pushFolder({ top: real, scan: () => scanFile(real) }, work);
  return pushZip(await openZip(real), toNameEncoding(nameEncoding ?? null), work);
}

async function applySettings(
  { session, report }: Command,
  before: ListedProject | null,
  name: string,
  { description, assign }: PushOptions,
): Promise<string[]> {
  const isDescribed = before !== null && description !== undefined && description.trim() !== before.description;
  if (!isDescribed && assign.length === 0) return [];
  const project = before ?? (await findProject(session, name));
  if (!project)
    throw new ClientFailure("failed", "The project is not there yet. Run the command again when the server is done, to assign it.");
  if (isDescribed) await describe(session, project._id, description);
  const assigned = await assignProject(session, project._id, assign);
  if (assigned.length > 0) report.log(`Assigned to ${assigned.join(", ")}.`);
  return assigned;
}

async function describe(session: Session, id: string, description: string): Promise<void> {
  const init = { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ description }) };
  await session.read(`/api/project/edit/${id}`, z.unknown(), init);
}

function showOutcome({ origin }: Session, { report, target, isDry }: Push, outcome: PushOutcome, assigned: string[]): void {
  const address = `${origin}/projects/maps/${target.safeName}/`;
  const { status } = outcome;
  const action = target.replacesId === null ? "created" : "replaced";
  const kind = status === "unchanged" ? status : action;
  const lines = {
    dry: "Nothing was sent: this was a dry run.",
    unchanged: `Nothing to do: ${address}`,
    sent: `Sent; the server is still at work: ${address}`,
    published: `Online: ${address}`,
  };
  const value = { ok: true, result: isDry ? "dry-run" : kind, project: target.projectName, address, assigned, ...outcome };
  report.result([isDry ? lines.dry : lines[status]], isDry ? { ...value, status: "dry-run" } : value);
}
