/** Settings of unit tests. They have no database and no DATA_DIR. A test that needs one is an integration test. */
Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: "silent",
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
  DATA_DIR: "/nonexistent/unit-tests",
  AUTH_SECRET: "the-secret-of-the-unit-tests-is-not-secret",
  APP_ORIGIN: "http://localhost:3000",
  MAPS_ORIGIN: "http://localhost:3001",
});
