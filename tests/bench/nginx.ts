import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";

const places = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"];

interface NginxOptions {
  /** The types that are compressed, besides text/html. Default: text/css. */
  gzipTypes?: string;
  /** True if connections to the target are kept open and reused. */
  keepsConnections?: boolean;
}

/** The smallest configuration of nginx as a proxy, with its default buffering. */
const configuration = (folder: string, port: number, target: string, { gzipTypes, keepsConnections }: NginxOptions) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  gzip on;
  gzip_types ${gzipTypes ?? "text/css"};
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000000;
  upstream target { server ${new URL(target).host}; ${keepsConnections ? "keepalive 64; keepalive_requests 1000000000;" : ""} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://target;
      proxy_set_header Host $http_host;
      ${keepsConnections ? 'proxy_http_version 1.1; proxy_set_header Connection "";' : ""}
    }
  }
}
`;

/**
 * Starts nginx in front of `target`, with its default buffering. By default, nginx does not compress events. Returns
 * undefined if nginx is not installed.
 */
export async function startNginx(
  target: string,
  options: NginxOptions = {},
): Promise<{ origin: string; pid: number; close(): Promise<void> } | undefined> {
  const program = places.find((place) => existsSync(place)) ?? "nginx";
  if (spawnSync(program, ["-v"]).error) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "switchboard-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, target, options));
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
    pid: child.pid ?? 0,
    async close() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
