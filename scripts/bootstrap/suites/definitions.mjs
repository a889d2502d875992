import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "../run.mjs";
import { runOnNode24 } from "./node24.mjs";
import { runPlaywright } from "./playwright.mjs";
import { withExitCode } from "./results.mjs";
import { runVitest } from "./vitest.mjs";

/** Tests whose result can differ between disk and S3: the store itself, uploads, imports and reading. */
const TESTS_OF_STORED_FILES = [
  ...["blob-store-s3", "s3-connections"].map((file) => `tests/contract/${file}`),
  ...["backup", "storage", "zip-direct"].map((folder) => `tests/integration/${folder}/`),
  ...["expiry", "tus-client", "tus-faults", "tus-protocol", "tus-s3"].map((file) => `tests/integration/uploads/${file}`),
  ...["content.test", "download.test", "upload.test"].map((file) => `tests/integration/files-bytes/${file}`),
  ...["differences", "publish.test"].map((file) => `tests/integration/folder-imports/${file}`),
  ...["interrupted", "large", "publish.test", "store-away", "unused-blobs"].map((file) => `tests/integration/imports/${file}`),
  ...["faults", "files", "ranges"].map((file) => `tests/integration/maps/${file}`),
  "tests/integration/health/health",
  "tests/integration/map-images/map-files",
  "tests/integration/versions/replace.test",
];

/** Returns a suite of the browser tests. */
export const endToEnd =
  (options) =>
  async ({ browser }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-e2e-"));
    try {
      return await runPlaywright({ folder, browser, ...options });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

/** The component tests check accessibility on a desktop in the light theme otherwise. */
async function runAllLooks(context) {
  const components = await vitest(["components"], { env: { TEST_ALL_LOOKS: "1" } })(context);
  return [components, await endToEnd({ looks: "all" })(context)];
}

async function followDeployment({ quiet }) {
  const { code, printed } = await run(process.execPath, ["--import", "tsx", "tests/deploy/follow.ts", "--built"], { quiet });
  if (quiet) console.log(printed);
  return withExitCode({ passed: code === 0 ? 1 : 0, failed: [] }, code, "tests/deploy/follow.ts");
}

/** Returns a suite of these projects of Vitest. */
export const vitest =
  (projects, options = {}) =>
  ({ browser, componentBrowser, quiet }) =>
    runVitest(projects, { ...options, quiet, env: { ...options.env, CHROMIUM_PATH: browser, COMPONENT_BROWSER: componentBrowser } });

/** Suites that always run. */
export const quick = {
  unit: { needs: ["gdal"], project: true },
  contract: { needs: [], project: true },
  integration: { needs: ["zip", "unzip", "browser"], project: true },
  "e2e-main": { needs: ["zip", "unzip", "browser"], run: endToEnd({ isMain: true }) },
};

const ofPages = ["app/**", "components/**", "public/**", "middleware.ts", "tests/setup/**"];
/** What the components import of lib, and their tests. */
const ofComponents = [
  ...["*/schema.ts", "*/values.ts", "*/*/schema.ts", "*/*/values.ts", "*/schema/**", "upload-client/**"].map((part) => `lib/${part}`),
  ...["components/**", "public/**", "tests/components/**", "vitest.config.ts"],
];

/**
 * Suites that `.ci/run` skips while none of the files that they watch has changed since they passed (records.mjs).
 * `waits`: it waits for restarts and timeouts half of its time, so it runs next to another suite.
 */
export const slow = {
  components: {
    needs: ["browser", "component-browser"],
    watches: ofComponents,
    run: vitest(["components"]),
  },
  authorization: {
    needs: [],
    watches: [
      ...["accounts", "audit", "branding", "files", "http", "imports", "maps", "openapi", "projects", "storage", "trees"].map(
        (folder) => `lib/${folder}/**`,
      ),
      ...["downloads", "http", "maps", "uploads", "web"].map((folder) => `server/${folder}/**`),
      ...["app/**", "middleware.ts", "prisma/schema.prisma", "tests/authorization/**", "tests/setup/**"],
      ...["authorization", "openapi"].map((folder) => `tests/integration/${folder}/**`),
    ],
    run: vitest(["authorization"]),
  },
  cli: {
    needs: [],
    watches: [
      ...["archives", "data-maps", "imports", "upload-client"].map((folder) => `lib/${folder}/**`),
      ...["cli/**", "components/upload/source/**", "server/uploads/**", "tests/integration/cli/**"],
    ],
    run: vitest(["cli"]),
  },
  conversions: {
    needs: ["gdal"],
    watches: ["lib/archives/**", "lib/data-maps/**", "lib/files/conversion/**", "lib/gdal/**", "tests/data-formats/**"],
    run: vitest(["conversions"]),
  },
  s3: {
    needs: process.env.S3_ENDPOINT ? ["browser"] : ["browser", "swift"],
    watches: [
      ...["blobs", "archives/write", "files", "imports", "storage", "trees"].map((folder) => `lib/${folder}/**`),
      ...["backup", "downloads", "uploads"].map((folder) => `server/${folder}/**`),
      ...["tests/contract/**", "tests/services/**", "tests/setup/object-store.ts"],
      ...TESTS_OF_STORED_FILES.map((start) => `${start}**`),
    ],
    run: vitest(["contract", "integration", "processes"], { files: TESTS_OF_STORED_FILES, env: { TEST_BLOBS: "s3" } }),
  },
  processes: {
    needs: ["zip", "unzip", "browser", "curl"],
    watches: [
      ...["documents", "map-images", "operations", "seed", "supervisor"].map((folder) => `tests/integration/${folder}/**`),
      "tests/integration/authorization/timing.test.ts",
      ...["admin", "backup", "database", "health", "observe", "supervisor"].map((folder) => `server/${folder}/**`),
      ...["accounts/passwords", "accounts/sessions", "maps/images", "projects/images"].map((folder) => `lib/${folder}/**`),
      ...["README.md", "docs/**", "server/*.ts", "prisma/**", "lib/env.ts", "scripts/bootstrap/start.mjs", "scripts/bootstrap/install.mjs"],
    ],
    run: vitest(["processes"]),
  },
  scale: {
    needs: ["zip", "unzip"],
    waits: true,
    watches: ["lib/archives/**", "lib/imports/**", "lib/upload-client/**", "lib/trees/**", "cli/**", "tests/scale/**"],
    run: vitest(["scale"]),
  },
  node24: {
    needs: [],
    watches: [
      "package.json",
      "lib/archives/**",
      "lib/gdal/**",
      "lib/mail/**",
      "scripts/bootstrap/**",
      "server/supervisor/**",
      "server/*.ts",
    ],
    run: runOnNode24,
  },
  faults: {
    needs: ["browser"],
    waits: true,
    watches: [
      ...["db/**", "blobs/disk/**", "imports/**", "jobs/**", "maps/images/**", "projects/versions/**", "storage/**"].map(
        (part) => `lib/${part}`,
      ),
      ...["backup", "database", "supervisor", "uploads"].map((folder) => `server/${folder}/**`),
      "tests/faults/**",
    ],
    run: vitest(["faults"]),
  },
  outages: {
    needs: ["swift"],
    waits: true,
    watches: ["lib/db/**", "lib/blobs/**", "lib/health/**", "lib/jobs/**", "server/uploads/**", "tests/faults/**", "tests/services/**"],
    run: vitest(["outages"]),
  },
  cluster: {
    needs: ["nginx", "postgres", "swift", "browser", "zip", "curl", "openssl"],
    waits: true,
    watches: [
      ...["accounts/sessions", "accounts/passkeys", "http", "logging", "maps", "metrics", "upload-client/send"].map(
        (folder) => `lib/${folder}/**`,
      ),
      ...["health", "http", "maps", "observe", "representation", "uploads", "web"].map((folder) => `server/${folder}/**`),
      ...["middleware.ts", "tests/cluster/**"],
    ],
    run: vitest(["cluster"]),
  },
  deploy: {
    needs: ["nginx", "postgres", "swift", "rclone", "curl", "openssl"],
    waits: true,
    watches: [
      ...["Dockerfile", "compose.yaml", "docs/backup.md", "docs/deploy.md", "lib/env.ts", "prisma/**", "scripts/image/**"],
      ...["server/*.ts", "server/admin/**", "server/backup/**", "server/health/**", "tests/deploy/**"],
    ],
    run: followDeployment,
  },
  looks: {
    needs: ["zip", "unzip", "browser", "component-browser"],
    watches: [...ofPages, "viewer/**", "playwright.config.ts", "tests/components/**", "tests/e2e/**"],
    includes: ["components"],
    run: runAllLooks,
  },
  e2e: {
    needs: ["zip", "unzip", "browser"],
    watches: [
      ...ofPages,
      ...[
        "accounts",
        "audit",
        "branding",
        "data-maps",
        "files",
        "http",
        "imports",
        "maps",
        "openapi",
        "projects",
        "trees",
        "upload-client",
      ].map((folder) => `lib/${folder}/**`),
      ...["downloads", "http", "maps", "uploads", "web"].map((folder) => `server/${folder}/**`),
      ...["lib/*.ts", "prisma/**", "viewer/**", "playwright.config.ts", "tests/e2e/**"],
    ],
    run: endToEnd({}),
  },
};
