# The app's image: the files that `next build` traced, static files and migrations, nothing else.
# `npm run test:image` checks its contents; compose.yaml runs it with the services that it needs.
FROM node:24-trixie-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json ./
# No install scripts: only the embedded PostgreSQL needs one, and the image does not use it.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The build writes these into headers and addresses of pages; .env.example explains them. A container
# that is started with other values reports that and stops.
ARG APP_URL PUBLIC_BROWSING COMPRESS
ARG S3_BUCKET S3_REGION S3_ENDPOINT S3_FORCE_PATH_STYLE S3_PUBLIC_BASE_URL
RUN BUILD_STANDALONE=true npm run build && node scripts/container-files.mjs /image

FROM node:24-trixie-slim
WORKDIR /app
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 SEED_DEMO=false \
    NEXT_TELEMETRY_DISABLED=1 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
# Root owns the files and the process runs as another user, so a compromised process cannot change them.
COPY --from=build /image ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server.js"]
