import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type * as Engine from "@prisma/schema-engine-wasm";

export const noFilters: Engine.SchemaFilter = { externalTables: [], externalEnums: [] };

/** The engine never clears its timers of ten seconds, which must not keep the process alive. */
function idleTimers(bindings: object) {
  const names = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  return Object.fromEntries(names.map((name) => [name, (run: () => void, delay: number) => setTimeout(run, delay).unref()]));
}

/** Loads Prisma's schema engine as WebAssembly by hand: the CLI downloads a native one, and Node can't import .wasm as a module. */
export async function openSchemaEngine(databaseUrl: string): Promise<Engine.SchemaEngine> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  // Bindings belong to one instance: shared ones would answer the timers of an earlier engine with this one's memory.
  const bindingsUrl = Object.assign(pathToFileURL(path.join(folder, "schema_engine_bg.js")), { search: `engine=${randomUUID()}` });
  const bindings = await import(/* @vite-ignore */ bindingsUrl.href);
  const { instance } = await WebAssembly.instantiate(await readFile(path.join(folder, "schema_engine_bg.wasm")), {
    "./schema_engine_bg.js": { ...bindings, ...idleTimers(bindings) },
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const schema = await readFile(path.join(process.cwd(), "prisma/schema.prisma"), "utf8");
  // The engine never closes its pool. Idle connections would keep the process alive and block copies of the database.
  const connections = new PrismaPg({ connectionString: databaseUrl, idleTimeoutMillis: 1, allowExitOnIdle: true });
  const adapter = bindMigrationAwareSqlAdapterFactory(connections);
  return (bindings as typeof Engine).SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => undefined, adapter);
}
