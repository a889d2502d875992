import pino from "pino";

/** Structured log of this process. Secrets are cut out by name, wherever they stand. */
export const logger = pino({
  level: process.env.LOG_LEVEL || "info",
  base: { process: process.env.SEA_VISION_PROCESS || "web" },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["password", "*.password", "token", "*.token", "req.headers.authorization", "req.headers.cookie"],
    censor: "[removed]",
  },
});
