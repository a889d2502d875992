/** How deep causes are followed. */
const DEEPEST = 5;
/** Parser and database quote what they were given; a log need not have it all. */
const LONGEST = 8_000;

/**
 * What is told of an error beside its message. Everything else may quote what somebody sent or what a row holds: PostgreSQL's
 * `detail` has the values of a row, Prisma's `meta` those of a call, a store's `$response` the headers of its request.
 */
const TOLD = [
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

/** An error as it stands in the log. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [told: string]: unknown;
}

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Prisma's words for a call that it could not understand quote the call with every value in it; its last line says what is wrong. */
function wordsOf({ name, message, stack = "" }: Error): { message: string; stack: string } {
  if (!name.startsWith("PrismaClient")) return { message: shorten(message), stack: shorten(stack) };
  const told = message.trim().split("\n").at(-1) ?? name;
  // The message is the beginning of the stack.
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return { message: told, stack: [`${name}: ${told}`, ...places].join("\n") };
}

/** The error as it may stand in a log; what is thrown and is none, in words. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "object" ? "an object that is no error" : String(error);
  const logged: LoggedError = { type: error.name, ...wordsOf(error) };
  for (const name of TOLD) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") logged[name] = value;
  }
  if (depth < DEEPEST) {
    if (error.cause !== undefined) logged["cause"] = toLoggedError(error.cause, depth + 1);
    if (error instanceof AggregateError) logged["errors"] = error.errors.slice(0, DEEPEST).map((one) => toLoggedError(one, depth + 1));
  }
  return logged;
}
