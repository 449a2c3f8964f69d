import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { request } from "undici";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost } from "#server/bff/http/listener/host.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";

/**
 * Exports 100,000 customers through the console's host. Compares the rows per second with plain paging through the same
 * API in the same run. Also checks the console's heap and buffers after forced garbage collections. API, console and
 * browser are three processes.
 */
const total = Number(process.argv[2] ?? 100_000);
const rounds = 3;
const role = process.env.SOAK_ROLE ?? "console";

const row = (index: number) => ({
  customerID: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  companyName: `Example ${index} GmbH & Co. KG`,
  usersCount: index % 400,
  created: new Date(1_600_000_000_000 + index * 1_000).toISOString(),
  deletedAt: null,
  contract: { term: "monthly", plan: "essential" },
  adminUser: { email: `admin-${index}@example.com` },
});

async function serve(): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const url = new URL(incoming.url ?? "/", "http://api.invalid");
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset"));
    const customers = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => row(offset + at));
    outgoing.setHeader("content-type", "application/json");
    if (url.pathname.endsWith("/auth")) {
      outgoing.end(JSON.stringify({ access_token: "token", token_type: "Bearer", expires_in: 3_600 }));
    } else outgoing.end(JSON.stringify({ customers, total, limit, offset }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
}

/**
 * Reads the list page by page. With a cookie, it reads the list as one exported file. Reports the number of rows and
 * the seconds.
 */
async function browse(): Promise<void> {
  process.on("message", async ({ url, cookie }: { url: string; cookie?: string }) => {
    const startedAt = performance.now();
    let rows = 0;
    if (cookie === undefined) {
      for (let offset = 0; offset < total; offset += 100) {
        const { body } = await request(`${url}&limit=100&offset=${offset}`);
        rows += ((await body.json()) as { customers: unknown[] }).customers.length;
      }
    } else {
      const { body } = await request(url, { headers: { cookie } });
      for await (const chunk of body) for (const byte of chunk) if (byte === 0x0a) rows += 1;
    }
    process.send?.({ rows, seconds: (performance.now() - startedAt) / 1_000 });
  });
  process.send?.("ready");
}

async function startRole(name: string) {
  const child = fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, SOAK_ROLE: name } });
  const [said] = await once(child, "message");
  return { child, said };
}

async function measure(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapMB = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 1024 / 1024;
  };
  const upstream = await startRole("upstream");
  const browser = await startRole("browser");
  const baseUrl = `http://127.0.0.1:${upstream.said}`;
  const console_ = await createTestBff({
    baseUrl,
    staff: [{ email: "vera@test.example", role: "viewer" }],
    variables: { LOG_LEVEL: "warn" },
  });
  const cookie = await console_.signIn("vera@test.example");
  const host = createHost({
    bff: Promise.resolve(console_.bff),
    pages: Promise.resolve(async () => {}),
    log: createLog("silent"),
    secure: false,
    development: false,
    origins: () => ["http://localhost:3000"],
    clientAddress: createClientAddress([]),
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const run = async (message: { url: string; cookie?: string }): Promise<{ rows: number; seconds: number }> => {
    browser.child.send(message);
    return (await once(browser.child, "message"))[0];
  };
  const bare = () => run({ url: `${baseUrl}/v2/customers?sort=created` });
  const file = (format: string) =>
    run({ url: `${origin}/api/production/customers/export?format=${format}&datefrom=1970-01-01`, cookie });

  await file("csv");
  for (let round = 1; round <= rounds; round += 1) {
    const results = [
      ["bare paging", await bare()],
      ["csv", await file("csv")],
      ["json", await file("json")],
    ] as const;
    const figures = results.map(
      ([name, { rows, seconds }]) => `${name} ${Math.round(rows / seconds)} rows/s (${rows})`,
    );
    console.log(`round ${round}: ${figures.join(", ")}`);
  }
  for (const format of ["csv", "json"]) {
    const before = heapMB();
    const during: number[] = [];
    const exporting = file(format).then(() => true);
    while (!(await Promise.race([exporting, pause(200).then(() => false)]))) during.push(heapMB());
    const after = heapMB();
    const mb = (value: number) => value.toFixed(1);
    console.log(
      `${format}: heap ${mb(before)} MB before, ${mb(Math.min(...during))} to ${mb(Math.max(...during))} MB in ${during.length} samples during, ${mb(after)} MB after; resident ${mb(process.memoryUsage.rss() / 1024 / 1024)} MB`,
    );
  }
  host.closeAllConnections();
  host.close();
  await console_.close();
  upstream.child.kill();
  browser.child.kill();
}

if (role === "upstream") await serve();
else if (role === "browser") await browse();
else await measure();
