/** @type {import("next").NextConfig} */
const nextConfig = {
  distDir: process.env.SEA_VISION_DIST_DIR ?? ".next",
  poweredByHeader: false,
  // No picture is resized; the address that would do it asks our own routes, and fails where they answer no picture.
  images: { unoptimized: true },
  // Types are checked by `npm run check`; a deployer's build need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "prom-client"],
};

export default nextConfig;
