// Puts a console under load while PostgreSQL is away, refuses connections, is slow, has no free connections, or fails
// over. To run it: `npm run soak -- postgres [away|refused|slow|limit|failover]`. Needs TEST_DATABASE_URL and a build.
//
// No answered write may be lost or made twice. While PostgreSQL fails, every answer must be correct or a 503.
// Everything must work again within five seconds.
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { startTcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { administer, createTestDatabase } from "#tests/fixtures/database/test-databases.ts";
import { startWatchedConsole, type Trouble } from "#tests/fixtures/store-trouble/watched-console.ts";

const [wanted] = process.argv.slice(2);
if (!process.env.TEST_DATABASE_URL) {
  console.error("This run needs TEST_DATABASE_URL=postgres://…");
  process.exit(1);
}
const maxRecoveryMs = 5_000;

const database = await createTestDatabase("postgres");
const name = new URL(database.url).pathname.slice(1);
// PostgreSQL does not limit the connections of superusers, so the test needs another role.
const role = `switchboard_test_${randomUUID().replaceAll("-", "")}`;
const say = (sql: string) => administer((client) => client.query(sql));
await say(`create role ${role} login`);
await say(`alter database ${name} owner to ${role}`);
const relay = await startTcpRelay(database.url);
const url = new URL(relay.through(database.url));
url.username = role;
url.password = "";

const endAll = () => say(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
const troubles: Trouble[] = [
  {
    // The server does not answer and no connection is closed, as after a power failure of its host.
    name: "away",
    mayRefuse: true,
    async make() {
      relay.stall();
      await setTimeout(30_000);
      relay.heal();
    },
  },
  {
    name: "refused",
    mayRefuse: true,
    async make() {
      relay.refuse();
      relay.drop();
      await setTimeout(30_000);
      relay.heal();
    },
  },
  {
    // Ten connections allow 20 statements per second, which is less than the load needs. Requests that wait too long
    // are refused.
    name: "slow",
    mayRefuse: true,
    async make() {
      relay.slow(500);
      await setTimeout(30_000);
      relay.slow(0);
    },
  },
  {
    // The console has two connections instead of ten. It works, but slowly. If it has no connection at all, it answers
    // with 503.
    name: "limit",
    mayRefuse: true,
    async make() {
      await say(`alter role ${role} connection limit 2`);
      await endAll();
      await setTimeout(15_000);
      await say(`alter role ${role} connection limit 0`);
      await endAll();
      await setTimeout(15_000);
      await say(`alter role ${role} connection limit -1`);
    },
  },
  {
    // The connections break, and no server listens for some time. The next server is a standby at first. A client that
    // connects early stays connected to a server that refuses writes.
    name: "failover",
    mayRefuse: true,
    async make() {
      await say(`alter database ${name} set default_transaction_read_only = on`);
      relay.refuse();
      relay.drop();
      await setTimeout(2_000);
      relay.heal();
      await setTimeout(5_000);
      await say(`alter database ${name} reset default_transaction_read_only`);
    },
  },
];

const watched = await startWatchedConsole(url.href, maxRecoveryMs);
try {
  for (const trouble of troubles) {
    if (wanted !== undefined && trouble.name !== wanted) continue;
    console.log(JSON.stringify(await watched.through(trouble)));
  }
  const creations = await watched.check();
  console.log(JSON.stringify({ ...creations, problems: watched.problems.slice(0, 20) }, null, 2));
} finally {
  await watched.close();
  await relay.close();
  await database.drop();
  await say(`drop role ${role}`);
}
process.exitCode = watched.problems.length === 0 ? 0 : 1;
