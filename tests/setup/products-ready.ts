import type { FullConfig } from "@playwright/test";
import { until } from "./until";

const START_LIMIT_MS = 300_000;

async function isHealthy(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/health`).catch(() => null);
  return answer?.ok ?? false;
}

/** Waits for the products of all workers. They start side by side: Playwright itself would start each after the one before. */
export default async function waitForProducts({ metadata }: FullConfig): Promise<void> {
  const origins: string[] = metadata.origins;
  await Promise.all(origins.map((origin) => until(`the product at ${origin}`, () => isHealthy(origin), START_LIMIT_MS)));
}
