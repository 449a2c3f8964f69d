import { expect, onTestFinished, test } from "vitest";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { fillKnown, fillKnownNumber, type TestKnown } from "#tests/fixtures/known/fill-known.ts";
import { crowd, namesTyped, records } from "#tests/fixtures/lookup/typed-queries.ts";
import { customer } from "#tests/service/provisioning/test-service.ts";
import { startLookup } from "./start-lookup.ts";

const seenAt = Date.parse("2026-11-20T11:00:00Z");

const schaeffer = customer(24, { companyName: "Schäffer Immobilien GmbH", adminEmail: "info@schaeffer.example" });

/** Converts customers to the format of the store of known customers. */
const recordOf = (customers: readonly ReturnType<typeof customer>[]): TestKnown[] =>
  customers.map(({ customerID, companyName, adminEmail, deletedMs }) => ({
    customerID,
    companyName,
    ...(adminEmail && { email: adminEmail }),
    deleted: deletedMs != null,
    seenAt,
  }));

async function start() {
  const customers = [schaeffer, ...Object.values(records), ...crowd];
  const started = await startLookup({ customers: { production: customers, sandbox: [] } });
  await fillKnown(started.console.databaseUrl, "production", recordOf(customers));
  return started;
}

test("wrong letters in two words and another spelling find the customer, and the API confirms it", async () => {
  const { lookUp, proxy } = await start();
  for (const typed of ["Schaeffer Imobilien", "Immobilein Schaffer", "Schäfffer Immobillien"]) {
    const calls = proxy.count("/customers");
    const { hits, looked } = await lookUp(typed);
    expect(
      hits.map(({ label }) => label),
      typed,
    ).toContain("Schäffer Immobilien GmbH");
    expect(hits[0], typed).toMatchObject({ confirmed: true });
    expect(looked).toContainEqual(
      expect.objectContaining({ what: "customers", by: "known", similar: true, complete: true }),
    );
    // At most three calls: for the typed text, for its other spellings, and for the name that was found.
    expect(proxy.count("/customers") - calls).toBeLessThanOrEqual(3);
  }
});

test("known customers find what people type, with few calls", async () => {
  const { lookUp } = await start();
  const missed: string[] = [];
  for (const [typed, first] of namesTyped) {
    const [hit] = (await lookUp(typed)).hits;
    if (hit?.id !== records[first as keyof typeof records].customerID) missed.push(`${typed} → ${hit?.label}`);
  }
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(namesTyped.length * 0.05);
}, 60_000);

test("a customer that the API does not return is shown as an unconfirmed hit", async () => {
  const { lookUp, console } = await start();
  await fillKnown(console.databaseUrl, "production", [
    { customerID: "old-1", companyName: "Vanished Schäffer", email: "who@vanished.example", seenAt },
  ]);
  const { hits } = await lookUp("schäffer");
  expect(hits).toMatchObject([
    { label: "Schäffer Immobilien GmbH", confirmed: true },
    { id: "old-1", confirmed: false, seenAt: new Date(seenAt).toISOString() },
  ]);
  expect((await lookUp("schäffer", "sandbox")).hits).toEqual([]);
});

test("while the API does not answer, names, addresses and IDs are found among known customers, with their age", async () => {
  const console = await createTestBff({
    clock: systemClock,
    random: () => 0,
    staff: [{ email: "vera@test.example", role: "viewer" }],
  });
  onTestFinished(console.close);
  await fillKnown(console.databaseUrl, "production", recordOf([schaeffer]));
  const cookie = await console.signIn("vera@test.example");
  for (const q of ["Schaffer Imobilien", "info@schaeffer.example", schaeffer.customerID]) {
    const response = await console.send("GET", `/api/production/lookup?q=${encodeURIComponent(q)}`, { cookie });
    const answer = lookupAnswerSchema.parse(await response.json());
    expect(answer, q).toMatchObject({
      hits: [{ id: schaeffer.customerID, confirmed: false, seenAt: new Date(seenAt).toISOString() }],
      stale: true,
      asOf: new Date(seenAt).toISOString(),
    });
    expect(answer.hits[0], q).not.toHaveProperty("asOf");
  }
  const nobody = await console.send("GET", "/api/sandbox/lookup?q=Schaffer", { cookie });
  expect(nobody.status).toBe(502);
  const page = await console.send("GET", `/api/production/customers/${schaeffer.customerID}`, { cookie });
  expect(await page.json()).toMatchObject({
    customer: { companyName: "Schäffer Immobilien GmbH", adminUser: { email: "info@schaeffer.example" } },
    source: "known",
    stale: true,
    asOf: new Date(seenAt).toISOString(),
  });
  const elsewhere = await console.send("GET", `/api/sandbox/customers/${schaeffer.customerID}`, { cookie });
  expect([502, 503]).toContain(elsewhere.status);
});

test("one page of the API's list confirms a known complete number, wherever the number is in the list", async () => {
  const { lookUp, proxy, console, assign } = await start();
  const { customerID } = schaeffer;
  const [number = ""] = await assign("production", schaeffer, 1);
  await assign("production", records.nordwind, 900, 1_000);
  const whole = await lookUp(number);
  expect(whole.looked).toContainEqual(expect.objectContaining({ what: "numbers", by: "walk" }));
  const row = whole.hits.find(({ kind }) => kind === "number")?.row ?? 0;
  await fillKnownNumber(console.databaseUrl, "production", { number, customerID, row, seenAt });
  const calls = proxy.count("/numbers");
  const { hits } = await lookUp(number);
  expect(hits).toContainEqual(
    expect.objectContaining({ kind: "number", id: number, customerID, row, confirmed: true }),
  );
  expect(proxy.count("/numbers") - calls).toBe(1);
});

test("a number that the API's list no longer contains is shown as an unconfirmed hit", async () => {
  const { lookUp, console } = await start();
  const { customerID } = schaeffer;
  const known = { number: "+442079460999", customerID, row: 5, seenAt };
  await fillKnownNumber(console.databaseUrl, "production", known);
  const { hits } = await lookUp("020 7946 0999");
  expect(hits).toEqual([
    expect.objectContaining({
      kind: "number",
      id: known.number,
      detail: "Schäffer Immobilien GmbH",
      confirmed: false,
      seenAt: new Date(seenAt).toISOString(),
    }),
  ]);
  expect((await lookUp("020 7946 0999", "sandbox")).hits).toEqual([]);
});
