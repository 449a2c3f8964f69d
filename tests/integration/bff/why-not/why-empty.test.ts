import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "#lib/paths.ts";
import { type ActivitiesView, activitiesQuery, defaultActivitiesView } from "#lib/url-state/activities-view.ts";
import { type CustomersView, customersQuery, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { defaultOperationsView, type OperationsView, operationsQuery } from "#lib/url-state/operations-view.ts";
import { activityLimits } from "#lib/why-not/activity-limits.ts";
import { customerLimits } from "#lib/why-not/customer-limits.ts";
import { operationLimits } from "#lib/why-not/operation-limits.ts";
import { startLookup } from "#tests/integration/bff/lookup/start-lookup.ts";
import { customer, now } from "#tests/service/provisioning/test-service.ts";
import { checkCauses, type Place } from "./check-causes.ts";

const day = 24;
const old = customer(400 * day, { companyName: "Old Mill" });
const recent = customer(2 * day, { companyName: "New Mill" });
const gone = customer(60 * day, { companyName: "Gone Mill", deletedMs: now });
const elsewhere = customer(3 * day, { companyName: "Trial Mill" });

const longAgo = { datefrom: "1971-01-01", dateto: "1971-01-02" };

const customers: Place<CustomersView> = {
  path: (view, environment = "production") => api.customers(environment, customersQuery(view, now)),
  limits: (view) => customerLimits(view, ["sandbox"], now),
  none: defaultCustomersView,
  cells: {
    window: { searchTerm: "Old Mill" },
    deleted: { searchTerm: "Gone Mill" },
    environment: { searchTerm: "Trial Mill" },
    search: { searchTerm: "Windmill" },
    filter: "plan, term and users narrow a scan, which says itself how many of how many it has checked",
    filters: "as for one filter",
  },
};

const operations: Place<OperationsView> = {
  path: (view) => api.operations("production", operationsQuery(view)),
  limits: operationLimits,
  none: defaultOperationsView,
  cells: {
    window: longAgo,
    deleted: "an operation is never deleted from sight: retention removes it for good",
    environment: "what was requested in one environment is no operation of the other",
    search: { searchTerm: "Windmill" },
    filter: { kinds: ["change-contract"] },
    filters: { kinds: ["change-contract"], ticket: "INC-1" },
  },
};

const activities: Place<ActivitiesView> = {
  path: (view) => api.activities("production", old.customerID, activitiesQuery(view, now)),
  limits: activityLimits,
  none: defaultActivitiesView,
  cells: {
    window: { window: longAgo },
    deleted: "the API does not delete activities",
    environment: "a customer belongs to one environment",
    search: "there is no search text",
    filter: { type: "voicemail" },
    filters: { type: "voicemail", direction: "outbound" },
  },
};

test("each cause that empties a list is named, and its step shows the rows again", async () => {
  const { console, service } = await startLookup({
    customers: { production: [old, recent, gone], sandbox: [elsewhere] },
  });
  await service.store.activities.record("production", old.customerID, {
    activityID: randomUUID(),
    type: "call",
    direction: "inbound",
    from: "+49301234567",
    to: "+49307654321",
    atMs: now - 3_600_000,
    durationSeconds: 5,
  });
  const cookie = await console.signIn("edith@test.example");
  const made = await console.send("POST", "/api/production/customers", {
    cookie,
    headers: { "idempotency-key": randomUUID() },
    body: { companyName: "Made", plan: "essential", term: "monthly", adminUser: { email: "m@made.example" } },
  });
  expect(made.ok).toBe(true);
  const totalOf = async (path: string) => {
    const response = await console.send("GET", path, { cookie });
    expect(response.status, path).toBe(200);
    return ((await response.json()) as { total: number }).total;
  };
  const reached = [
    ...(await checkCauses("customers", customers, totalOf)),
    ...(await checkCauses("operations", operations, totalOf)),
    ...(await checkCauses("activities", activities, totalOf)),
  ];
  expect(reached).toEqual([
    "customers window",
    "customers deleted",
    "customers environment",
    "customers search",
    "operations window",
    "operations search",
    "operations filter",
    "operations filters",
    "activities window",
    "activities filter",
    "activities filters",
  ]);
});
