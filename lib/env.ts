import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const origin = z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin);
const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

/** Dashboards compare with the end of last month, and read from the trail what has been deleted since. */
const SHORTEST_RETENTION_DAYS = 35;
const retention = z.coerce
  .number()
  .int()
  .max(36_500)
  .refine(
    (days) => days === 0 || days >= SHORTEST_RETENTION_DAYS,
    `AUDIT_RETENTION_DAYS must be 0, which is for ever, or at least ${SHORTEST_RETENTION_DAYS}`,
  );

/** `name@host` or `Name <name@host>`, on one line. */
const sender = z
  .string()
  .regex(/^([^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, "MAIL_FROM must be an address, or Name <address>");

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: port.default(3000),
  MAPS_PORT: port.default(3001),
  APP_ORIGIN: origin.optional(),
  MAPS_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  AUTH_SECRET: z.string().min(32, "AUTH_SECRET must have at least 32 characters").optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_533).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  AUDIT_RETENTION_DAYS: retention.default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  SEED_DEMO: flag.optional(),
  MAP_IMAGES: flag.default(true),
  CHROMIUM_PATH: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  STORAGE_QUOTA_BYTES: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "STORAGE_QUOTA_BYTES must be a whole number of bytes above 0")
    .transform(Number)
    .optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).optional(),
  DRAIN_LIMIT_SECONDS: z.coerce.number().int().min(1).max(3_600).optional(),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(8).optional(),
});

/** Where blobs are kept that are not on disk. */
export interface S3Settings {
  bucket: string;
  /** Address of a server that is not Amazon's. */
  endpoint: string | null;
  region: string;
  /** Null: found where the SDK looks by itself, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** True: the bucket is in the path, as most servers that are not Amazon's want it. */
  forcePathStyle: boolean;
}

/** Where figures for monitoring are served. */
export interface MetricsSettings {
  /** Of this process when it runs alone; under the supervisor of web, and the next two of maps and worker. */
  port: number;
  /** Address to listen on. */
  host: string;
}

/** The settings of this process: DESIGN §7, with the defaults filled in. */
export interface Env {
  nodeEnv: "development" | "production" | "test";
  port: number;
  mapsPort: number;
  /** Public origin of the application, without a trailing slash. */
  appOrigin: string;
  /** Public origin of the map sites, without a trailing slash. */
  mapsOrigin: string;
  /** Reverse proxies of ours in front of this process, whose X-Forwarded-For entries are believed. */
  trustedProxies: number;
  /** Absolute path of the folder for the embedded database, blobs on disk, secret and outbox. */
  dataDir: string;
  databaseUrl: string;
  /** Key of every signature: sessions, map tickets, map cookies. */
  authSecret: string;
  logLevel: string;
  /** Whether the worker renders pictures of maps, where it finds a Chromium. */
  rendersMapImages: boolean;
  /** The Chromium to render with; null: the one that is installed in one of the usual places, if any. */
  chromiumPath: string | null;
  /** Server that mails go to, with its credentials; null: mails are kept in DATA_DIR/outbox. */
  smtpUrl: string | null;
  /** Sender of mails, as `Name <address>`. */
  mailFrom: string;
  /** Bytes that all files may take together, as the platform's figures have it; null: as many as the object store can take. */
  storageQuotaBytes: number | null;
  /** Null: no figures for monitoring are served, and none are gathered. */
  metrics: MetricsSettings | null;
  /** Days after which events of the audit trail are deleted; null: never. */
  auditRetentionDays: number | null;
  /** Null: blobs are files in DATA_DIR. */
  s3: S3Settings | null;
  /** How long a process that is told to end goes on taking requests; null: as suits whether it is supervised. */
  drainSeconds: number | null;
  /** How long requests that are under way may then take to end; null as above. */
  drainLimitSeconds: number | null;
}

/** @throws Error when one half of the credentials is missing, or settings stand there without a bucket */
function readS3(values: z.output<typeof variables>): S3Settings | null {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = values;
  if (Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY))
    throw new Error("Wrong settings:\n✖ S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set both or neither");
  if (!S3_BUCKET) {
    if (S3_ENDPOINT || S3_ACCESS_KEY_ID) throw new Error("Wrong settings:\n✖ S3_BUCKET must be set when other S3 settings are");
    return null;
  }
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT ?? null,
    region: S3_REGION,
    credentials: S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : null,
    forcePathStyle: S3_FORCE_PATH_STYLE ?? Boolean(S3_ENDPOINT),
  };
}

function readSecret(dataDir: string): string | undefined {
  const file = path.join(dataDir, "auth-secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * Parses the environment.
 * @throws Error naming every variable that is wrong.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(filled);
  if (!parsed.success) throw new Error(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  const dataDir = path.resolve(values.DATA_DIR);
  const authSecret = values.AUTH_SECRET ?? readSecret(dataDir);
  if (!authSecret)
    throw new Error(
      "AUTH_SECRET must be set when DATABASE_URL is, to the same secret of at least 32 characters for every process on every host " +
        "(openssl rand -base64 48 makes one).",
    );
  const appOrigin = values.APP_ORIGIN ?? `http://localhost:${values.PORT}`;
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    mapsPort: values.MAPS_PORT,
    appOrigin,
    mapsOrigin: values.MAPS_ORIGIN ?? `http://localhost:${values.MAPS_PORT}`,
    // No process of ours speaks TLS, so an https origin means a proxy in front.
    trustedProxies: values.TRUSTED_PROXIES ?? (appOrigin.startsWith("https:") ? 1 : 0),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    authSecret,
    logLevel: values.LOG_LEVEL,
    rendersMapImages: values.MAP_IMAGES,
    chromiumPath: values.CHROMIUM_PATH ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `Sea-Vision <no-reply@${new URL(appOrigin).hostname}>`,
    storageQuotaBytes: values.STORAGE_QUOTA_BYTES ?? null,
    metrics: values.METRICS_PORT ? { port: values.METRICS_PORT, host: values.METRICS_HOST } : null,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS || null,
    s3: readS3(values),
    drainSeconds: values.DRAIN_SECONDS ?? null,
    drainLimitSeconds: values.DRAIN_LIMIT_SECONDS ?? null,
  };
}

let current: Env | undefined;

/** The settings of this process, parsed on first use so that a build needs none. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}
