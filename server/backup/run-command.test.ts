import { expect, it } from "vitest";
import { commandEnvironment } from "./run-command";

it("returns the decoded parts of a connection URL", () => {
  const url = "postgresql://sea%40vision:p%40ss%2Fword@db.example.com:6432/sea_vision?sslmode=verify-full&application_name=x&pool=3";
  expect(commandEnvironment(url, {} as NodeJS.ProcessEnv)).toEqual({
    DATABASE_URL: url,
    PGHOST: "db.example.com",
    PGPORT: "6432",
    PGUSER: "sea@vision",
    PGPASSWORD: "p@ss/word",
    PGDATABASE: "sea_vision",
    PGSSLMODE: "verify-full",
    PGAPPNAME: "x",
  });
});

it.each([
  ["postgresql://u:p@[::1]:5432/d", { PGHOST: "::1" }],
  ["postgresql:///d?host=/run/postgresql&user=u", { PGHOST: "/run/postgresql", PGUSER: "u", PGDATABASE: "d" }],
])("returns the PG variables of %s", (url, expected) => {
  expect(commandEnvironment(url, {} as NodeJS.ProcessEnv)).toMatchObject(expected);
});

const BUCKET = { S3_BUCKET: "maps", S3_ENDPOINT: "http://s3:8333", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
const remoteOf = (settings: Record<string, string>) =>
  commandEnvironment("postgresql://u:p@h/d", { NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv);

it("returns the bucket as a remote of rclone", () => {
  expect(remoteOf(BUCKET)).toMatchObject({
    RCLONE_CONFIG_STORE_TYPE: "s3",
    RCLONE_CONFIG_STORE_PROVIDER: "Other",
    RCLONE_CONFIG_STORE_ENDPOINT: "http://s3:8333",
    RCLONE_CONFIG_STORE_REGION: "us-east-1",
    RCLONE_CONFIG_STORE_FORCE_PATH_STYLE: "true",
    RCLONE_CONFIG_STORE_ACCESS_KEY_ID: "key",
    RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: "secret",
  });
  expect(remoteOf({ S3_BUCKET: "maps" })).toMatchObject({ RCLONE_CONFIG_STORE_PROVIDER: "AWS", RCLONE_CONFIG_STORE_ENV_AUTH: "true" });
  expect(remoteOf({})).not.toHaveProperty("RCLONE_CONFIG_STORE_TYPE");
  expect(remoteOf({ ...BUCKET, RCLONE_CONFIG_STORE_PROVIDER: "Ceph" })).toMatchObject({ RCLONE_CONFIG_STORE_PROVIDER: "Ceph" });
});
