// Runs three consoles on PostgreSQL behind an example configuration of deploy/. The consoles are stopped with SIGTERM
// and started again, one after another, during writes of all kinds (creations, changes, a bulk change, an import,
// planned changes). To run it: `npm run soak -- rolling-restart [nginx|haproxy] [restarts]`. Needs TEST_DATABASE_URL, a
// build and the load balancer.
//
// No row may fail, nothing may pause automatically or become unknown, and PostgreSQL must count no deadlock.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openStore } from "#server/bff/store/open-store.ts";
import { startReplicaSet } from "#tests/fixtures/replicas/replica-set.ts";
import { countDeadlocks, startRollingWork } from "#tests/fixtures/replicas/rolling-work.ts";

const [balancer = "nginx", restarts = "20"] = process.argv.slice(2);
if (balancer !== "nginx" && balancer !== "haproxy") throw new Error("Name nginx or haproxy");
if (!process.env.TEST_DATABASE_URL || !existsSync(`/usr/sbin/${balancer}`)) {
  console.error(`This run needs TEST_DATABASE_URL=postgres://… and ${balancer} (Debian's package).`);
  process.exit(1);
}
const counts = { bulk: 40, changes: 10, planned: 12, writers: 1, importRows: 20 };

const folder = mkdtempSync(join(tmpdir(), "switchboard-rolling-"));
const set = await startReplicaSet(folder, balancer);
const store = await openStore(set.databaseUrl, { poolSize: 1 });
const { staffID } = (await store.staff.findByEmail(set.administrator.email)) ?? { staffID: "" };
await store.close();

interface Listed {
  customers: { customerID: string; deleted: boolean; contract: { term?: string; plan?: string } }[];
}
const list = "/api/sandbox/customers?limit=100&datefrom=1970-01-01&sort=created&ascending=true";
const pages = [0, 1, 2, 3, 4, 5, 6, 7].map((page) => set.send("GET", `${list}&offset=${page * 100}`));
const listed = (await Promise.all(pages)).flatMap(({ text }) => (JSON.parse(text) as Listed).customers);
const byContract = Map.groupBy(
  listed.filter(({ deleted }) => !deleted),
  ({ contract }) => `${contract.term} ${contract.plan}`,
);
const [same = []] = [...byContract.values()].toSorted((one, other) => other.length - one.length);
const { term = "", plan = "" } = same[0]?.contract ?? {};
if (same.length < counts.planned) throw new Error(`Only ${same.length} customers have the same contract`);
const others = listed.filter((customer) => !customer.deleted && !same.includes(customer));

const startedAt = performance.now();
const work = startRollingWork(set, {
  databaseUrl: set.databaseUrl,
  staff: { staffID, email: set.administrator.email },
  counts,
  customers: [...same, ...others].map(({ customerID }) => customerID),
  term,
  plans: [plan, plan === "essential" ? "professional" : "essential"],
});
const problems: string[] = [];
for (let turn = 0; turn < Number(restarts); turn += 1) {
  await setTimeout(2_000);
  const code = await set.replace(turn % 3);
  if (code !== 0) problems.push(`a replica ended with ${code}`);
  console.log(`${turn + 1} restarts after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
}
const { done, problems: ofWork } = await work.finish();
problems.push(...ofWork);
const seconds = Math.round((performance.now() - startedAt) / 1_000);
let deadlocks = Number.NaN;
await set.close(async () => {
  deadlocks = await countDeadlocks(set.databaseUrl);
});
if (deadlocks !== 0) problems.push(`${deadlocks} deadlocks`);
const errors = set
  .logs()
  .split("\n")
  .filter((line) => line.includes('"level":50') || line.includes("cut off"));
problems.push(...errors.slice(0, 10));
console.log(JSON.stringify({ balancer, restarts: Number(restarts), seconds, ...done, deadlocks, problems }, null, 2));
rmSync(folder, { recursive: true, force: true });
process.exitCode = problems.length === 0 ? 0 : 1;
