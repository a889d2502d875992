import { register } from "prom-client";
import { vi } from "vitest";

/**
 * Resets modules, settings and globals before each test file.
 * Many test files share one process, because starting a process costs more time than most files need.
 */
const shared = globalThis as typeof globalThis & { seaVisionFirstEnvironment?: NodeJS.ProcessEnv };
vi.unstubAllEnvs();
const first = shared.seaVisionFirstEnvironment ?? { ...process.env };

for (const name of Object.keys(process.env)) if (!(name in first)) delete process.env[name];
Object.assign(process.env, first);
for (const name of Object.keys(globalThis)) if (name.startsWith("seaVision")) Reflect.deleteProperty(globalThis, name);
shared.seaVisionFirstEnvironment = first;
// The metrics registry belongs to a package that stays loaded.
register.clear();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
