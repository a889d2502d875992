import { register } from "prom-client";
import { vi } from "vitest";

/**
 * One process runs many test files, because starting one and loading the packages costs more than most files. Each file begins
 * with modules, settings and globals of its own: whatever an earlier file has changed is undone here.
 */
const shared = globalThis as typeof globalThis & { seaVisionFirstEnvironment?: NodeJS.ProcessEnv };
vi.unstubAllEnvs();
const first = shared.seaVisionFirstEnvironment ?? { ...process.env };

for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);
for (const name of Object.keys(globalThis)) if (name.startsWith("seaVision")) Reflect.deleteProperty(globalThis, name);
shared.seaVisionFirstEnvironment = first;
// Metrics are registered with the package, which stays loaded.
register.clear();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
