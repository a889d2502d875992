import type { AdminViewer } from "../../accounts/sessions/schema";
import { db } from "../../db/client";
import { notFound } from "../../errors";
import { writeCsv } from "../../http/csv";
import { findProjectNames } from "../data";
import { toSafeName } from "../schema";
import type { AnalyticsDays } from "../values";
import { readProjectViews } from "./data";
import type { ProjectView } from "./schema";

const HEADER = ["Last view (UTC)", "Views", "Viewer", "Name", "Email", "Token or link", "Version", "Version of (UTC)"];
const BATCH = 200;

const rowOf = ({ kind, account, credential, views, lastViewedAt, versionId, versionCreatedAt }: ProjectView) => [
  lastViewedAt,
  String(views),
  kind,
  account?.name,
  kind === "guest" ? credential : account?.email,
  kind === "guest" ? null : credential,
  versionId,
  versionCreatedAt,
];

/** Returns the history of views of a project's map as CSV, with a name for the file. @throws AppError 403, 404 as `readProjectViews` */
export async function viewsCsv(viewer: AdminViewer, projectId: string, days: AnalyticsDays, now = new Date()) {
  const first = await readProjectViews(viewer, projectId, { days, limit: BATCH }, now);
  const name = (await findProjectNames(db(), [projectId])).get(projectId);
  if (name === undefined) throw notFound("Project not found.");
  async function* batches() {
    let page = first;
    yield page.history.map(rowOf);
    while (page.nextCursor !== null) {
      page = await readProjectViews(viewer, projectId, { days, limit: BATCH, cursor: page.nextCursor }, now);
      yield page.history.map(rowOf);
    }
  }
  return { name: `views-${toSafeName(name)}-${now.toISOString().slice(0, 10)}.csv`, parts: writeCsv(HEADER, batches()) };
}
