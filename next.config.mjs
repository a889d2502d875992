/** Environment variable in which the build passes its id to Next (scripts/bootstrap/build.mjs). */
export const BUILD_ID_VARIABLE = "SEA_VISION_BUILD_ID";

/** @type {import("next").NextConfig} */
const nextConfig = {
  distDir: process.env.SEA_VISION_DIST_DIR ?? ".next",
  // Hosts with the same sources must have the same build id. With random ids, a browser that gets pages from two hosts reloads the whole
  // document, which aborts its uploads. Null: Next chooses a random id.
  generateBuildId: () => process.env[BUILD_ID_VARIABLE] ?? null,
  poweredByHeader: false,
  // The product resizes no images. Next's image route would request our own routes and fail.
  images: { unoptimized: true },
  // Writing the cache takes a tenth of a build and 150 MB, and a deployer rarely builds twice.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // `npm run check` checks the types, so a deployer's build doesn't repeat it.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "prom-client"],
};

export default nextConfig;
