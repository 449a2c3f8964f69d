// The pinned Node runs this file before a build. This file reports problems that would prevent the console from
// starting, so that nobody waits for a build first. The messages are the host's own messages.
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { parseEnv } from "#server/bff/config/env.ts";
import { formatStartError } from "#server/bff/config/start-error.ts";

try {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const { host, port } = parseEnv(process.env);
  await new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => server.close(resolve));
  });
} catch (error) {
  console.error(formatStartError(error));
  process.exitCode = 1;
}
