import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"];

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** What whoever puts nginx in front writes first: buffering as it comes; `gzipTypes` are compressed. */
const configuration = (folder: string, port: number, target: string, gzipTypes: string) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  gzip on;
  gzip_types ${gzipTypes};
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${target}; proxy_set_header Host $http_host; }
  }
}
`;

/**
 * nginx in front of `target` with its default buffering, which compresses no events if nothing else is said;
 * undefined where there is none on this machine.
 */
export async function startNginx(
  target: string,
  gzipTypes = "text/css",
): Promise<{ origin: string; close(): Promise<void> } | undefined> {
  const program = places.find((place) => existsSync(place)) ?? "nginx";
  if (spawnSync(program, ["-v"]).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "switchboard-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, target, gzipTypes));
  const child = spawn(program, ["-c", file, "-p", folder, "-e", join(folder, "error.log")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const exited = once(child, "exit");
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(`${origin}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await setTimeout(50);
  }
  return {
    origin,
    async close() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
