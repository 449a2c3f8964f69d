/**
 * Changes customers directly in the API while a console changes many other customers. To run it: `npm run soak --
 * elsewhere [operations] [changes] [seed] [own|other] [sqlite|postgres]`. The console must find each direct change,
 * creation and deletion within one hour. It must never report one of its own operations as a change outside
 * Switchboard.
 *
 * The operations are single changes, bulk changes, undone bulk changes and creations. Some answers are lost, some
 * changes take effect late, and some requests are answered with 503. The console's clock runs faster than real time,
 * and the console reads all customers again in each hour of that clock. The hour starts with the change. If the lists
 * of the API `other` can leave the changed member out, the hour starts when the first list shows the change.
 *
 * Before this, 100,000 simulated operations test the rules for stored customers without a console, with late effects,
 * older copies and answers that lack members. The run includes PostgreSQL if TEST_DATABASE_URL names a server.
 */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type CustomerHistory, customerHistorySchema } from "#lib/contract/customers/customer-history.ts";
import type { BulkRow } from "#lib/contract/operations/bulk.ts";
import { hourMs, minuteMs } from "#lib/contract/values/time-units.ts";
import { isSameText } from "#server/bff/store/known/known-state.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { type Dialect, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { type ChangedAPIKind, type CustomerNow, startChangedAPI, startOf } from "#tests/fixtures/known/changed-api.ts";
import { simulateOperations } from "#tests/fixtures/known/simulate-operations.ts";
import { createRandom } from "#tests/fixtures/random.ts";

const [operations = 2_000, changes = 1_000, seed = Date.now() % 1_000_000] = process.argv
  .slice(2, 5)
  .map((text) => Number(text));
const kinds = (["own", "other"] as const).filter((kind) => (process.argv[5] ?? kind) === kind);
const dialects = testDialects.filter((dialect) => (process.argv[6] ?? dialect) === dialect);

/** How many times as fast as real time the console's clock is. */
const factor = 10;
const values = {
  plan: ["essential", "professional", "enterprise"],
  term: ["monthly", "12-months", "24-months", "36-months"],
} as const;
type Member = keyof typeof values;

/** A change that was made directly in the API, at some time between `fromMs` and `toMs`. */
interface Made {
  member: string;
  after: unknown;
  fromMs: number;
  toMs: number;
  /** When a list has shown the customer completely for the first time after the change. */
  shownAtMs?: number;
  foundAtMs?: number;
}

/** The members that every third list of the other API leaves out. */
const leftOutMembers: ReadonlySet<string> = new Set(["usersCount", "email"]);

/** The state of a customer in this run. */
interface Customer {
  customerID: string;
  /** True while an operation of the console is running for this customer. */
  isBusy: boolean;
  isDeleted: boolean;
  /** The members that a late change will set. */
  pending: Set<string>;
  /**
   * Values that an operation has requested and that nobody has verified. If such a value is set directly in the API,
   * the console cannot recognise that as a direct change.
   */
  unsure: Set<string>;
  made: Made | undefined;
}

/** How the API handles the requests of one operation. */
interface Treatment {
  kind: "lost" | "reset" | "503" | "503 done" | "late" | "lost and late";
  isUsed: boolean;
  /** Called when the API has accepted a change that takes effect late. */
  onLate?: () => void;
}

/**
 * The faults of operations. A fault applies if the drawn number is below its limit and not below the previous limit. In
 * total, 11 % of the operations have a fault.
 */
const shares: readonly (readonly [Treatment["kind"], number])[] = [
  ["lost", 0.03],
  ["reset", 0.04],
  ["503", 0.06],
  ["503 done", 0.07],
  ["late", 0.1],
  ["lost and late", 0.11],
];

async function run(kind: ChangedAPIKind, dialect: Dialect): Promise<string[]> {
  const problems: string[] = [];
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const startedAt = performance.now();
  const offsetMs = startOf(kind) - Date.now();
  const fast = createFastClock(factor, 1);
  const clock = { ...fast, now: () => fast.now() + offsetMs };
  const count = changes * 2 + 200;
  const api = await startChangedAPI(kind, { count, now: clock.now, isOdd: true, onWholeList: noteShown });
  const treatments = new Map<string, Treatment>();
  const madeOf = new Map<string, Made>();
  function noteShown(customerIDs: readonly string[]): void {
    for (const customerID of customerIDs) {
      const made = madeOf.get(customerID);
      if (made && made.toMs < Number.POSITIVE_INFINITY) made.shownAtMs ??= clock.now();
    }
  }

  function faultOf({ kind: how, isUsed }: Treatment): Fault | undefined {
    if (how === "lost and late") return { kind: "reset", when: "before" };
    if (isUsed) return undefined;
    if (how === "lost") return { kind: "reset", when: "after" };
    if (how === "reset") return { kind: "reset", when: "before" };
    if (how === "late") return { kind: "answer", status: 204 };
    return { kind: "answer", status: 503, passed: how === "503 done" };
  }
  const proxy = await startFaultProxy(api.origin, ({ method, url, body }) => {
    // The proxy stores all requests, so the test removes them from time to time.
    if (proxy.requests.length > 1_000) proxy.requests.length = 0;
    if (method === "GET" || url.endsWith("/auth")) return undefined;
    const key = method === "PATCH" ? url.split("/").at(-2) : (JSON.parse(body) as { companyName: string }).companyName;
    const treatment = treatments.get(key ?? "");
    const fault = treatment && faultOf(treatment);
    if (treatment?.kind === "late" && !treatment.isUsed) treatment.onLate?.();
    if (treatment) treatment.isUsed = true;
    return fault;
  });
  const editors = Array.from({ length: 60 }, (_, index) => `editor${index}@test.example`);
  const console_ = await createTestBff({
    dialect,
    clock,
    baseUrl: proxy.origin,
    staff: editors.map((email) => ({ email, role: "editor" })),
    variables: {
      ...api.variables,
      LOG_LEVEL: "silent",
      KNOWN_MAX_AGE_HOURS: "1",
      KNOWN_CALLS_PER_MINUTE: "600",
      DATABASE_POOL_SIZE: "8",
    },
  });
  const server = createServer(
    { keepAliveTimeout: hourMs },
    (incoming, outgoing) => void console_.bff.answer(incoming, outgoing),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Sends a request over HTTP as a person's page does. */
  async function fetchAs(cookie: string, method: string, path: string, body?: unknown) {
    return fetch(`${origin}${path}`, {
      method,
      headers: {
        origin: testOrigin,
        "x-switchboard": "1",
        "idempotency-key": randomUUID(),
        cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
  const cookies = new Map<string, string>();
  let nextEditor = 0;
  async function send(method: string, path: string, body?: unknown, email = editors[nextEditor++ % editors.length]) {
    for (;;) {
      const cookie = cookies.get(email ?? "") ?? (await console_.signIn(email ?? ""));
      cookies.set(email ?? "", cookie);
      const response = await fetchAs(cookie, method, path, body);
      const json = await response.json();
      if (response.status === 401) cookies.delete(email ?? "");
      else if (response.status === 429) await pause(1_000);
      else return { status: response.status, json };
    }
  }

  const customers: Customer[] = (await api.customers()).map(({ customerID, isDeleted }) => ({
    customerID,
    isBusy: false,
    isDeleted,
    pending: new Set<string>(),
    unsure: new Set<string>(),
    made: undefined,
  }));
  const created = new Map<string, Made>();
  const late: Promise<void>[] = [];
  let done = 0;

  const idle = (isUsable: (customer: Customer) => boolean = () => true): Customer | undefined => {
    for (let tries = 0; tries < 200; tries += 1) {
      const customer = pick(customers);
      if (!customer.isBusy && !customer.isDeleted && isUsable(customer)) return customer;
    }
    return undefined;
  };
  /**
   * Draws how the API handles the next operation: a change of the customer with the ID `key`, or a creation with the
   * name `key`.
   */
  function treat(key: string, onLate?: () => void): void {
    const share = random();
    const kindOf = shares.find(([, below]) => share < below)?.[0];
    // Creations do not take effect late, so they skip these faults.
    if (kindOf === undefined || (kindOf.endsWith("late") && !onLate)) return;
    treatments.set(key, { kind: kindOf, isUsed: false, ...(onLate && { onLate }) });
  }
  /** Lets a late change take effect after up to 20 minutes of the console's clock, or never. */
  function applyLate({ customerID, pending }: Customer, member: Member, value: string): void {
    pending.add(member);
    const delayMs = (random() * 20 * minuteMs) / factor;
    const isApplied = random() < 0.8;
    late.push(
      pause(delayMs).then(async () => {
        if (isApplied) await api.behind.change(customerID, { [member]: value });
        pending.delete(member);
      }),
    );
  }
  /**
   * Ends the fault of an operation on a customer. After the fault `lost and late`, the change may take effect later.
   */
  function endTreatment(customer: Customer, member: Member, value: string): void {
    const treatment = treatments.get(customer.customerID);
    treatments.delete(customer.customerID);
    if (treatment?.isUsed && treatment.kind === "lost and late") applyLate(customer, member, value);
  }

  /** Returns the customer's state in the store of known customers. Empty if the customer is not stored. */
  async function recorded(customerID: string): Promise<Record<string, unknown>> {
    const [row] = await queryStore(
      console_.databaseUrl,
      `select "state" from "knownCustomers" where "environment" = 'sandbox' and "customerKey" = '${customerID.toLowerCase()}'`,
    );
    return row ? JSON.parse(String(row.state)) : {};
  }
  /**
   * True if the customer's member was changed directly in the API and the console has not stored the new value yet. An
   * operation on this member would replace the value before the console can read it, so it must not run now.
   */
  async function wouldHide({ customerID, made }: Customer, member: Member): Promise<boolean> {
    if (made?.member !== member) return false;
    return !isSameText(member, String((await recorded(customerID))[member]), String(made.after));
  }

  async function changeOne(): Promise<void> {
    const members: Member[] = kind === "own" || random() < 0.2 ? ["plan", "term"] : ["term"];
    const member = pick(members);
    const customer = idle(({ pending }) => !pending.has(member));
    if (!customer) return;
    customer.isBusy = true;
    if (await wouldHide(customer, member)) {
      customer.isBusy = false;
      return;
    }
    const before = (await api.find(customer.customerID))[member];
    const value = pick(values[member].filter((one) => one !== before));
    treat(customer.customerID, () => applyLate(customer, member, value));
    const path = `/api/sandbox/customers/${customer.customerID}/contract`;
    const { json } = await send("PATCH", path, { [member]: value });
    const { outcome } = json.operation ?? {};
    if (outcome !== "done") customer.unsure.add(`${member} ${value}`);
    if (json.operation?.sentAt !== undefined || outcome === "done") done += 1;
    endTreatment(customer, member, value);
    customer.isBusy = false;
  }

  async function runBulk(bulkID: string, editor: string): Promise<BulkRow[]> {
    const path = `/api/sandbox/bulk/${bulkID}`;
    for (let resumed = 0; ; ) {
      const { json } = await send("GET", `${path}?limit=100`, undefined, editor);
      const { state } = json.bulk;
      if (state === "finished" || state === "cancelled") return json.rows;
      if (state === "checked" || state === "first-done" || state === "paused") {
        resumed += 1;
        const step = resumed > 6 || json.bulk.counts.ready === 0 ? "cancel" : "resume";
        await send("POST", `${path}/${step}`, undefined, editor);
      }
      await pause(150);
    }
  }

  async function changeMany(): Promise<void> {
    const editor = pick(editors);
    const member = pick(["plan", "term"] as const);
    const chosen = new Map<string, Customer>();
    const size = Math.min(80, Math.ceil(customers.length / 8));
    while (chosen.size < size) {
      const customer = idle(({ pending, customerID }) => pending.size === 0 && !chosen.has(customerID));
      if (!customer) break;
      customer.isBusy = true;
      if (await wouldHide(customer, member)) {
        customer.isBusy = false;
        break;
      }
      chosen.set(customer.customerID, customer);
    }
    if (chosen.size === 0) return;
    const value = pick(values[member]);
    const before = new Map<string, string>();
    for (const customerID of chosen.keys()) before.set(customerID, (await api.find(customerID))[member]);
    const body = { change: { [member]: value }, source: { kind: "ids", customerIDs: [...chosen.keys()] } };
    const answer = await send("POST", "/api/sandbox/bulk", body, editor);
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.json)}`);
    async function follow(bulkID: string, wantedOf: (customerID: string) => string): Promise<void> {
      for (const customer of chosen.values())
        treat(customer.customerID, () => applyLate(customer, member, wantedOf(customer.customerID)));
      for (const { customerID, state } of await runBulk(bulkID, editor)) {
        const customer = chosen.get(customerID);
        if (!customer) continue;
        if (state === "changed" || state === "unknown") done += 1;
        if (state !== "changed" && state !== "same") customer.unsure.add(`${member} ${wantedOf(customerID)}`);
      }
      for (const customer of chosen.values()) endTreatment(customer, member, wantedOf(customer.customerID));
    }
    const { bulkID } = answer.json.bulk;
    await follow(bulkID, () => value);
    if (random() < 0.4) {
      // Waits for the late changes. A late change that takes effect during the undo could not be attributed to an
      // operation.
      await Promise.all(late);
      const undo = await send("POST", `/api/sandbox/bulk/${bulkID}/undo`, undefined, editor);
      if (undo.status < 300) await follow(undo.json.bulk.bulkID, (customerID) => before.get(customerID) ?? "");
    }
    for (const customer of chosen.values()) customer.isBusy = false;
  }

  async function createOne(): Promise<void> {
    const companyName = `Made by the console ${randomUUID()}`;
    const body = { companyName, plan: "essential", term: "monthly", adminUser: { email: "admin@made.example" } };
    treat(companyName);
    await send("POST", "/api/sandbox/customers", body);
    done += 1;
  }

  async function makeBehind(): Promise<boolean> {
    const share = random();
    const fromMs = clock.now();
    if (share < 0.13) {
      const customerID = await api.behind.create(`Made behind ${randomUUID()}`);
      created.set(customerID, { member: "created", after: undefined, fromMs, toMs: clock.now() });
      return true;
    }
    const customer = idle(({ made, pending }) => made === undefined && (share >= 0.26 || pending.size === 0));
    if (!customer) return false;
    const { customerID, pending, unsure } = customer;
    const make = async (member: string, after: unknown, work: () => Promise<void> | void): Promise<boolean> => {
      customer.made = { member, after, fromMs, toMs: Number.POSITIVE_INFINITY };
      madeOf.set(customerID, customer.made);
      customer.isBusy = true;
      await work();
      customer.made.toMs = clock.now();
      customer.isBusy = false;
      return true;
    };
    if (share < 0.26) {
      customer.isDeleted = true;
      return make("deleted", true, () => api.behind.remove(customerID));
    }
    const { edit } = api.behind;
    // The console cannot detect a change of a member whose earlier value it has never read. So the run makes no such
    // change.
    const known = edit && share < 0.5 ? await recorded(customerID) : {};
    if (edit && share < 0.5 && (known.usersCount === undefined || (share >= 0.46 && known.email === undefined)))
      return false;
    if (edit && share < 0.36) return make("usersCount", 777, () => edit(customerID, { users: 777 }));
    if (edit && share < 0.46) return make("companyName", "New name", () => edit(customerID, { name: "New name" }));
    if (edit && share < 0.5) return make("email", "new@a.example", () => edit(customerID, { email: "new@a.example" }));
    const member = pick(["plan", "term"] as const);
    if (pending.has(member)) return false;
    customer.isBusy = true;
    const now = (await api.find(customerID))[member];
    customer.isBusy = false;
    const free = values[member].filter((value) => value !== now && !unsure.has(`${member} ${value}`));
    if (free.length === 0) return false;
    const after = pick(free);
    return make(member, after, () => api.behind.change(customerID, { [member]: after }));
  }

  // Waits until the console has read all customers. It cannot detect a change that was made before its first reading.
  const read = async () => {
    const [row] = await queryStore(
      console_.databaseUrl,
      `select count(*) as "count" from "knownCustomers" where "environment" = 'sandbox'`,
    );
    return Number(row?.count);
  };
  while ((await read()) < count) await pause(200);

  let made = 0;
  async function work(name: "one" | "many" | "behind"): Promise<void> {
    while (done < operations || made < changes) {
      if (name === "behind") {
        if (made >= changes) return;
        if (made / changes <= done / operations && (await makeBehind())) made += 1;
        else await pause(5);
      } else if (done >= operations) return;
      else if (name === "many") await changeMany();
      else if (random() < 0.02) await createOne();
      else await changeOne();
    }
  }
  const working = (["behind", "many", "many", "one", "one", "one", "one", "one", "one"] as const).map(work);
  const progress = setInterval(() => console.error(`${kind}, ${dialect}: ${done} operations, ${made} changes`), 60_000);
  await Promise.all(working);
  await Promise.all(late);
  clearInterval(progress);
  // The console reads all customers again within one hour of its clock.
  await pause((hourMs + 2 * minuteMs) / factor);

  let falseAlarms = 0;
  let longestMs = 0;
  let sinceMadeMs = 0;
  let wrongTimes = 0;
  async function check({ customerID, companyName }: CustomerNow): Promise<void> {
    const { status, json } = await send("GET", `/api/sandbox/customers/${customerID}/history`);
    if (status !== 200) throw new Error(`The history answered ${status}`);
    const history: CustomerHistory = customerHistorySchema.parse(json);
    const expected = created.get(customerID) ?? customers.find((one) => one.customerID === customerID)?.made;
    for (const { cause, changed, from } of history.states) {
      if (cause.kind !== "elsewhere") continue;
      const found = changed?.members.filter(({ operationID }) => operationID === undefined) ?? [
        { member: "created", after: undefined },
      ];
      for (const { member, after } of found) {
        const isText = typeof after === "string" && typeof expected?.after === "string";
        const isExpected =
          expected?.member === member &&
          expected.foundAtMs === undefined &&
          (isText ? isSameText(member as Member, after, expected.after as string) : after === expected.after);
        if (!isExpected) {
          falseAlarms += 1;
          if (falseAlarms <= 5) {
            const sent = await queryStore(
              console_.databaseUrl,
              `select "request", "state", "sentAt", "settledAt", "confirmedAt" from "operations" where "customerID" = '${customerID}' order by "createdAt"`,
            );
            problems.push(
              `false alarm: ${companyName} ${customerID} ${member} ${after}\n${JSON.stringify({ expected, states: history.states, sent }, null, 1)}`,
            );
          }
          continue;
        }
        expected.foundAtMs = Date.parse(from);
        longestMs = Math.max(longestMs, latenessMs(expected));
        sinceMadeMs = Math.max(sinceMadeMs, expected.foundAtMs - expected.toMs);
        const isBetween =
          expected.foundAtMs >= expected.fromMs && (!changed || Date.parse(changed.after) <= expected.toMs);
        if (!isBetween) wrongTimes += 1;
      }
    }
    if (expected && isShown(expected) && !(latenessMs(expected) <= hourMs)) await explain(customerID, expected);
  }
  /**
   * How long it took to find a change, in milliseconds. The time starts with the change, or with the first list that
   * showed it if lists can leave the member out.
   */
  function latenessMs({ member, toMs, shownAtMs = toMs, foundAtMs = Number.POSITIVE_INFINITY }: Made): number {
    return foundAtMs - (leftOutMembers.has(member) ? shownAtMs : toMs);
  }
  /** False if every list since the change may have left the member out. Such a change cannot be found. */
  function isShown({ member, shownAtMs }: Made): boolean {
    return kind === "own" || !leftOutMembers.has(member) || shownAtMs !== undefined;
  }
  /** Reports a change that was not found in time, with the data of the API and of the console. */
  async function explain(customerID: string, expected: Made): Promise<void> {
    const [row] = await queryStore(
      console_.databaseUrl,
      `select "state", "memberTimes", "sentAt", "seenAt", "leftOutAt", "missingAt" from "knownCustomers" where "customerKey" = '${customerID.toLowerCase()}'`,
    );
    const sent = await queryStore(
      console_.databaseUrl,
      `select "request", "state", "sentAt", "settledAt", "confirmedAt" from "operations" where "customerID" = '${customerID}' order by "createdAt"`,
    );
    const { json } = await send("GET", `/api/sandbox/customers/${customerID}/history`);
    problems.push(
      `not found in time: ${customerID}\n${JSON.stringify({ expected, api: await api.find(customerID), record: row, states: json.states, sent }, null, 1)}`,
    );
  }
  const all = await api.customers();
  for (let from = 0; from < all.length; from += 8) await Promise.all(all.slice(from, from + 8).map(check));

  const madeAll = [...created.values(), ...customers.flatMap((customer) => customer.made ?? [])];
  const expected = madeAll.filter(isShown);
  const found = expected.filter(({ foundAtMs }) => foundAtMs !== undefined).length;
  const sent = await queryStore(
    console_.databaseUrl,
    'select "state", count(*) as "count" from "operations" where "sentAt" is not null group by "state" order by "state"',
  );
  const total = sent.reduce((sum, { count: one }) => sum + Number(one), 0);
  const states = sent.map(({ state, count: one }) => `${one} ${state}`).join(", ");
  const minutes = (ms: number) => (ms / minuteMs).toFixed(1);
  console.log(
    `${kind}, ${dialect}, seed ${seed}: found ${found} of ${expected.length}, the last one after ${minutes(longestMs)} of 60 min, ${minutes(sinceMadeMs)} min after it was made; ${madeAll.length - expected.length} were in no answer; ${total} operations (${states}), ${falseAlarms} false alarms; ${minutes(performance.now() - startedAt)} min`,
  );
  if (found < expected.length || madeAll.length < changes) problems.push(`${expected.length - found} were not found`);
  if (longestMs > hourMs) problems.push(`One was found after ${minutes(longestMs)} min`);
  if (wrongTimes > 0) problems.push(`${wrongTimes} have a time at which they were not made`);
  if (falseAlarms > 0) problems.push(`${falseAlarms} false alarms`);
  server.closeAllConnections();
  server.close();
  await console_.close();
  await proxy.close();
  await api.close();
  return problems.map((problem) => `${kind}, ${dialect}: ${problem}`);
}

const simulatedCount = 100_000;
const simulated = simulateOperations(seed, simulatedCount);
console.log(
  `the rules alone, seed ${seed}: found ${simulated.found} of ${simulated.made}; ${simulated.operations} operations; ${simulated.wrong.length} were taken for something else`,
);
for (const wrong of simulated.wrong.slice(0, 10)) console.log(`  ${wrong}`);
if (simulated.wrong.length > 0) process.exitCode = 1;
for (const kind of kinds) {
  for (const dialect of dialects) {
    for (const problem of await run(kind, dialect)) {
      console.log(`  ${problem}`);
      process.exitCode = 1;
    }
  }
}
