import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { RefusalLog } from "../lib/audit/refusals/refusal-log";
import { openTempFolder } from "../lib/blobs/temp-file";
import { followBranding } from "../lib/branding/data";
import { disconnect } from "../lib/db/client";
import { env } from "../lib/env";
import { shareMounts } from "../lib/openapi/document";
import type { EndTimes } from "./health/ending";
import { logConsole } from "./observe/console-log";
import { observeRequests } from "./observe/requests";
import { readPagePatterns, webRoutes } from "./observe/web-routes";
import { runProcess, type Service } from "./process";
import { dispatch } from "./web/dispatch";
import { HttpServer } from "./web/http-server";
import { mounts } from "./web/mounts";
import { guardPages } from "./web/page-guard";

/** Both this file and its bundle, dist/web.js, are one folder below the root. */
const root = path.resolve(import.meta.dirname, "..");

async function startWeb({ requestsMs }: EndTimes): Promise<Service> {
  const { nodeEnv, port, host, appOrigin, s3 } = env();
  // The tus library keeps the parts of uploads in the system's temporary folder, which is memory in our container.
  if (s3) process.env.TMPDIR = await openTempFolder();
  const brand = await followBranding();
  shareMounts(mounts);
  // NextAuth reads its address only from here.
  process.env.NEXTAUTH_URL = appOrigin;
  const isDevelopment = nodeEnv === "development";
  // Developers read Next's own output.
  if (!isDevelopment) logConsole();
  const server = new HttpServer({ takesUpgrades: isDevelopment, closeLimitMs: requestsMs, origin: appOrigin });
  // Only the development server handles upgrades; elsewhere Next gets a server without requests (HttpServerOptions.takesUpgrades).
  const app = next({ dev: isDevelopment, dir: root, port, httpServer: isDevelopment ? server.node : createServer() });
  await app.prepare();
  const pages = guardPages(app.getRequestHandler());
  const findRoute = webRoutes(
    mounts.map((mount) => mount.path),
    readPagePatterns(root),
  );
  const refusals = new RefusalLog();
  const onRefused = refusals.note.bind(refusals);
  await server.listen(port, observeRequests(dispatch(mounts, pages), findRoute, { followsRequests: true, onRefused }), host);
  return {
    drain: () => server.drain(),
    async close() {
      await server.close();
      await app.close();
      await refusals.close();
      await brand.close();
      await disconnect();
    },
  };
}

await runProcess("web", startWeb);
