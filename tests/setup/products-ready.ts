import type { FullConfig } from "@playwright/test";
import { until } from "./until";

const START_LIMIT_MS = 300_000;

async function isHealthy(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/health`).catch(() => null);
  return answer?.ok ?? false;
}

/** Waits until the products of all workers are healthy. They start in parallel, which Playwright's `webServer` cannot do. */
export default async function waitForProducts({ metadata }: FullConfig): Promise<void> {
  const origins: string[] = metadata.origins;
  await Promise.all(origins.map((origin) => until(`the product at ${origin}`, () => isHealthy(origin), START_LIMIT_MS)));
}
