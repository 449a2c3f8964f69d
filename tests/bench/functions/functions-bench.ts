import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { api, routeAddress } from "#lib/paths.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { type CalledFunctions, type Coverage, startCoverage } from "./coverage.ts";

/** The number of requests of each kind before counting starts, and the number of counted requests. */
const warmUps = 5;
const samples = 15;

/**
 * The pause after an answer, in milliseconds. It is long enough that work after the last byte of the answer is counted
 * in every sample.
 */
const pauseMs = 50;

interface Customer {
  customerID: string;
  contract: { plan?: string; term?: string };
}

/** The functions that every sample has called. Background work that runs in only some samples does not count. */
async function inEvery(coverage: Coverage, request: (index: number) => Promise<void>): Promise<CalledFunctions> {
  for (let index = 0; index < warmUps; index += 1) await request(index);
  let common: CalledFunctions | undefined;
  for (let index = warmUps; index < warmUps + samples; index += 1) {
    await coverage.take();
    await request(index);
    await setTimeout(pauseMs);
    const called = await coverage.take();
    common = common === undefined ? called : new Set([...common].filter((one) => called.has(one)));
  }
  return common ?? new Set();
}

function print(title: string, called: CalledFunctions, isListed: boolean): void {
  const names = [...called].sort();
  const files = new Set(names.map((name) => name.split(" ", 1)[0]));
  console.log(`${title}: ${names.length} functions in ${files.size} files`);
  if (isListed) for (const name of names) console.log(`  ${name}`);
}

/**
 * Counts the console's own functions that one request calls, from its arrival at the host until it is answered. It does
 * this for two requests, after a warm-up: a list of customers and a change of contract. The console calls the
 * provisioning service, as in demo mode. `isListed` prints each function with its file and its position, so that two
 * versions can be compared.
 */
export async function benchFunctions(isListed: boolean): Promise<void> {
  const running = await startConsole({ nodeFlags: ["--inspect=127.0.0.1:0"] });
  const root = new URL("../../../", pathToFileURL(import.meta.filename)).href;
  const coverage = await startCoverage(running.logs, root);
  try {
    const cookie = await signIn(running.origin, { email: "administrator@demo.test", password: "demo demo demo" });
    const list = new URL(api.customers("production", "limit=25&datefrom=2020-01-01"), running.origin);
    const read = async () => {
      const answer = await fetch(list, { headers: { cookie } });
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
      return ((await answer.json()) as { customers: Customer[] }).customers;
    };
    print("GET customers", await inEvery(coverage, async () => void (await read())), isListed);

    // Each change uses another customer, because a customer with a running job is busy.
    const customers = await read();
    const change = async (index: number) => {
      const { customerID, contract } = customers[index] as Customer;
      const answer = await fetch(
        new URL(
          routeAddress("PATCH /api/:environment/customers/:customerID/contract", {
            environment: "production",
            customerID,
          }),
          running.origin,
        ),
        {
          method: "PATCH",
          headers: { cookie, "Content-Type": "application/json", "X-Switchboard": "1", Origin: running.origin },
          body: JSON.stringify({
            plan: contract.plan === "essential" ? "professional" : "essential",
            expected: { plan: contract.plan, term: contract.term },
          }),
        },
      );
      if (!answer.ok) throw new Error(`the change answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    print("PATCH of a contract", await inEvery(coverage, change), isListed);
  } finally {
    coverage.close();
    await running.close();
  }
}
