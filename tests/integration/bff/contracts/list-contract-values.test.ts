import { expect, test } from "vitest";
import { contractValuesSchema } from "#lib/contract/customers/contract-values.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

async function valuesOf(variables: Record<string, string> = {}) {
  const { get, api } = await startConsoleBefore({ customers: 40, console: { variables } });
  const read = async () => contractValuesSchema.parse(await (await get("/api/sandbox/contract-values")).json());
  const lists = () => api.calls.filter(({ path }) => path.endsWith("/customers"));
  return { values: await read(), read, lists };
}

test("without configured values, forms offer the values that the API has shown, with one read of the API", async () => {
  const { values, read, lists } = await valuesOf();
  expect(values).toEqual({
    plans: ["enterprise", "essential", "hardware-only", "professional"],
    terms: ["12-months", "24-months", "36-months", "monthly"],
    hardwareOnlyPlans: ["hardware-only"],
    hardwareOnlyConfigured: false,
    plannedGraceMinutes: 60,
  });
  expect(lists().map(({ environment, query }) => [environment, query.datefrom])).toEqual([["sandbox", "1970-01-01"]]);
  expect(await read()).toEqual(values);
  expect(lists()).toHaveLength(1);
});

test("values from single answers do not count as the complete list", async () => {
  const { get } = await startConsoleBefore({ customers: 40 });
  const query = "datefrom=1970-01-01&limit=10&offset=39&includeDeleted=true";
  const { customers } = customerListSchema.parse(await (await get(`/api/sandbox/customers?${query}`)).json());
  expect(customers).toHaveLength(1);
  const values = contractValuesSchema.parse(await (await get("/api/sandbox/contract-values")).json());
  expect(values.plans).toHaveLength(4);
});

test("configured values come first, in their order, and observed values are offered too", async () => {
  const { values } = await valuesOf({
    PROVISIONING_PLANS: "professional,bespoke",
    PROVISIONING_TERMS: "60-months",
    PROVISIONING_HARDWARE_ONLY_PLANS: "bespoke",
  });
  expect(values.plans).toEqual(["professional", "bespoke", "enterprise", "essential", "hardware-only"]);
  expect(values.terms).toEqual(["60-months", "12-months", "24-months", "36-months", "monthly"]);
  expect(values).toMatchObject({ hardwareOnlyPlans: ["bespoke"], hardwareOnlyConfigured: true });
});

test("if the API does not answer, forms still offer the configured values", async () => {
  const { get, api } = await startConsoleBefore({ console: { variables: { PROVISIONING_PLANS: "basic" } } });
  await api.close();
  const values = contractValuesSchema.parse(await (await get("/api/sandbox/contract-values")).json());
  expect(values).toMatchObject({ plans: ["basic"], terms: [] });
});

test("a configured value is offered in the API's spelling", async () => {
  const { values } = await valuesOf({
    PROVISIONING_PLANS: "Professional,Bespoke",
    PROVISIONING_TERMS: "12 Months",
    PROVISIONING_HARDWARE_ONLY_PLANS: "Hardware only",
  });
  expect(values.plans).toEqual(["professional", "Bespoke", "hardware-only", "enterprise", "essential"]);
  expect(values.terms).toEqual(["12-months", "24-months", "36-months", "monthly"]);
  expect(values.hardwareOnlyPlans).toEqual(["hardware-only"]);
});
