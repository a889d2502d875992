import type { Gauge } from "prom-client";
import { queryLimited } from "../../lib/db/client";
import { logger } from "../../lib/logging/logger";
import { gauge } from "../../lib/logging/metrics/instruments";

/** Milliseconds that results are reused. */
const KEEP_MS = 5_000;
/** Scrapers give up after ten seconds. */
const limited = { query_timeout: 3_000 };

const RUNNING = ["queued", "indexing", "publishing", "verifying", "materialising"];

interface Backlog {
  jobs: { name: string; waiting: number; oldestSeconds: number }[];
  imports: { status: string; running: number }[];
  uploads: number;
}

/** pg-boss's states are ordered; those before `active` wait. Its own queues start with underscores. */
const waitingJobs = {
  name: "metrics:jobs",
  text: `SELECT queue.name, count(job.id) AS waiting,
                coalesce(extract(epoch FROM now() - min(job.created_on)), 0)::float8 AS "oldestSeconds"
           FROM pgboss.queue LEFT JOIN pgboss.job ON job.name = queue.name AND job.state < 'active'
          WHERE queue.name NOT LIKE '\\_\\_%' GROUP BY queue.name`,
  ...limited,
};

/** SQL of the domain: `running` imports by `status`, and the number of `open` uploads. */
export interface BacklogQueries {
  imports: string;
  uploads: string;
}

async function askDatabase(queries: BacklogQueries): Promise<Backlog> {
  const [jobs, imports, uploads] = await Promise.all([
    queryLimited<Backlog["jobs"][number]>(waitingJobs),
    queryLimited<Backlog["imports"][number]>({ name: "metrics:imports", text: queries.imports, ...limited }),
    queryLimited<{ open: number }>({ name: "metrics:uploads", text: queries.uploads, ...limited }),
  ]);
  return { jobs, imports, uploads: uploads[0]?.open ?? 0 };
}

let last: { at: number; backlog: Promise<Backlog | null> } | undefined;

/** Null while the database is unavailable: these metrics are then missing. */
function readBacklog(queries: BacklogQueries): Promise<Backlog | null> {
  const now = performance.now();
  if (last && now - last.at < KEEP_MS) return last.backlog;
  const backlog = askDatabase(queries).catch((error: unknown) => {
    logger.debug({ err: error }, "backlog not read");
    return null;
  });
  last = { at: now, backlog };
  return backlog;
}

/** A gauge without values while the backlog is unknown. */
function backlogGauge<Label extends string>(
  queries: BacklogQueries,
  name: string,
  help: string,
  labelNames: readonly Label[],
  show: (figure: Gauge<Label>, backlog: Backlog) => void,
): void {
  gauge(name, help, labelNames, async (figure) => {
    figure.reset();
    // A gauge without labels would report 0.
    if (labelNames.length === 0) figure.remove();
    const backlog = await readBacklog(queries);
    if (backlog) show(figure, backlog);
  });
}

/** Measures what waits for workers. Every worker reports the same: aggregate by maximum, not sum. */
export function measureBacklog(queries: BacklogQueries): void {
  gauge("sea_vision_database_up", "1 when the database answered the worker's questions, else 0.", [], async (figure) => {
    figure.set((await readBacklog(queries)) ? 1 : 0);
  });
  backlogGauge(queries, "sea_vision_jobs_waiting", "Jobs that wait for a worker, by kind.", ["job"], (figure, { jobs }) => {
    for (const { name: job, waiting } of jobs) figure.set({ job }, waiting);
  });
  const oldest = "How long the oldest job of a kind has been waiting.";
  backlogGauge(queries, "sea_vision_jobs_oldest_waiting_seconds", oldest, ["job"], (figure, { jobs }) => {
    for (const { name: job, oldestSeconds } of jobs) figure.set({ job }, oldestSeconds);
  });
  const running = "Imports that have not ended, by the step they are at.";
  backlogGauge(queries, "sea_vision_imports_running", running, ["status"], (figure, { imports }) => {
    for (const status of RUNNING) figure.set({ status }, imports.find((one) => one.status === status)?.running ?? 0);
  });
  backlogGauge(queries, "sea_vision_uploads_open", "Uploads of which bytes are still missing.", [], (figure, { uploads }) => {
    figure.set(uploads);
  });
}
