import { expect, test } from "vitest";
import { type CallerCard, callerCardSchema } from "#lib/contract/console/caller-card.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { Fault, ProxiedRequest } from "#tests/fixtures/api/fault-proxy.ts";
import { fillKnown, fillKnownNumber } from "#tests/fixtures/known/fill-known.ts";
import { startLookup } from "#tests/integration/bff/lookup/start-lookup.ts";
import { customer } from "#tests/service/provisioning/test-service.ts";

const year = 24 * 365;

const acme: Record<Environment, CustomerRecord> = {
  production: customer(year, { companyName: "Acme", adminEmail: "ada@acme.example" }),
  sandbox: customer(year, { companyName: "Acme Sandbox", adminEmail: "ada@acme.example" }),
};
const birch = customer(year, { companyName: "Birch", adminEmail: "info@birch.example" });

async function start(fault?: (request: ProxiedRequest) => Fault | undefined) {
  const started = await startLookup({
    customers: { production: [acme.production, birch], sandbox: [acme.sandbox] },
    fault,
  });
  const cookie = await started.console.signIn("edith@test.example");
  const ask = (query: string, environment: Environment = "production") =>
    started.console.send("GET", `/api/${environment}/caller-card?${query}`, { cookie });
  const card = async (...given: Parameters<typeof ask>): Promise<CallerCard> => {
    const response = await ask(...given);
    expect(response.status).toBe(200);
    return callerCardSchema.parse(await response.json());
  };
  const write = (method: string, path: string, body: unknown) =>
    started.console.send(method, `/api/production/${path}`, { cookie, body });
  return { ...started, ask, card, write };
}

const answer = (status: number, body: unknown): Fault => ({ kind: "answer", status, body: JSON.stringify(body) });

/** An answer of the API with these numbers. */
const numbersAnswer = (numbers: readonly { number: string; customerID?: string }[]): Fault =>
  answer(200, { numbers, total: numbers.length, limit: 100, offset: 0 });

test("a caller's number opens the customer of its environment, and is not sent to the API as a search term", async () => {
  const { card, assign, proxy } = await start();
  const [number = ""] = await assign("production", acme.production, 1);
  await assign("production", birch, 3);
  const digits = number.slice(1);
  for (const query of [
    `number=+${digits}`,
    `number=%2B${digits}`,
    `number=tel:%2B${digits}`,
    `number=web%2Btel:+${digits}`,
  ]) {
    const opened = await card(query);
    expect(opened, query).toMatchObject({
      customer: { customerID: acme.production.customerID, companyName: "Acme" },
      candidates: [{ customerID: acme.production.customerID, number: formatPhone(number) }],
      searched: { by: "number", text: formatPhone(number) },
      numbers: "offered",
      reasons: [],
    });
  }
  expect(await card(`number=%2B${digits}`, "sandbox")).toMatchObject({ candidates: [], reasons: [] });
  const sent = proxy.requests.map(({ url }) => url).join("\n");
  expect(sent).not.toContain(digits.slice(-7));
});

test("a number that the API lists with two customers offers both, and so does a known number", async () => {
  let isDown = false;
  const number = "+49301234567";
  const owners = [acme.production.customerID, birch.customerID];
  const { card } = await start(({ url }) => {
    if (isDown) return { kind: "reset", when: "before" };
    return url.includes("/numbers") ? numbersAnswer(owners.map((customerID) => ({ number, customerID }))) : undefined;
  });
  const idsOf = ({ candidates }: CallerCard) => candidates.map(({ customerID }) => customerID).toSorted();
  const listed = await card("number=%2B49301234567");
  expect(idsOf(listed)).toEqual(owners.toSorted());
  expect(listed).toMatchObject({ reasons: [] });
  expect(listed.customer).toBeUndefined();
  await expect
    .poll(async () => {
      isDown = true;
      const known = await card("number=%2B49301234567").finally(() => {
        isDown = false;
      });
      return known.customer === undefined && idsOf(known);
    })
    .toEqual(owners.toSorted());
});

test("the last digits of a number only offer a choice, even if one customer matches", async () => {
  const { card, assign } = await start();
  const [number = ""] = await assign("production", acme.production, 1);
  const found = await card(`number=${number.slice(-5)}`);
  expect(found.customer).toBeUndefined();
  expect(found.candidates).toMatchObject([{ customerID: acme.production.customerID, companyName: "Acme" }]);
});

test("a number that has just moved to another customer offers both customers, and marks the earlier one", async () => {
  let owner = birch.customerID;
  const { card } = await start(({ url }) =>
    url.includes("/numbers") ? numbersAnswer([{ number: "+49301234567", customerID: owner }]) : undefined,
  );
  expect(await card("number=%2B49301234567")).toMatchObject({ customer: { companyName: "Birch" } });
  owner = acme.production.customerID;
  await expect
    .poll(async () => (await card("number=%2B49301234567")).candidates, { timeout: 15_000, interval: 500 })
    .toMatchObject([
      { customerID: acme.production.customerID },
      { customerID: birch.customerID, companyName: "Birch", formerUntil: expect.any(String) },
    ]);
}, 30_000);

test("the card leads with the reasons in their order, each with its time", async () => {
  let isRefusing = false;
  const { card, assign, write } = await start(({ method }) =>
    method === "PATCH" && isRefusing ? answer(422, { message: "credit limit reached" }) : undefined,
  );
  const [number = ""] = await assign("production", acme.production, 1);
  const { customerID } = acme.production;
  const query = `number=%2B${number.slice(1)}`;
  const change = (plan: string, ticket: string) =>
    write("PATCH", `customers/${customerID}/contract`, { plan, console: { ticket } });
  expect((await change("professional", "INC-1")).status).toBe(200);
  isRefusing = true;
  expect((await change("enterprise", "INC-2")).status).toBe(422);
  const note = await write("POST", `customers/${customerID}/notes`, { text: "Call back\nbefore noon" });
  const {
    note: { noteID },
  } = (await note.json()) as { note: { noteID: string } };
  expect((await write("PATCH", `customers/${customerID}/notes/${noteID}`, { pinned: true })).status).toBe(200);
  const at = new Date(Date.now() + dayMs).toISOString();
  const planned = await write("POST", "planned", {
    customerID,
    change: { plan: "enterprise" },
    at,
    expected: { plan: "professional", term: acme.production.term },
  });
  expect(planned.status).toBe(201);
  const { reasons, customer: opened } = await card(query);
  expect(opened).toMatchObject({ contract: { plan: "professional" } });
  expect(reasons).toMatchObject([
    {
      kind: "failed",
      text: "Change plan to Enterprise: Refused by the API",
      detail: "credit limit reached",
      ticket: "INC-2",
    },
    { kind: "changed", text: "Change plan to Professional: Verified", ticket: "INC-1" },
    { kind: "planned", at, text: "Change plan to Enterprise: Scheduled" },
    { kind: "note", text: "Call back before noon" },
  ]);
  expect(reasons.every(({ at: time }) => time !== undefined && !Number.isNaN(Date.parse(time)))).toBe(true);
});

test("a change outside Switchboard in the last days is a reason, with the time of the answer that showed it", async () => {
  const { card, service } = await start(() => undefined);
  const { customerID, plan, term } = birch;
  const query = `customer=${customerID}`;
  expect((await card(query)).reasons).toEqual([]);
  await service.store.contracts.change("production", customerID, { plan, term }, { plan: "enterprise", term });
  const before = new Date().toISOString();
  await expect
    .poll(async () => (await card(query)).reasons, { timeout: 15_000, interval: 300 })
    .toMatchObject([{ kind: "elsewhere", text: "Plan: Essential → Enterprise outside Switchboard" }]);
  const [reason] = (await card(query)).reasons;
  expect((reason?.at ?? "") >= before).toBe(true);
}, 30_000);

test("while the API does not answer, the card shows what is known, with its age", async () => {
  const { card, console } = await start(() => ({ kind: "black-hole", passed: false }));
  const seenAt = Date.now() - dayMs;
  const { customerID, companyName } = acme.production;
  await fillKnown(console.databaseUrl, "production", [{ customerID, companyName, plan: "professional", seenAt }]);
  await fillKnownNumber(console.databaseUrl, "production", { number: "+49301234567", customerID, row: 7, seenAt });
  expect(await card("number=%2B49301234567")).toMatchObject({
    customer: { companyName: "Acme", contract: { plan: "professional" } },
    source: "known",
    candidates: [{ confirmed: false, seenAt: new Date(seenAt).toISOString() }],
    asOf: new Date(seenAt).toISOString(),
  });
});

test("the card says if the API has no numbers, or no customers of its numbers", async () => {
  let fault = answer(404, {});
  const { card } = await start(({ url }) => (url.includes("/numbers") ? fault : undefined));
  expect(await card("number=%2B49301234567")).toMatchObject({ candidates: [], numbers: "not-offered" });
  fault = numbersAnswer([{ number: "+49301234567" }, { number: "+49301234568" }]);
  expect(await card("number=%2B49301234567")).toMatchObject({ candidates: [], numbers: "without-customers" });
});

test("an e-mail address opens its customer, and a part of an address opens none", async () => {
  const { card } = await start();
  expect(await card("email=Ada@acme.example")).toMatchObject({ customer: { companyName: "Acme" } });
  const part = await card("email=a@acme.example");
  expect(part.customer).toBeUndefined();
});

test("an ID opens its customer, and an unknown ID opens none", async () => {
  const { card } = await start();
  expect(await card(`customer=${birch.customerID}`)).toMatchObject({ customer: { companyName: "Birch" } });
  expect(await card("customer=c0ffee00-0000-4000-8000-000000000001")).toMatchObject({ candidates: [] });
});

test("a request without exactly one readable subject is refused", async () => {
  const { ask } = await start();
  for (const query of ["", "number=", "number=anonymous", "email=ada", "number=%2B49301234567&email=a@b.example"]) {
    const response = await ask(query);
    expect(response.status, query).toBe(400);
    expect(problemSchema.parse(await response.json()).code).toBe("invalid_request");
  }
});
