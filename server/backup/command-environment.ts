/** Parameters of a database's address, as the variables that PostgreSQL's own programs read. */
const parameters: Readonly<Record<string, string>> = {
  application_name: "PGAPPNAME",
  channel_binding: "PGCHANNELBINDING",
  connect_timeout: "PGCONNECT_TIMEOUT",
  dbname: "PGDATABASE",
  host: "PGHOST",
  hostaddr: "PGHOSTADDR",
  options: "PGOPTIONS",
  password: "PGPASSWORD",
  port: "PGPORT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  target_session_attrs: "PGTARGETSESSIONATTRS",
  user: "PGUSER",
};

type Variables = Record<string, string>;

const withoutUnset = (variables: Record<string, string | undefined>): Variables =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** The database's address in parts, so that its password need not stand among a program's arguments, which every user can read. */
function forPostgres(databaseUrl: string): Variables {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = [...searchParams].map(([name, value]) => [parameters[name] ?? "", value]).filter(([name]) => name !== "");
  return withoutUnset({
    // An address of IPv6 stands in brackets there alone.
    PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(given),
  });
}

/** The bucket's store as the remote `store` of rclone. */
function forRclone(settings: NodeJS.ProcessEnv): Variables {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = settings;
  if (!S3_BUCKET) return {};
  const isPathStyle = S3_FORCE_PATH_STYLE ? ["1", "true"].includes(S3_FORCE_PATH_STYLE) : Boolean(S3_ENDPOINT);
  return withoutUnset({
    RCLONE_CONFIG_STORE_TYPE: "s3",
    RCLONE_CONFIG_STORE_PROVIDER: S3_ENDPOINT ? "Other" : "AWS",
    RCLONE_CONFIG_STORE_ENDPOINT: S3_ENDPOINT,
    RCLONE_CONFIG_STORE_REGION: S3_REGION || "us-east-1",
    RCLONE_CONFIG_STORE_FORCE_PATH_STYLE: String(isPathStyle),
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
    // Without keys the machine's role, as the product has it.
    RCLONE_CONFIG_STORE_ENV_AUTH: S3_ACCESS_KEY_ID ? undefined : "true",
    // The bucket is there; a key that may only read and write objects could not ask.
    RCLONE_CONFIG_STORE_NO_CHECK_BUCKET: "true",
  });
}

/**
 * What an operator's command finds: the database by PG* (and DATABASE_URL, also of the embedded one), the bucket's store as
 * rclone's remote `store`. What is set already wins.
 */
export function commandEnvironment(databaseUrl: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...forRclone(settings), ...settings, ...forPostgres(databaseUrl), DATABASE_URL: databaseUrl };
}
