/** By this, the build tells Next what it builds from (scripts/bootstrap/build.mjs). */
export const BUILD_ID_VARIABLE = "SEA_VISION_BUILD_ID";

/** @type {import("next").NextConfig} */
const nextConfig = {
  distDir: process.env.SEA_VISION_DIST_DIR ?? ".next",
  // Hosts that have built the same sources are one product: with ids of chance, a browser that comes from one host's page to the other
  // host would load the whole document anew, and end what it uploads. Null: one of chance.
  generateBuildId: () => process.env[BUILD_ID_VARIABLE] ?? null,
  poweredByHeader: false,
  // No picture is resized; the address that would do it asks our own routes, and fails where they answer no picture.
  images: { unoptimized: true },
  // Types are checked by `npm run check`; a deployer's build need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "prom-client"],
};

export default nextConfig;
