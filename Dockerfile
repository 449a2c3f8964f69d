# The console and the provisioning service: one image, two programs.
#   docker build -t switchboard .
#   docker run --read-only --tmpfs /tmp -p 3000:3000 --env-file console.env switchboard
# Runs the provisioning service: `docker run … switchboard server/provisioning/main.js`.
# The image contains the newest Node 26, or the one that `--build-arg NODE=node:26-slim@sha256:…` names. The release
# workflow looks up the digest of Node's image, records it and attests it.
ARG NODE=node:26-slim
ARG DEBIAN=debian:trixie-slim

# Builds on the processor of the building machine: the result is the same for every processor, except for Node.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1
WORKDIR /src
COPY . .
# Installs the packages of the lock file, then builds.
RUN npm run build
# Copies what the image needs: the sources, the build, the production packages, and this image's Node. Fails if this
# Node is older than the oldest supported version.
RUN npm run image -- /app --node "$(command -v node)" --require-node-floor

# Node for the processor of the image.
FROM ${NODE} AS node

FROM ${DEBIAN}
# Node needs this library. Debian's small image does not have it.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /app --no-create-home --shell /usr/sbin/nologin switchboard \
 && install -d -o switchboard -g switchboard /data
COPY --from=build /app /app
COPY --from=node /usr/local/bin/node /app/bin/node
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DRAIN_PAUSE=5
# Keeps the memory small (docs/decisions/0065-memory.md). If you set NODE_OPTIONS, repeat this option in it.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072 \
    NODE_OPTIONS="--max-old-space-size=384"
USER 10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["/app/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/bin/node"]
CMD ["server/main.js"]
