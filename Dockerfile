# syntax=docker/dockerfile:1
# One image for web, maps, worker and migrate. The command of a container chooses the process (compose.yaml, docs/deploy.md).
# tests/deploy/image.ts runs these steps without Docker.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/bootstrap.mjs build && rm -rf .next/cache

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/image scripts/image
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund && node scripts/image/trim-packages.mjs

# The product with the tools for a backup: docker compose run --rm backup. pg_dump must not be older than the server.
FROM postgres:18-bookworm AS backup
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates rclone && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/tmp/data HOME=/tmp
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/prisma prisma
COPY package.json ./
USER 1000:1000
ENTRYPOINT ["node", "--enable-source-maps", "dist/backup.js"]

FROM ${NODE_IMAGE} AS product
# Thumbnails need Chromium and its sandbox: docker build --build-arg CHROMIUM=1. It adds about 400 MB.
ARG CHROMIUM=0
RUN if [ "$CHROMIUM" = 1 ]; then \
      apt-get update && apt-get install --yes --no-install-recommends chromium && rm -rf /var/lib/apt/lists/*; \
    fi
# Without GDAL, the built-in one converts files up to 200 MB only: docker build --build-arg GDAL=1. It adds about 250 MB.
ARG GDAL=0
RUN if [ "$GDAL" = 1 ]; then \
      apt-get update && apt-get install --yes --no-install-recommends gdal-bin proj-data bubblewrap && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data HOST=0.0.0.0 MAPS_HOST=0.0.0.0 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=4
# Root owns the files, so the product can't change them. It writes only to /data and /tmp.
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
COPY --from=build /app/prisma prisma
COPY --from=build /app/public public
COPY scripts/image scripts/image
COPY package.json next.config.mjs ./
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=12s --start-period=60s CMD ["node", "scripts/image/check-health.mjs"]
# Node is process 1 and gets the signals. --init (compose: init: true) reaps the processes that Chromium leaves.
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/web.js"]
