import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import proxyAddress from "proxy-addr";
import { z } from "zod";
import type { TrustProxy } from "./http/client";
import { oidcVariables, readOidc } from "./http/settings/oidc-settings";
import { readS3, s3Variables } from "./http/settings/s3-settings";
import {
  flag,
  isLoopback,
  mapsOrigin,
  mfaVariables,
  origin,
  parserVariables,
  readMapsOrigin,
  readPasswordRoles,
  readShareLinks,
  shareLinkVariables,
} from "./http/settings/settings";

const port = z.coerce.number().int().min(1).max(65_535);

/** Dashboards compute last month's numbers from the audit trail. */
const SHORTEST_RETENTION_DAYS = 35;
const retention = z.coerce
  .number()
  .int()
  .max(36_500)
  .refine(
    (days) => days === 0 || days >= SHORTEST_RETENTION_DAYS,
    `AUDIT_RETENTION_DAYS must be 0, which is for ever, or at least ${SHORTEST_RETENTION_DAYS}`,
  );

const sender = z
  .string()
  .regex(/^([^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, "MAIL_FROM must be an address, or Name <address>");

const PROXIES = "TRUSTED_PROXIES must be a number of proxies up to 10, or their addresses and networks, with commas between them";

/** A number of proxies in a row, or the addresses, networks and `loopback`, `linklocal` and `uniquelocal` that they have. */
const proxies = z.string().transform((value, context): TrustProxy => {
  if (/^(\d|10)$/.test(value)) return (_address, hop) => hop < Number(value);
  const networks = value.split(",").map((network) => network.trim());
  try {
    // The library takes 11 for the address 0.0.0.11.
    if (!networks.some((network) => /^\d+$/.test(network))) return proxyAddress.compile(networks);
  } catch {
    // Not an address.
  }
  context.issues.push({ code: "custom", message: PROXIES, input: value });
  return z.NEVER;
});

/** By default. More would take memory and database connections of other processes. */
const MOST_MAPS_PROCESSES = 4;

const text = z.string().min(1);
const listenAddress = text.default("127.0.0.1");

/** The description of a variable is its row in docs/configuration.md. `npm run check` fails when that page is out of date. */
export const variables = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"])
    .default("production")
    .describe("The `npm` commands set it. Set `production` for processes that you start yourself."),
  PORT: port.default(3000).describe("Port of the application."),
  MAPS_PORT: port.default(3001).describe("Port of the maps."),
  APP_ORIGIN: origin.optional().describe("Public address of the application, as browsers see it. If unset: `http://localhost:PORT`."),
  MAPS_ORIGIN: mapsOrigin
    .optional()
    .describe(
      "Public address of the maps. With `*`, as in `https://*.maps.example.net`, each map has an origin of its own. If unset: `http://*.localhost:MAPS_PORT`, if `APP_ORIGIN` is on localhost.",
    ),
  HOST: listenAddress.describe("Address that `PORT` listens on. `0.0.0.0` listens on all addresses of the machine."),
  MAPS_HOST: listenAddress.describe("Address that `MAPS_PORT` listens on, see `HOST`."),
  MAPS_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe("Processes that serve maps, on one port. If unset: one for each processor core, at most 4."),
  TRUSTED_PROXIES: proxies
    .optional()
    .describe("Your proxies: a number, or addresses and networks with commas between. If unset: 1 when `APP_ORIGIN` is https, else 0."),
  DATA_DIR: text.default(".data").describe("Folder of the embedded database, the uploaded files, the secret and the mail outbox."),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe("Address of a PostgreSQL 15 or newer. If unset, `npm start` starts the embedded PostgreSQL."),
  AUTH_SECRET: z
    .string()
    .min(32, "AUTH_SECRET must have at least 32 characters")
    .optional()
    .describe("Key of all signatures, at least 32 characters. Required with `DATABASE_URL`; if unset, it is generated in `DATA_DIR`."),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_533)
    .optional()
    .describe(
      "Port of metrics and health checks. `npm start` takes it for web, and the next two for maps and worker. If unset: no metrics.",
    ),
  METRICS_HOST: listenAddress.describe("Address that `METRICS_PORT` listens on."),
  AUDIT_RETENTION_DAYS: retention.default(0).describe("Days that audit events are kept, at least 35. `0` keeps them for ever."),
  VIEW_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(90)
    .describe("Days for which admins see who opened a map. `0` records no such history."),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe(
      "Lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. If unset under `npm start`: `warn`.",
    ),
  SEED_DEMO: flag.optional().describe("First start only. `1` creates demo accounts and a map. If unset: `1` with the embedded database."),
  MAP_IMAGES: flag.default(true).describe("`0`: the worker renders no thumbnails of maps."),
  CHROMIUM_PATH: text.optional().describe("Chromium for thumbnails. If unset: the first one found in `PATH` and in the usual folders."),
  INSTALL_CHROMIUM: flag
    .default(true)
    .describe(
      "`0`: `npm start` only prints that Chromium or GDAL is missing. Otherwise it installs the packages as root on Debian, in the background.",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe("Mail server, such as `smtps://user:password@mail.example.com`. If unset, mails become files in `DATA_DIR/outbox`."),
  MAIL_FROM: sender
    .optional()
    .describe("Sender of mails, an address or `Name <address>`. If unset: `no-reply` at the host of `APP_ORIGIN`."),
  SUPPORT_CONTACT: text
    .max(200)
    .regex(/^\P{Cc}*$/u, "SUPPORT_CONTACT must be one line")
    .optional()
    .describe("Whom people ask for a new password when no mails are sent: a mail address, a URL or a text. If unset: your administrator."),
  ...oidcVariables,
  ...mfaVariables,
  ...shareLinkVariables,
  STORAGE_QUOTA_BYTES: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "STORAGE_QUOTA_BYTES must be a whole number of bytes above 0")
    .transform(Number)
    .optional()
    .describe("Bytes that all files may take together; more is refused. If unset: the free space of the disk; no limit with a bucket."),
  ...parserVariables,
  ...s3Variables,
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .optional()
    .describe("Seconds in which a stopping process still takes requests and reports not ready. If unset: 5; 0 under `npm start`."),
  DRAIN_LIMIT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .optional()
    .describe("Seconds after `DRAIN_SECONDS` until running requests are aborted. If unset: 20; 3 under `npm start`."),
  SUPERADMIN_EMAIL: z.email().optional().describe("First start only: address of the superadmin. If unset: `superadmin@sea-vision.local`."),
  SUPERADMIN_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe("First start only: password of the superadmin, at least 8 characters. If unset: random, printed once."),
});

function readSecret(dataDir: string): string | undefined {
  const file = path.join(dataDir, "auth-secret");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Parses the environment. @throws Error naming every variable that is wrong */
export function parseEnv(source: Record<string, string | undefined>) {
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
  const maps = readMapsOrigin({ appOrigin, setting: values.MAPS_ORIGIN, port: values.MAPS_PORT });
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    mapsPort: values.MAPS_PORT,
    /** Public origin of the application, without a trailing slash. */
    appOrigin,
    /** Public origin of the maps, without a trailing slash. If they have their own, programs use this one (`mapOriginOf`). */
    mapsOrigin: maps.base,
    /** Whether each map has an origin of its own. */
    isolatesMaps: maps.isWildcard,
    /** Addresses on which the ports are opened. */
    host: values.HOST,
    mapsHost: values.MAPS_HOST,
    /** Processes that serve maps. */
    mapsProcesses: values.MAPS_PROCESSES ?? Math.min(availableParallelism(), MOST_MAPS_PROCESSES),
    /** Our reverse proxies, whose X-Forwarded-For entries are trusted. No process of ours speaks TLS, so https means a proxy. */
    isProxy: values.TRUSTED_PROXIES ?? ((_address: string, hop: number) => hop === 0 && appOrigin.startsWith("https:")),
    /** Absolute path of the folder for the embedded database, blobs on disk, secret and outbox. */
    dataDir,
    databaseUrl: values.DATABASE_URL,
    /** Key of every signature: sessions, map tickets, map cookies. */
    authSecret,
    logLevel: values.LOG_LEVEL,
    /** Whether the worker renders thumbnails of maps, when it finds a Chromium. */
    rendersMapImages: values.MAP_IMAGES,
    /** Chromium to render with; null: the one in a usual place, if any. */
    chromiumPath: values.CHROMIUM_PATH ?? null,
    /** Whether `npm start` may install Chromium and GDAL with apt. */
    installsChromium: values.INSTALL_CHROMIUM,
    /** Mail server with its credentials; null: mails are saved in DATA_DIR/outbox. */
    smtpUrl: values.SMTP_URL ?? null,
    /** Provider of single sign-on; null: passwords only. */
    oidc: readOidc(values),
    /** Roles whose accounts must have a second factor. */
    mfaRoles: values.REQUIRE_MFA,
    /** Roles whose accounts must replace assigned passwords. */
    passwordRoles: readPasswordRoles(values),
    /** Whether mails reach people. On a product of one's own machine, they are read in the outbox. */
    deliversMail: values.SMTP_URL !== undefined || isLoopback(new URL(appOrigin).hostname),
    /** Whom people ask for a new password; undefined: their administrator. */
    supportContact: values.SUPPORT_CONTACT,
    mailFrom: values.MAIL_FROM ?? `Sea-Vision <no-reply@${new URL(appOrigin).hostname}>`,
    shareLinks: readShareLinks(values),
    /** Maximum bytes of all files together; null: as many as the object store can take. */
    storageQuotaBytes: values.STORAGE_QUOTA_BYTES ?? null,
    /** Maximum files and folders of a map. */
    maxFiles: values.MAX_FILES,
    /** Limits of a parser process. */
    parserSeconds: values.PARSER_SECONDS,
    parserMegabytes: values.PARSER_MEGABYTES,
    /** Bytes that an import may inflate into blobs, for each stored byte. */
    inflateRatio: values.INFLATE_RATIO,
    /** Null: no metrics. The supervisor gives `port` to web, and the next two to maps and worker. */
    metrics: values.METRICS_PORT ? { port: values.METRICS_PORT, host: values.METRICS_HOST } : null,
    /** Days for which admins see who opened a map; 0: none. */
    viewHistoryDays: values.VIEW_HISTORY_DAYS,
    /** Days after which audit events are deleted; null: never. */
    auditRetentionDays: values.AUDIT_RETENTION_DAYS || null,
    /** Null: blobs are files in DATA_DIR. */
    s3: readS3(values),
    /** How long a stopping process continues to accept requests; null: depends on whether it is supervised. */
    drainSeconds: values.DRAIN_SECONDS ?? null,
    /** How long running requests may then take to end; null: as above. */
    drainLimitSeconds: values.DRAIN_LIMIT_SECONDS ?? null,
  };
}

export type Env = ReturnType<typeof parseEnv>;
export type S3Settings = NonNullable<Env["s3"]>;
export type MetricsSettings = NonNullable<Env["metrics"]>;

let current: Env | undefined;

/** The settings of this process, parsed on first use so that a build needs none. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}
