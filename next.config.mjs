/** @type {import("next").NextConfig} */
const nextConfig = {
  distDir: process.env.SEA_VISION_DIST_DIR ?? ".next",
  poweredByHeader: false,
  // Types are checked by `npm run check`; a deployer's build need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino"],
};

export default nextConfig;
