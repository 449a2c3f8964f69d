// Runs three consoles on PostgreSQL behind an example configuration of deploy/. Under load, one of the consoles is
// killed with SIGKILL every ten seconds. To run it: `npm run soak -- replicas [nginx|haproxy] [seconds]`. Needs
// TEST_DATABASE_URL, a build and the load balancer.
//
// Only reads in progress may fail. No creation may be lost or made twice. A creation that was interrupted before it was
// sent must be recorded as not sent. Every stream must continue within five seconds. Bulk changes and imports must
// finish on another console, with every row done once.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { startBulks, startImports, startReaders, startStreams, startWriters } from "#tests/fixtures/replicas/load.ts";
import { startReplicaSet } from "#tests/fixtures/replicas/replica-set.ts";
import { checkCreations, customersNamed } from "#tests/fixtures/store-trouble/creations.ts";

const [balancer = "nginx", seconds = "180"] = process.argv.slice(2);
if (balancer !== "nginx" && balancer !== "haproxy") throw new Error("Name nginx or haproxy");
if (!process.env.TEST_DATABASE_URL || !existsSync(`/usr/sbin/${balancer}`)) {
  console.error(`This run needs TEST_DATABASE_URL=postgres://… and ${balancer} (Debian's package).`);
  process.exit(1);
}
const everyMs = 10_000;
const maxGapMs = 5_000;
const [readers, writers, streams] = [12, 3, 30];

const folder = mkdtempSync(join(tmpdir(), "switchboard-replicas-"));
const set = await startReplicaSet(folder, balancer);

interface Listed {
  customers: { customerID: string }[];
}

const stalled = await set.send("POST", "/api/sandbox/customers", {
  headers: { "Idempotency-Key": crypto.randomUUID() },
  body: {
    companyName: "Watched [stall:numbers]",
    plan: "essential",
    term: "monthly",
    adminUser: { email: "a@b.example" },
  },
});
const { jobID } = operationAnswerSchema.parse(JSON.parse(stalled.text)).operation;
if (jobID === undefined) throw new Error(`There is no job to watch: ${stalled.text}`);
const listed: Listed = JSON.parse(
  (await set.send("GET", "/api/sandbox/customers?limit=60&datefrom=1970-01-01&sort=created&ascending=true")).text,
);
const customerIDs = listed.customers.map((customer) => customer.customerID);

const stop = new AbortController();
const read = startReaders(set, readers, stop.signal);
const written = startWriters(set, writers, stop.signal);
const watched = await startStreams(set, jobID, streams, stop.signal);
const bulks = startBulks(set, customerIDs, stop.signal);
const imports = startImports(set, 20, stop.signal);

const endsAt = performance.now() + Number(seconds) * 1_000;
let kills = 0;
let underWay = 0;
while (performance.now() < endsAt) {
  const nextAt = performance.now() + everyMs;
  underWay += read.state.inFlight;
  await set.killAndRestart(kills % 3);
  kills += 1;
  await setTimeout(Math.max(0, nextAt - performance.now()));
}
stop.abort();
await Promise.all([read.done, written.done, watched.done, bulks.done, imports.done]);

const problems: string[] = [];
let notMade = 0;
if (read.state.failures.length > underWay) problems.push(`${read.state.failures.length} reads failed`);
const gaps = watched.state.gapsMs.toSorted((a, b) => a - b);
if ((gaps.at(-1) ?? 0) > maxGapMs) problems.push(`a stream took ${gaps.at(-1)} ms to resume`);
if (watched.state.opened < streams) problems.push(`only ${watched.state.opened} streams were opened`);
for (const refused of written.state.refused) problems.push(`a creation was refused: ${refused}`);
const { undone, problems: wrong } = await checkCreations(set, written.state.created);
problems.push(...wrong);
problems.push(...bulks.state.wrong);
const { names, ...imported } = imports.state;
problems.push(...imported.wrong);
for (const name of names) {
  const made = await customersNamed(set, name);
  if (made > 1) problems.push(`${name}: ${made} customers of one row`);
  else if (made === 0) notMade += 1;
}
if (notMade > imported.unresolved) problems.push(`${notMade} rows of imports made no customer`);
if (imported.finished === 0) problems.push("no import came to its end");
if (bulks.state.finished === 0) problems.push("no bulk change came to its end");

console.log(
  JSON.stringify(
    {
      balancer,
      seconds: Number(seconds),
      kills,
      reads: read.state.reads,
      readsUnderWayAtKills: underWay,
      readsFailed: read.state.failures.length,
      failures: read.state.failures.slice(0, 10),
      creations: written.state.created.length,
      creationsSentAgain: written.state.repeated,
      creationsNotDone: undone,
      streamsBroken: gaps.length,
      streamsRefused: watched.state.refused,
      resumedMs: { median: gaps[Math.floor(gaps.length / 2)], max: gaps.at(-1) },
      bulks: bulks.state,
      imports: imported,
      problems,
    },
    null,
    2,
  ),
);
await set.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = problems.length === 0 ? 0 : 1;
