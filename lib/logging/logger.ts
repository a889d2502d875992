import pino from "pino";
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

const DEEPEST = 5;
/** Characters. Parsers and the database quote their input. */
const LONGEST = 8_000;

/** Logged fields of an error. Others, such as `detail` and `meta`, may quote user data. */
const LOGGED_FIELDS = [
  "code",
  "status",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "address",
  "port",
  "path",
  "key",
  "responseCode",
  "digest",
] as const;

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Prisma's messages quote the call with every value; only the last line states the problem. */
function withoutQuotedCall({ name, message, stack = "" }: Error): { message: string; stack: string } {
  if (!name.startsWith("PrismaClient")) return { message: shorten(message), stack: shorten(stack) };
  const lastLine = message.trim().split("\n").at(-1) ?? name;
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return { message: lastLine, stack: [`${name}: ${lastLine}`, ...places].join("\n") };
}

/** Returns an error in the form for the log, or text for other values. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? "an object that is no error" : String(error);
  const logged: Record<string, unknown> = { type: error.name, ...withoutQuotedCall(error) };
  for (const name of LOGGED_FIELDS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") logged[name] = value;
  }
  if (depth < DEEPEST) {
    if (error.cause !== undefined) logged["cause"] = toLoggedError(error.cause, depth + 1);
    if (error instanceof AggregateError) logged["errors"] = error.errors.slice(0, DEEPEST).map((one) => toLoggedError(one, depth + 1));
  }
  return logged;
}
