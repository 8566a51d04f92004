# The app as an image: what `next build` traced, the pages' files and the migrations, and nothing else.
# `npm run test:image` checks what goes in; compose.yaml runs it with everything that it needs.
FROM node:24-trixie-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json ./
# No package needs its install script here: the embedded PostgreSQL is not used.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# These decide about headers and addresses of pages, so they belong to the build; .env.example tells
# what they are. A container that is started with other values says so and stops.
ARG APP_URL PUBLIC_BROWSING COMPRESS
ARG S3_BUCKET S3_REGION S3_ENDPOINT S3_FORCE_PATH_STYLE S3_PUBLIC_BASE_URL
RUN BUILD_STANDALONE=true npm run build && node scripts/container-files.mjs /image

FROM node:24-trixie-slim
WORKDIR /app
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 SEED_DEMO=false \
    NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
# Owned by root, run by nobody in particular: a process that is taken over can change nothing.
COPY --from=build /image ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server.js"]
