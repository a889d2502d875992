import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { disconnect } from "../lib/db";
import { env } from "../lib/env";
import { handleMapRedirect } from "./bytes/map-redirect";
import { createTusHandler, UPLOADS_PATH } from "./bytes/tus";
import { runProcess, type Service } from "./process";
import { dispatch, type Mount } from "./web/dispatch";
import { HttpServer } from "./web/http-server";
import { guardPages } from "./web/page-guard";
import { explainRefusedMethods } from "./web/refused-methods";

/** Both this file and its bundle, dist/web.js, stand one folder below the root. */
const root = path.resolve(import.meta.dirname, "..");

/** What moves bytes, or must not be told by Next. */
function createMounts(): Mount[] {
  return [
    { path: UPLOADS_PATH, handler: createTusHandler() },
    { path: "/projects/maps", handler: handleMapRedirect },
  ];
}

async function startWeb(): Promise<Service> {
  const { nodeEnv, port } = env();
  const isDevelopment = nodeEnv === "development";
  const server = new HttpServer({ takesUpgrades: isDevelopment });
  // Next listens for upgrades on the server it is given, else on that of its first request. Only in development it has a use
  // for them; elsewhere it gets a server that never hears of any (HttpServerOptions.takesUpgrades).
  const app = next({ dev: isDevelopment, dir: root, port, httpServer: isDevelopment ? server.node : createServer() });
  await app.prepare();
  await server.listen(port, dispatch(createMounts(), guardPages(explainRefusedMethods(app.getRequestHandler()))));
  return {
    async close() {
      await server.close();
      await app.close();
      await disconnect();
    },
  };
}

await runProcess("web", startWeb);
