import pino from "pino";
import { toLoggedError } from "./logged-error";
import { currentRequest } from "./request";
import { REMOVED, secretRemover } from "./secrets";

const removeSecrets = secretRemover(process.env);

/**
 * Structured log of this process, a line of JSON each. Lines that belong to a request carry its id. Secrets are cut out thrice:
 * by the name of a field, by what is told of an error at all, and in the finished line by their value and their looks.
 */
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
