/** Variables that are not just named after their parameter of a connection URL. */
const otherNames: Readonly<Record<string, string>> = {
  application_name: "PGAPPNAME",
  connect_timeout: "PGCONNECT_TIMEOUT",
  dbname: "PGDATABASE",
};
const parameters =
  /^(application_name|channel_binding|connect_timeout|dbname|host|hostaddr|options|password|port|ssl\w+|target_session_attrs|user)$/;

const variableOf = (parameter: string) => otherNames[parameter] ?? `PG${parameter.replaceAll("_", "").toUpperCase()}`;

const withoutUnset = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value));

/** Returns the connection URL as variables. Arguments of programs are readable by every user, so the password can't be one. */
function forPostgres(databaseUrl: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = [...searchParams].filter(([name]) => parameters.test(name)).map(([name, value]) => [variableOf(name), value]);
  return withoutUnset({
    // URLs have brackets around IPv6 addresses, PGHOST doesn't.
    PGHOST: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1"),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...Object.fromEntries(given),
  });
}

function forRclone(settings: NodeJS.ProcessEnv) {
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
    // Without keys, the role of the machine is used, as in the product.
    RCLONE_CONFIG_STORE_ENV_AUTH: S3_ACCESS_KEY_ID ? undefined : "true",
    // A key that may only read and write objects can't check whether the bucket exists.
    RCLONE_CONFIG_STORE_NO_CHECK_BUCKET: "true",
  });
}

/** Returns the environment of an operator's command: PG* and DATABASE_URL, and rclone's remote `store`. RCLONE_* settings win. */
export function commandEnvironment(databaseUrl: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...forRclone(settings), ...settings, ...forPostgres(databaseUrl), DATABASE_URL: databaseUrl };
}
