# The console and the provisioning service: one image, two programs.
#   docker build -t switchboard .
#   docker run --read-only --tmpfs /tmp -p 3000:3000 --env-file console.env switchboard
# The second program: `docker run … switchboard server/provisioning/main.ts`.
# The Node that runs: the newest 26, or the one that `--build-arg NODE=node:26-slim@sha256:…` names. The release workflow
# resolves the digest, records and attests it.
ARG NODE=node:26-slim
ARG DEBIAN=debian:trixie-slim

FROM ${NODE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1
WORKDIR /src
COPY . .
# Installs what the lock file names, then builds.
RUN npm run build
# What runs: the sources, the build, the packages without those for development, and the Node of this image. It ends with
# an error where that Node is older than the floor.
RUN npm run image -- /app --node "$(command -v node)" --require-node-floor

FROM ${DEBIAN}
# The one library that Node needs and Debian's small image does not have.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /app --no-create-home --shell /usr/sbin/nologin switchboard \
 && install -d -o switchboard -g switchboard /data
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DRAIN_PAUSE=5
USER 10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["/app/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/app/bin/node"]
CMD ["server/main.ts"]
