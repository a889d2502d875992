import cluster from "node:cluster";
import { blobStore } from "../lib/blobs/open";
import { SmallReads } from "../lib/blobs/small-reads";
import { followBranding } from "../lib/branding/data";
import { findViewerFile } from "../lib/data-maps/data";
import { disconnect, pool } from "../lib/db/client";
import { env } from "../lib/env";
import { logger } from "../lib/logging/logger";
import { measureMapQuestions } from "../lib/logging/metrics/maps";
import { findGrant } from "../lib/maps/data";
import { redeemTicket } from "../lib/maps/mutations";
import { addMapViews, type MapViewer } from "../lib/projects/stats/mutations";
import { ChangeMark } from "../lib/trees/changes/change-mark";
import { findEntries, findTreeState } from "../lib/trees/data";
import type { EndTimes } from "./health/ending";
import { MapsHandler } from "./maps/handler";
import { forgetLostRights } from "./maps/right-check";
import { forgetChangedTrees, TreeStates } from "./maps/tree-states";
import { ViewCounter } from "./maps/view-counter";
import { Workers } from "./maps/workers";
import { observeRequests } from "./observe/requests";
import { findMapsRoute } from "./observe/route";
import { runProcess, type Service } from "./process";
import { HttpServer } from "./web/http-server";

const processes = env().mapsProcesses;

/** Bytes of small files in the memory of all processes together. */
const CACHE_BYTES = 64 * 1024 * 1024;

const MOST_CONNECTIONS = 10;
const FEWEST_CONNECTIONS = 3;

/** Plans made while a table was small would scan it for minutes after an import. All queries of this process use indexes. */
function prepareConnections(): void {
  const { options } = pool();
  options.max = Math.max(FEWEST_CONNECTIONS, Math.floor(MOST_CONNECTIONS / processes));
  const { onConnect } = options;
  options.onConnect = async (client) => {
    await onConnect?.(client);
    await client.query("SET enable_seqscan = off");
  };
}

async function startMaps({ requestsMs }: EndTimes): Promise<Service> {
  const views = new ViewCounter(addMapViews, Date.now);
  const countView = (viewer: MapViewer) => views.count(viewer);
  const plain = { findGrant, findEntries };
  const questions = env().metrics ? measureMapQuestions(plain) : plain;
  const mark = new ChangeMark();
  const trees = new TreeStates({ findState: findTreeState, hasChanged: () => mark.hasChanged(), now: Date.now });
  const caches = { trees, reads: new SmallReads(CACHE_BYTES / processes) };
  const handler = new MapsHandler({ store: blobStore(), ...questions, redeemTicket, findViewerFile, countView, now: Date.now, caches });
  const changes = forgetChangedTrees(() => trees.forget());
  const brand = await followBranding();
  const losses = forgetLostRights((lost) => handler.forgetRights(lost));
  const server = new HttpServer({ closeLimitMs: requestsMs, origin: env().mapsOrigin });
  await server.listen(
    env().mapsPort,
    observeRequests((request, response) => handler.handle(request, response), findMapsRoute, { followsRequests: false }),
    env().mapsHost,
  );
  return {
    drain: () => server.drain(),
    async close() {
      await server.close();
      await views.close();
      await losses.close();
      await changes.close();
      await brand.close();
      await disconnect();
    },
  };
}

async function start(times: EndTimes): Promise<Service> {
  if (cluster.isPrimary && !env().isolatesMaps)
    logger.warn("maps share one origin, so each can read the others; MAPS_ORIGIN with a wildcard isolates them");
  return cluster.isPrimary && processes > 1 ? await new Workers(times).start(processes) : await startMaps(times);
}

// Before the first connection is opened.
prepareConnections();
await runProcess("maps", start);
