import type { Gauge } from "prom-client";
import { pool } from "../db";
import { logger } from "../logging/logger";
import { gauge } from "./instruments";

/** What was found is told again for so long, however many ask. Milliseconds. */
const KEEP_MS = 5_000;
/** Whoever asks for figures gives up after ten seconds; the others must reach them by then. */
const LIMIT_MS = 3_000;

/** Steps of an import, as its row has them. */
const RUNNING = ["queued", "indexing", "publishing", "verifying", "materialising"];

interface Backlog {
  jobs: { name: string; waiting: number; oldestSeconds: number }[];
  imports: { status: string; running: number }[];
  uploads: number;
}

/** pg-boss's states are ordered: those before `active` wait. Its own queues, which begin with underscores, are no work of ours. */
const waitingJobs = {
  name: "metrics:jobs",
  text: `SELECT queue.name, count(job.id) AS waiting,
                coalesce(extract(epoch FROM now() - min(job.created_on)), 0)::float8 AS "oldestSeconds"
           FROM pgboss.queue LEFT JOIN pgboss.job ON job.name = queue.name AND job.state < 'active'
          WHERE queue.name NOT LIKE '\\_\\_%' GROUP BY queue.name`,
  query_timeout: LIMIT_MS,
};

const runningImports = {
  name: "metrics:imports",
  text: `SELECT status, count(*) AS running FROM "Import" WHERE status NOT IN ('complete', 'failed') GROUP BY status`,
  query_timeout: LIMIT_MS,
};

const openUploads = {
  name: "metrics:uploads",
  text: `SELECT count(*) AS open FROM "Upload" WHERE state = 'receiving'`,
  query_timeout: LIMIT_MS,
};

async function askDatabase(): Promise<Backlog> {
  const [jobs, imports, uploads] = await Promise.all([
    pool().query<Backlog["jobs"][number]>(waitingJobs),
    pool().query<Backlog["imports"][number]>(runningImports),
    pool().query<{ open: number }>(openUploads),
  ]);
  return { jobs: jobs.rows, imports: imports.rows, uploads: uploads.rows[0]?.open ?? 0 };
}

let last: { at: number; backlog: Promise<Backlog | null> } | undefined;

/** Null while the database is away: then there are no such figures, but all others. */
function readBacklog(): Promise<Backlog | null> {
  const now = performance.now();
  if (last && now - last.at < KEEP_MS) return last.backlog;
  const backlog = askDatabase().catch((error: unknown) => {
    logger.debug({ err: error }, "backlog not read");
    return null;
  });
  last = { at: now, backlog };
  return backlog;
}

/** A gauge of the backlog; without one there are no values of it. */
function backlogGauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  show: (figure: Gauge<Label>, backlog: Backlog) => void,
): void {
  gauge(name, help, labelNames, async (figure) => {
    figure.reset();
    // One without labels would be 0 now, which it may not be.
    if (labelNames.length === 0) figure.remove();
    const backlog = await readBacklog();
    if (backlog) show(figure, backlog);
  });
}

/** What waits for workers, whichever of them asks: the same on all of them, so of several take the largest and not the sum. */
export function measureBacklog(): void {
  gauge("sea_vision_database_up", "1 when the database answered the worker's questions, else 0.", [], async (figure) => {
    figure.set((await readBacklog()) ? 1 : 0);
  });
  backlogGauge("sea_vision_jobs_waiting", "Jobs that wait for a worker, by kind.", ["job"], (figure, { jobs }) => {
    for (const { name: job, waiting } of jobs) figure.set({ job }, waiting);
  });
  const oldest = "How long the oldest job of a kind has been waiting.";
  backlogGauge("sea_vision_jobs_oldest_waiting_seconds", oldest, ["job"], (figure, { jobs }) => {
    for (const { name: job, oldestSeconds } of jobs) figure.set({ job }, oldestSeconds);
  });
  const running = "Imports that have not ended, by the step they are at.";
  backlogGauge("sea_vision_imports_running", running, ["status"], (figure, { imports }) => {
    for (const status of RUNNING) figure.set({ status }, imports.find((one) => one.status === status)?.running ?? 0);
  });
  backlogGauge("sea_vision_uploads_open", "Uploads of which bytes are still missing.", [], (figure, { uploads }) => {
    figure.set(uploads);
  });
}
