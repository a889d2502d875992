# syntax=docker/dockerfile:1
# One image for web, maps, worker and migrate. Which of them a container is says its command (compose.yaml, docs/deploy.md).
# The steps are also run without Docker by tests/deploy/image.ts.
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

# The product with what backs it up: docker compose run --rm backup. pg_dump must not be older than the server.
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
# Pictures of maps need Chromium and its sandbox: docker build --build-arg CHROMIUM=1. It adds some 400 MB.
ARG CHROMIUM=0
RUN if [ "$CHROMIUM" = 1 ]; then \
      apt-get update && apt-get install --yes --no-install-recommends chromium && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data HOST=0.0.0.0 MAPS_HOST=0.0.0.0 MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 NODE_OPTIONS=--max-semi-space-size=4
# Owned by root and read-only for the product: it writes to /data and /tmp alone.
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
# Node itself is process 1 and gets the signals; --init (compose: init: true) gathers what Chromium leaves.
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/web.js"]
