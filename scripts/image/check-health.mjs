/** HEALTHCHECK of the image. Exits with 0 when HEALTH_URL returns a success. */
const url = process.env.HEALTH_URL || "http://127.0.0.1:3000/api/health/live";
const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
