import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxCsvBytes } from "#lib/contract/values/operations/csv-rules.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { makeCertificates } from "#tests/fixtures/console/network/tls-proxy.ts";
import {
  type Balancer,
  startHaproxyExample,
  startKubernetesProxyExample,
  startNginxExample,
} from "#tests/fixtures/replicas/balancers.ts";

interface Example {
  name: string;
  program: string;
  scheme: "http" | "https";
  start: typeof startNginxExample;
}

const examples: Example[] = [
  { name: "nginx", program: "/usr/sbin/nginx", scheme: "https", start: startNginxExample },
  { name: "HAProxy", program: "/usr/sbin/haproxy", scheme: "https", start: startHaproxyExample },
  { name: "the proxy in Kubernetes", program: "/usr/sbin/nginx", scheme: "http", start: startKubernetesProxyExample },
];

const newAgent = () => new Agent({ connect: { rejectUnauthorized: false } });

describe.each(examples)("the example configuration of $name", ({ program, scheme, start }) => {
  describe.skipIf(!existsSync(program))(`with ${program} installed`, () => {
    let folder: string;
    let replicas: { server: Server; port: number }[];
    let balancer: Balancer;
    let origin: string;
    let agent: Agent;
    /** The requests that reached the replicas, without HAProxy's health checks. */
    let asked: { path: string; headers: IncomingHttpHeaders }[];
    let isReady: boolean;

    /** Starts a server that takes the place of a console. It answers with the number of bytes that it received. */
    const startReplica = () =>
      new Promise<{ server: Server; port: number }>((resolve) => {
        const server = createServer(async (incoming, outgoing) => {
          const { url = "", headers } = incoming;
          if (url === "/api/ready") {
            outgoing.writeHead(isReady ? 200 : 503).end();
            return;
          }
          let bytes = 0;
          for await (const chunk of incoming) bytes += chunk.length;
          asked.push({ path: url, headers });
          outgoing.end(`${bytes} bytes`);
        });
        server.listen(0, "127.0.0.1", () => resolve({ server, port: (server.address() as AddressInfo).port }));
      });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "switchboard-proxies-"));
      const { key, cert } = makeCertificates(folder);
      writeFileSync(join(folder, "cert.pem"), cert);
      writeFileSync(join(folder, "key.pem"), key);
      asked = [];
      isReady = true;
      replicas = [await startReplica(), await startReplica(), await startReplica()];
      const port = await freePort();
      origin = `${scheme}://127.0.0.1:${port}`;
      balancer = await start({ folder, port, replicas: replicas.map((replica) => replica.port) });
      agent = newAgent();
      while ((await send("/").catch(() => null))?.status !== 200) await setTimeout(20);
      await agent.destroy();
    });

    beforeEach(() => {
      asked.length = 0;
      // After a refused upload, HAProxy keeps the connection open but no longer answers on it. So each test needs new
      // connections.
      agent = newAgent();
    });

    afterEach(() => agent.destroy());

    afterAll(async () => {
      await balancer.close();
      stopReplicas();
      rmSync(folder, { recursive: true, force: true });
    });

    function stopReplicas(): void {
      for (const { server } of replicas) {
        server.closeAllConnections();
        server.close();
      }
    }

    async function send(path: string, method: "GET" | "POST" = "GET", body: Buffer | null = null) {
      const headers = { "x-forwarded-proto": "https" };
      const answer = await request(`${origin}${path}`, { dispatcher: agent, method, body, headers });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    }

    test("the proxy lets an import through, and refuses a much larger body", async () => {
      const { status, text } = await send("/api/production/imports", "POST", Buffer.alloc(maxCsvBytes, "a"));
      expect([status, text]).toEqual([200, `${maxCsvBytes} bytes`]);
      expect(asked[0]?.headers["x-forwarded-proto"]).toBe("https");
      const large = await send("/api/production/imports", "POST", Buffer.alloc(17 * 1024 * 1024)).catch(() => null);
      expect([null, 413]).toContain(large?.status ?? null);
      expect(asked).toHaveLength(1);
    });

    test.each(["/api/metrics", "/api/metrics?a=b", "/api/%6Detrics", "//api//metrics"])(
      "the proxy does not forward %s",
      async (path) => {
        expect((await send(path)).status).toBe(404);
        expect(asked).toEqual([]);
        expect((await send("/api/metrics-of-another-kind")).status).toBe(200);
        if (program.endsWith("nginx")) expect((await send("/switchboard-unavailable")).status).toBe(404);
      },
    );

    test.skipIf(!program.endsWith("haproxy"))(
      "the proxy shows our own page while all replicas report that they are not ready",
      async () => {
        isReady = false;
        await expect.poll(async () => (await send("/production/customers")).status, { timeout: 10_000 }).toBe(503);
        expect((await send("/production/customers")).text).toContain("<h1>Switchboard is not available</h1>");
        isReady = true;
        await expect.poll(async () => (await send("/production/customers")).status, { timeout: 10_000 }).toBe(200);
      },
    );

    // This must be the last test, because it stops the replicas for good.
    test("the proxy shows our own page while no replica can be reached, and says nothing about a change", async () => {
      stopReplicas();
      await expect.poll(async () => (await send("/production/customers")).status).toBe(503);
      const { headers, text } = await send("/production/customers");
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "retry-after": "10",
        "cache-control": "private, no-store",
        "content-security-policy": expect.stringMatching(/^default-src 'none'/),
      });
      expect(text).toContain("<h1>Switchboard is not available</h1>");
      // The console's pages must recognise that this answer does not come from the console.
      const change = await send("/api/production/customers", "POST", Buffer.from("{}"));
      expect(change.status).toBeGreaterThanOrEqual(502);
      expect(change.text).not.toContain('"code"');
    });
  });
});

test("the page of all example configurations is the same", () => {
  const files = ["nginx/switchboard.conf", "haproxy/haproxy.cfg", "kubernetes/switchboard.yaml"];
  const pages = files.map(
    (file) => /'(<!doctype html>[^']*<\/html>)'/.exec(readFileSync(`deploy/${file}`, "utf8"))?.[1],
  );
  expect(pages[0]).toMatch(/<meta http-equiv="refresh" content="10">/);
  expect(new Set(pages).size).toBe(1);
});
