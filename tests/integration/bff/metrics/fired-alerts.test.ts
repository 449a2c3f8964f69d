import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { scheduledExportAnswerSchema, scheduledExportListSchema } from "#lib/contract/console/scheduled-export.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { defaultLimits } from "#server/api-client/limits.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
import {
  createTestBff,
  type TestBff,
  type TestBffOptions,
  testOrigin,
} from "#tests/fixtures/console/create-test-bff.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { startTcpRelay, type TcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { alertRules, firingMinutes, hasPromtool, startRecording } from "#tests/fixtures/metrics/record-alerts.ts";
import { exportsPath } from "#tests/fixtures/scheduled-exports/export-console.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const metricsToken = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";

interface World {
  api: ModelApi;
  console: TestBff;
  cookie: string;
  relay: TcpRelay | undefined;
  clock: ReturnType<typeof createFakeClock>;
  receiver: { isRefusing: boolean; accepted: Set<string> };
  token: string;
  /** Moves the console's clock forward by minutes. Calls `during` before each scrape. */
  pass(minutes: number, during?: () => unknown): Promise<void>;
  passUntilEnded(alert: string, minutes: number, during?: () => unknown): Promise<void>;
  /**
   * Checks that the alert does not fire before `from`, fires during the fault, and does not fire in the last minute.
   */
  expectFired(alert: string, from: number, until: number): void;
  minute(): number;
  skip(minutes: number): Promise<void>;
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

async function startWorld(options: TestBffOptions & { relayed?: boolean } = {}): Promise<World> {
  const clock = createFakeClock(Date.now());
  const api = await startModelApi({ now: clock.now });
  const receiver = { isRefusing: false, accepted: new Set<string>() };
  const server = createServer((request, response) => {
    if (!receiver.isRefusing) receiver.accepted.add(request.url ?? "");
    request.resume().on("end", () => response.writeHead(receiver.isRefusing ? 503 : 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let relay: TcpRelay | undefined;
  const { relayed, ...given } = options;
  const secret = "x8Kf2mQz71LpWc93RvTn5YbJd0HsGa64";
  const console = await createTestBff({
    baseUrl: api.origin,
    clock,
    random: () => 0,
    staff: [{ email: "ada@test.example", role: "administrator" }],
    ...given,
    ...(relayed && {
      openStore: async (direct, more) => {
        relay = await startTcpRelay(direct);
        return openStore(relay.through(direct), more);
      },
    }),
    variables: {
      METRICS_TOKEN: metricsToken,
      AUDIT_PUSH_URL: `${url}audit`,
      AUDIT_PUSH_SECRET: secret,
      NOTIFICATION_URL: url,
      NOTIFICATION_SECRET: secret,
      EXPORT_URL: `${url}exports`,
      EXPORT_SECRET: secret,
      ...given.variables,
    },
  });
  const cookie = await console.signIn("ada@test.example");
  const startSeconds = clock.now() / 1_000;
  const world = { token: metricsToken };
  const recording = startRecording(
    () => console.bff,
    () => world.token,
  );
  await recording.scrape();
  onTestFinished(async () => {
    api.script(() => undefined);
    relay?.heal();
    await console.close();
    await relay?.close();
    await api.close();
    server.close();
  });
  /** Moves the clock forward by a minute in two steps, so that repeated work can run after each step. */
  const advance = async () => {
    for (let step = 0; step < 2; step += 1) {
      await clock.advance(30_000);
      await setTimeout(4);
    }
  };
  return Object.assign(world, {
    api,
    console,
    cookie,
    relay,
    clock,
    receiver,
    minute: recording.minute,
    async pass(minutes: number, during?: () => unknown) {
      for (let index = 0; index < minutes; index += 1) {
        await advance();
        await during?.();
        await recording.scrape();
      }
    },
    /**
     * Lets these minutes pass after a fault has ended, and repeats this while the alert still fires. On a busy machine,
     * a check or a call of the console can be late. An alert that never ends still fails in `expectFired`.
     */
    async passUntilEnded(alert: string, minutes: number, during?: () => unknown) {
      for (let attempt = 0; attempt < maxEndings; attempt += 1) {
        await this.pass(minutes, during);
        if (firingMinutes(recording, alert, startSeconds).at(-1) !== recording.minute()) return;
      }
    },
    async skip(minutes: number) {
      await clock.advance(minutes * 60_000);
      recording.skip(minutes);
    },
    expectFired(alert: string, from: number, until: number) {
      drivenAlerts.push(alert);
      const fired = firingMinutes(recording, alert, startSeconds);
      expect(fired.length, `${alert} fired in minutes ${fired.join(" ")}`).toBeGreaterThan(0);
      expect(fired[0]).toBeGreaterThan(from);
      expect(fired[0]).toBeLessThanOrEqual(until);
      expect(fired.at(-1), `${alert} has ended`).toBeLessThan(recording.minute());
    },
    send: (method: string, path: string, body?: unknown) =>
      console.send(method, path, { cookie, ...(body !== undefined && { body }) }),
  });
}

/** How often a test waits for the end of an alert. */
const maxEndings = 6;

/** The alerts that the tests in this file have tested so far. The last test fails if one is missing. */
const drivenAlerts: string[] = [];

/**
 * Adds a schedule that sends its files to the receiver. Returns a function that runs it at once and returns the state of
 * the run.
 */
async function addScheduledExport({ console, clock }: World): Promise<() => Promise<string>> {
  // Signs in for each request, because the clock may have passed the end of an earlier session.
  const send = async (method: string, path: string, body?: object) => {
    const cookie = await console.signIn("ada@test.example");
    const response = await console.send(method, path, { cookie, ...(body && { body }) });
    expect(response.status).toBeLessThan(300);
    return response.json();
  };
  const { view } = viewAnswerSchema.parse(await send("POST", "/api/views", { name: "All", query: "window=all" }));
  const times = { every: "day", time: "07:00" };
  const body = { viewID: view.viewID, format: "csv", times, zone: "UTC", sends: true };
  const answer = await send("POST", exportsPath, body);
  const { scheduleID } = scheduledExportAnswerSchema.parse(answer).schedule;
  return async () => {
    const read = async () => {
      const { schedules } = scheduledExportListSchema.parse(await send("GET", exportsPath));
      return schedules[0]?.runs ?? [];
    };
    const before = (await read()).length;
    await send("POST", `${exportsPath}/${scheduleID}/run`);
    for (;;) {
      const runs = await read();
      const [newest] = runs;
      if (newest && runs.length > before && (newest.state === "done" || newest.state === "failed")) return newest.state;
      await clock.advance(2_000);
      await setTimeout(20);
    }
  };
}

const list = "/api/sandbox/customers?datefrom=1970-01-01&limit=";

describe.skipIf(!hasPromtool)("each alert fires during its own fault and ends with it (needs promtool)", () => {
  test("SwitchboardReplicaDown fires if Prometheus and the replica have different tokens", async () => {
    const world = await startWorld();
    await world.pass(2);
    const from = world.minute();
    world.token = "another token than that of the console";
    await world.pass(4);
    const until = world.minute();
    world.token = metricsToken;
    await world.pass(2);
    world.expectFired("SwitchboardReplicaDown", from, until);
  });

  test("SwitchboardApiDown and SwitchboardErrors fire if the API breaks every connection, even after calls have stopped", async () => {
    const world = await startWorld();
    await world.pass(2, () => world.send("GET", `${list}10`));
    const from = world.minute();
    world.api.script(() => ({ effect: "no", answer: "reset" }));
    let limit = 11;
    await world.pass(7, async () => {
      for (let index = 0; index < 6; index += 1) {
        limit += 1;
        await world.send("GET", `${list}${limit}`);
      }
    });
    // Nobody calls the API any more, but the alert must continue to fire. In an earlier version, the alert stopped
    // here.
    await world.pass(6);
    const until = world.minute();
    world.api.script(() => undefined);
    await world.pass(14, async () => {
      for (let index = 0; index < 6; index += 1) await world.send("GET", "/api/session");
    });
    world.expectFired("SwitchboardApiDown", from, until);
    world.expectFired("SwitchboardErrors", from, until);
  });

  test("SwitchboardApiErrors fires if one list of the API fails", async () => {
    const world = await startWorld();
    const work = async () => {
      for (const limit of [10, 20, 30]) await world.send("GET", `${list}${limit + world.minute()}`);
      await world.send("GET", "/api/sandbox/jobs");
    };
    await world.pass(2, work);
    const from = world.minute();
    world.api.script(({ path }) => (path === "/jobs" ? { effect: "no", answer: { status: 500 } } : undefined));
    await world.pass(13, work);
    const until = world.minute();
    world.api.script(() => undefined);
    await world.pass(8, work);
    world.expectFired("SwitchboardApiErrors", from, until);
  });

  test("SwitchboardApiQueue fires if the API hangs while many people send requests", async () => {
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    let term = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      // The API answers all calls at the end. If the calls failed instead, the API would count as down.
      const answering = Promise.withResolvers<undefined>();
      world.api.script(() => answering.promise);
      const asked: Promise<unknown>[] = [];
      await world.pass(1, async () => {
        for (let index = 0; index < 180; index += 1) {
          term += 1;
          asked.push(world.send("GET", `/api/sandbox/customers?datefrom=1970-01-01&searchTerm=q${term}`));
        }
        // A person's calls for one list may use at most half of the slots. The person's further calls for the list wait.
        // Calls for anything else are not counted here.
        const sent = () => world.api.requests.filter(({ path }) => path === "/customers").length;
        await expect.poll(sent).toBe(turn * 180 + defaultLimits.runningCalls / 2);
      });
      answering.resolve(undefined);
      await Promise.all(asked);
    }
    const until = world.minute();
    await world.pass(3);
    world.expectFired("SwitchboardApiQueue", from, until);
  });

  test("SwitchboardUnknownOutcomes fires if a creation with a lost answer takes effect two hours later", async () => {
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    world.api.script(({ method }) => (method === "POST" ? { effect: "later", answer: "reset" } : undefined));
    const adminUser = { email: "a@lost.example" };
    const body = { companyName: `Lost ${randomUUID()}`, plan: "essential", term: "monthly", adminUser };
    const answer = await world.console.send("POST", "/api/sandbox/customers", {
      body,
      cookie: world.cookie,
      headers: { "idempotency-key": randomUUID() },
    });
    expect(answer.status).toBe(202);
    for (let turn = 0; turn < 20; turn += 1) {
      await world.skip(3);
      await world.pass(1);
    }
    const until = world.minute();
    world.api.script(() => undefined);
    world.api.applyLate();
    // Lets a day pass, because the pauses between attempts become longer.
    for (let turn = 0; turn < 24; turn += 1) {
      await world.skip(59);
      await world.pass(1);
    }
    world.expectFired("SwitchboardUnknownOutcomes", from, until);
  });

  test("SwitchboardAuditPush, SwitchboardNotifications and SwitchboardExportEndpoint fire if the receiver refuses", async () => {
    const world = await startWorld();
    const runExport = await addScheduledExport(world);
    await world.pass(2);
    const from = world.minute();
    world.receiver.isRefusing = true;
    world.receiver.accepted.clear();
    world.api.script(({ method }) => (method === "POST" ? { effect: "no", answer: "reset" } : undefined));
    const adminUser = { email: "a@lost.example" };
    const body = { companyName: `Lost ${randomUUID()}`, plan: "essential", term: "monthly", adminUser };
    await world.console.send("POST", "/api/sandbox/customers", {
      body,
      cookie: world.cookie,
      headers: { "idempotency-key": randomUUID() },
    });
    await runExport();
    await world.pass(22, () => setTimeout(20));
    const until = world.minute();
    world.receiver.isRefusing = false;
    // After a refusal, a push is repeated after a pause. The pause is measured by the database's clock.
    while (world.receiver.accepted.size < 3) await world.pass(1, () => setTimeout(300));
    await world.pass(3, () => setTimeout(50));
    world.expectFired("SwitchboardAuditPush", from, until);
    world.expectFired("SwitchboardNotifications", from, until);
    world.expectFired("SwitchboardExportEndpoint", from, until);
  });

  test("SwitchboardScheduledExports fires if the API refuses the list of a scheduled export, and ends with the next good run", async () => {
    const world = await startWorld();
    const runExport = await addScheduledExport(world);
    await world.pass(1);
    const from = world.minute();
    world.api.script(({ path }) => (path === "/customers" ? { effect: "no", answer: { status: 422 } } : undefined));
    expect(await runExport()).toBe("failed");
    for (let turn = 0; turn < 18; turn += 1) {
      await world.skip(3);
      await world.pass(1);
    }
    const until = world.minute();
    world.api.script(() => undefined);
    expect(await runExport()).toBe("done");
    await world.pass(3);
    world.expectFired("SwitchboardScheduledExports", from, until);
  });

  test("SwitchboardNotificationEmails fires if the mail server refuses, and ends when it accepts the next attempt", async () => {
    let refuses = true;
    const mailServer = await startMailServer({ refuses: () => refuses });
    onTestFinished(mailServer.close);
    let store: Awaited<ReturnType<typeof openStore>> | undefined;
    const world = await startWorld({
      variables: mailServer.variables,
      async openStore(url, given) {
        store = await openStore(url, given);
        return store;
      },
    });
    const [ada] = (await store?.staff.people()) ?? [];
    const staffID = ada?.staffID ?? "";
    await store?.preferences.change(staffID, { notifications: { zone: "UTC", email: { mention: "now" } } }, 0);
    await world.pass(2);
    const from = world.minute();
    const about = { environment: "sandbox", title: "Acme", href: "/sandbox/customers/a", by: null } as const;
    const mention = { ...about, kind: "mention", state: "note", key: "one", to: { staffIDs: [staffID] } } as const;
    await store?.ownNotifications.add([mention], world.clock.now());
    // The first attempts are 5, 10 and 20 minutes apart.
    await world.pass(40, () => setTimeout(20));
    const until = world.minute();
    refuses = false;
    await world.passUntilEnded("SwitchboardNotificationEmails", 40, () => setTimeout(20));
    world.expectFired("SwitchboardNotificationEmails", from, until);
    expect(mailServer.mails).toHaveLength(1);
  });

  test("SwitchboardApiKeyRefused fires if the key was revoked, and ends after its rotation without a call", async () => {
    const world = await startWorld();
    await world.send("GET", `${list}10`);
    await world.pass(2);
    const from = world.minute();
    world.api.refuseKey(true);
    await world.send("GET", `${list}20`);
    await world.pass(4);
    const until = world.minute();
    world.api.refuseKey(false);
    await world.passUntilEnded("SwitchboardApiKeyRefused", 4);
    world.expectFired("SwitchboardApiKeyRefused", from, until);
  });

  test("SwitchboardApiDifference fires if the API sends customers without IDs", async () => {
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    const customers = [{ companyName: "Nobody", contract: { plan: "essential", term: "monthly" } }];
    const body = { customers, total: 1, limit: 10, offset: 0 };
    world.api.script(() => ({ effect: "no", answer: { status: 200, body } }));
    await world.pass(12, () => world.send("GET", `${list}10`));
    const until = world.minute();
    world.api.script(() => undefined);
    const profile = (await (await world.send("GET", "/api/sandbox/profile")).json()) as {
      differences: { differenceID: string; severity: string }[];
    };
    for (const { differenceID, severity } of profile.differences) {
      if (severity !== "breaking") continue;
      const decision = { decision: "accepted-here", reason: "the provider knows" };
      const decided = await world.send("POST", `/api/sandbox/profile/${differenceID}/decision`, decision);
      expect(decided.status).toBeLessThan(300);
    }
    await world.pass(3);
    world.expectFired("SwitchboardApiDifference", from, until);
  });

  test("SwitchboardWorkerStopped fires within four minutes if a replica can no longer report itself", async () => {
    let stopped: PromiseWithResolvers<void> | undefined;
    const world = await startWorld({
      async openStore(url, given) {
        const store = await openStore(url, given);
        const { beat } = store.replicas;
        const replicas = {
          ...store.replicas,
          beat: async (one: Parameters<typeof beat>[0]) => {
            await stopped?.promise;
            return beat(one);
          },
        };
        return { ...store, replicas };
      },
    });
    await world.pass(2);
    const from = world.minute();
    stopped = Promise.withResolvers();
    await world.pass(4);
    const until = world.minute();
    stopped.resolve();
    stopped = undefined;
    await world.pass(3);
    world.expectFired("SwitchboardWorkerStopped", from, until);
  });

  test("SwitchboardLateJobs fires if no process reads the jobs that are due", async () => {
    let isStopped = false;
    const world = await startWorld({
      async openStore(url, given) {
        const store = await openStore(url, given);
        const { takeDue } = store.follows;
        // The store returns no due job, as if no replica had time to read jobs.
        const follows: typeof store.follows = {
          ...store.follows,
          takeDue: async (...asked) => (isStopped ? [] : takeDue(...asked)),
        };
        return { ...store, follows };
      },
    });
    await world.pass(2);
    const from = world.minute();
    isStopped = true;
    const adminUser = { email: "a@late.example" };
    const body = { companyName: `Late ${randomUUID()}`, plan: "essential", term: "monthly", adminUser };
    await world.console.send("POST", "/api/sandbox/customers", {
      body,
      cookie: world.cookie,
      headers: { "idempotency-key": randomUUID() },
    });
    await world.pass(12);
    const until = world.minute();
    isStopped = false;
    await world.pass(12, () => setTimeout(100));
    world.expectFired("SwitchboardLateJobs", from, until);
  });

  test("SwitchboardPlannedChanges fires if a contract was changed outside before its planned change was due", async () => {
    let aheadMs = 0;
    const world = await startWorld({ openStore: (url, given) => openStore(url, { ...given, aheadMs: () => aheadMs }) });
    const contract = { term: "monthly", plan: "essential" };
    const ids = { customerID: randomUUID(), jobID: randomUUID() };
    const body = { companyName: "Planned" };
    const customer = { ...ids, environment: "sandbox", createdMs: Date.now() - 1_000_000, contract, body } as const;
    world.api.customers.push({ ...customer, contract: { ...contract } });
    await world.pass(1);
    const from = world.minute();
    const at = new Date(Date.now() + 10 * 60_000).toISOString();
    const { customerID } = customer;
    const change = { plan: "professional" };
    const planned = await world.send("POST", "/api/sandbox/planned", { customerID, change, at, expected: contract });
    expect(planned.status).toBe(201);
    const { plannedChange } = (await planned.json()) as { plannedChange: { plannedChangeID: string } };
    Object.assign(world.api.customers[0]?.contract ?? {}, { plan: "enterprise" });
    aheadMs = 11 * 60_000;
    const isSuspended = async () => {
      // Signs in again, because the clock may have passed the end of the earlier session.
      const cookie = await world.console.signIn("ada@test.example");
      const path = `/api/sandbox/planned/${plannedChange.plannedChangeID}`;
      const read = await world.console.send("GET", path, { cookie });
      return ((await read.json()) as { plannedChange: { state: string } }).plannedChange.state === "suspended";
    };
    while (!(await isSuspended())) await world.pass(1, () => setTimeout(100));
    for (let turn = 0; turn < 18; turn += 1) {
      await world.skip(3);
      await world.pass(1);
    }
    const until = world.minute();
    // Signs in again, because the session has ended meanwhile.
    const cookie = await world.console.signIn("ada@test.example");
    const path = `/api/sandbox/planned/${plannedChange.plannedChangeID}/cancel`;
    const cancelled = await world.console.send("POST", path, { cookie, body: {} });
    expect(cancelled.status).toBe(200);
    await world.pass(3, () => setTimeout(50));
    world.expectFired("SwitchboardPlannedChanges", from, until);
  });

  test("SwitchboardBackup fires if nobody makes a backup for two days", async () => {
    let store: Awaited<ReturnType<typeof openStore>> | undefined;
    const world = await startWorld({
      async openStore(url, given) {
        store = await openStore(url, given);
        return store;
      },
    });
    const backedUp = () =>
      store?.maintenance.record({ kind: "backup", endedAt: world.clock.now(), detail: { rows: 1 } });
    await backedUp();
    await world.pass(2);
    const from = world.minute();
    await world.skip(2 * 24 * 60);
    await world.pass(8);
    const until = world.minute();
    await backedUp();
    await world.pass(3);
    world.expectFired("SwitchboardBackup", from, until);
  });

  test("SwitchboardSlow fires if the API takes longer than five seconds", async () => {
    const world = await startWorld();
    await world.send("GET", "/api/session");
    await world.pass(1);
    const from = world.minute();
    // The console measures answer times with the clock of its process. This mock moves that clock forward while a
    // request is at the API.
    let aheadMs = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
    world.api.script(() => {
      aheadMs += 5_200;
      return undefined;
    });
    for (let turn = 0; turn < 5; turn += 1) {
      await world.pass(1, () => world.send("GET", `${list}${turn + 1}`));
      await world.pass(2);
    }
    const until = world.minute();
    world.api.script(() => undefined);
    await world.pass(8, () => world.send("GET", "/api/session"));
    world.expectFired("SwitchboardSlow", from, until);
  });

  test("SwitchboardMemory fires if the process comes near the memory limit of its container", async () => {
    const usedBytes = process.memoryUsage.rss();
    vi.spyOn(process, "constrainedMemory").mockReturnValue(Math.round((usedBytes + 150e6) / 0.8));
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    let held = [Buffer.alloc(400e6, 1)];
    await world.pass(18);
    const until = world.minute();
    held = [];
    expect(held).toEqual([]);
    setFlagsFromString("--expose-gc");
    await world.pass(4, () => {
      runInNewContext("gc")();
    });
    world.expectFired("SwitchboardMemory", from, until);
  });

  test("SwitchboardEventLoop fires if something blocks the process", async () => {
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    const block = () => {
      const untilMs = performance.now() + 600;
      while (performance.now() < untilMs);
    };
    await world.pass(7, async () => {
      block();
      await setTimeout(30);
    });
    const until = world.minute();
    await world.pass(3);
    world.expectFired("SwitchboardEventLoop", from, until);
  });

  test("SwitchboardSignIns fires if a person guesses passwords", async () => {
    const world = await startWorld();
    await world.pass(1);
    const from = world.minute();
    const guesses: Promise<unknown>[] = [];
    await world.pass(4, () => {
      for (let index = 0; index < 60; index += 1) {
        const body = { email: `guess${guesses.length}@test.example`, password: "wrong wrong wrong" };
        guesses.push(world.console.send("POST", "/api/session", { body, address: `10.0.${guesses.length % 250}.7` }));
      }
      return setTimeout(50);
    });
    const until = world.minute();
    await Promise.all(guesses);
    await world.pass(2);
    world.expectFired("SwitchboardSignIns", from, until);
  });

  describe.skipIf(!testDialects.includes("postgres"))("alerts of a console on PostgreSQL", () => {
    test("SwitchboardStoreDown and SwitchboardWorkerFailing fire if the database cannot be reached", async () => {
      const world = await startWorld({ dialect: "postgres", relayed: true });
      await world.pass(2);
      const from = world.minute();
      world.relay?.refuse();
      world.relay?.drop();
      await world.pass(12, () => setTimeout(50));
      const until = world.minute();
      world.relay?.heal();
      await setTimeout(2_500);
      for (let turn = 0; turn < 6; turn += 1) {
        await world.skip(3);
        await world.pass(1, () => setTimeout(20));
      }
      world.expectFired("SwitchboardStoreDown", from, until);
      world.expectFired("SwitchboardWorkerFailing", from, until);
    });

    test("SwitchboardStoreConnections fires if all connections wait for a lock, but not because of the metrics' own check", async () => {
      const world = await startWorld({ dialect: "postgres", variables: { DATABASE_POOL_SIZE: "4" } });
      // All workers run while the clock moves. In an earlier version, the alert fired here, because the scrape counted
      // the connection of its own check.
      await world.pass(4, () => setTimeout(250));
      const from = world.minute();
      const holder = await openDatabase<unknown>(world.console.databaseUrl);
      const release = Promise.withResolvers<void>();
      const isHeld = Promise.withResolvers<void>();
      const holding = holder.db.transaction().execute(async (on) => {
        await sql`lock table "staff" in access exclusive mode`.execute(on);
        isHeld.resolve();
        await release.promise;
      });
      await isHeld.promise;
      const waiting: Promise<unknown>[] = [];
      await world.pass(3, async () => {
        for (let index = 0; index < 12; index += 1) waiting.push(world.send("GET", "/api/session"));
        await setTimeout(20);
      });
      const until = world.minute();
      release.resolve();
      await holding;
      await holder.close();
      await Promise.all(waiting);
      await world.pass(3, () => setTimeout(250));
      world.expectFired("SwitchboardStoreConnections", from, until);
    });

    test("SwitchboardStoreSlow fires if the network to the database is slow", async () => {
      const world = await startWorld({ dialect: "postgres", relayed: true });
      const work = () => Promise.all(Array.from({ length: 3 }, () => world.send("GET", "/api/session")));
      await world.pass(2, work);
      const from = world.minute();
      // The network is slow only during these requests. Otherwise the workers and the scrape would also be slow, in
      // every minute of the test.
      await world.pass(12, async () => {
        world.relay?.slow(300);
        await work();
        world.relay?.heal();
      });
      const until = world.minute();
      await world.passUntilEnded("SwitchboardStoreSlow", 10, async () => {
        for (let index = 0; index < 10; index += 1) await work();
      });
      world.expectFired("SwitchboardStoreSlow", from, until);
    });

    test("the metrics are answered within two seconds while the database does not answer", async () => {
      const world = await startWorld({ dialect: "postgres", relayed: true });
      world.relay?.stall();
      // Waits until the cached result of the check has expired.
      await world.clock.advance(3_000);
      const headers = { authorization: `Bearer ${metricsToken}` };
      const startedAt = performance.now();
      const answer = await world.console.bff.fetch(new Request(`${testOrigin}/api/metrics`, { headers }));
      expect(await answer.text()).toMatch(/^switchboard_store_up 0$/m);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      // Closes the connections. Otherwise the console would wait for its pending database calls before it closes.
      world.relay?.drop();
    });
  });

  test.skipIf(!testDialects.includes("postgres"))("the tests cover every alert", () => {
    expect(alertRules.map(({ alert }) => alert).filter((alert) => !drivenAlerts.includes(alert))).toEqual([]);
  });
});
