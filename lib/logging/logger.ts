import pino from "pino";
import { toLoggedError } from "./logged-error";
import { currentRequest } from "./request";
import { REMOVED, secretRemover } from "./secrets";

const removeSecrets = secretRemover(process.env);

/** Structured log, one JSON object per line. Secrets are removed by field name, value and pattern. */
export const logger = pino({
  level: process.env.LOG_LEVEL || "info",
  base: { process: process.env.SEA_VISION_PROCESS || "web" },
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const request = currentRequest();
    return request ? { requestId: request.id } : {};
  },
  serializers: { err: (error: unknown) => toLoggedError(error) },
  hooks: { streamWrite: removeSecrets },
  redact: {
    paths: ["password", "*.password", "token", "*.token", "req.headers.authorization", "req.headers.cookie"],
    censor: REMOVED,
  },
});
