import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlanned, maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { walkCustomers } from "#lib/customers/walk-customers.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { assertHeld, pauseItself, runReasonOf } from "#server/bff/runs/run-context.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import { walkView } from "#server/bff/views/evaluate/walk-view.ts";
import { bulkSubject } from "./bulk-approval.ts";
import type { BulkContext } from "./bulk-kind.ts";
import { checkIDs } from "./check-ids.ts";
import { classifyRows } from "./run/classify-row.ts";
import { tooManyCustomers } from "./start-bulk.ts";

/** The dry run: reads every customer and sends nothing. If reading fails, the bulk change is paused with the reason. */
export async function checkBulk(work: BulkContext): Promise<void> {
  const { services, run: bulk, lease } = work;
  let drift: string | null = null;
  try {
    // After a restore, the stored list is not replaced. Its customers are read again, one by one.
    const { source } = bulk;
    const isListed = source.kind === "matching" || source.kind === "view";
    if (isListed && bulk.checkedAt === null) drift = await freezeMatching(work, source);
    else await checkIDs(work, await customersWithPlans(work));
  } catch (thrown) {
    if (thrown instanceof RunEnded || work.call.signal.aborted) throw thrown;
    await pauseItself(work, "checking", runReasonOf(toAppError(thrown)));
  }
  const nowMs = services.clock.now();
  const counts = (await services.store.bulks.counts([bulk.bulkID])).get(bulk.bulkID) ?? {};
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isOver = (counts.ready ?? 0) === 0;
  const to = {
    state: isOver ? "finished" : "checked",
    total,
    drift,
    checkedAt: nowMs,
    ...(isOver ? { finishedAt: nowMs } : {}),
  } as const;
  await services.store.bulks.moveHeld(lease, ["checking"], to, isOver ? undefined : await approvalOfProposal(work));
}

/**
 * The person who accepted the proposal of a bulk change has already asked for exactly these rows. Where an approval rule
 * applies, their decision is the request. Undefined if the bulk change comes from no proposal.
 */
async function approvalOfProposal({ services, run: bulk }: BulkContext) {
  const { environment, bulkID, actor, ticket, note } = bulk;
  if ((await services.store.proposals.ofResult(environment, "bulk", bulkID)) === null) return undefined;
  return services.approvalGate.requestOnBehalf(await bulkSubject(services, bulk), {
    environment,
    kind: "bulk",
    subjectID: bulkID,
    requestedBy: actor,
    ticket,
    reason: note,
  });
}

/**
 * The customers that already have an open planned change. A customer can have at most one open planned change. Empty if
 * the rows do not become planned changes.
 */
async function customersWithPlans({ services, run: bulk }: BulkContext): Promise<ReadonlySet<string>> {
  if (!bulk.at) return new Set();
  const page = { sort: "at", ascending: true, limit: maxOpenPlanned, offset: 0 } as const;
  const { planned } = await services.store.planned.list({ environment: bulk.environment, isOpen: true }, page);
  return new Set(planned.map(({ customerID }) => idKey(customerID)));
}

type ListedSource = Extract<StoredBulk["source"], { kind: "matching" | "view" }>;

/** Reads the customers that match the filters, or that match the view as it was when the person chose it. */
function walkSource({ services, run: bulk, client, call }: BulkContext, source: ListedSource) {
  if (source.kind === "view") {
    const { environment, actor } = bulk;
    return walkView({ services, environment, client, call, staffID: actor.staffID }, source.query);
  }
  const query = { ...source.filters, sort: "created", ascending: true } as const;
  return walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
}

/**
 * Lists the matching customers once and stores each with its current contract. If the list changed since it was
 * counted, returns a sentence about it. Throws if the list is incomplete, because a part must not count as all
 * customers.
 */
async function freezeMatching(work: BulkContext, source: ListedSource): Promise<string | null> {
  const { services, run: bulk, lease } = work;
  const { bulks } = services.store;
  if (!(await bulks.clearRows(lease))) throw new RunEnded();
  const withPlans = await customersWithPlans(work);
  const parts = walkSource(work, source);
  let position = 0;
  let readyRows = 0;
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      const { count, drifted, complete } = next.value;
      if (!complete) throw new AppError("upstream_malformed", "The API does not return the whole list.");
      return driftOf(source.kind === "view" ? count : source.total, count, drifted);
    }
    await assertHeld(work, "checking");
    const rows = next.value.customers.flatMap((customer) => {
      const { customerID } = customer;
      position += 1;
      const row = { position, customerID, target: null, undoOf: null, before: null };
      return classifyRows(bulk, customer, [row], withPlans.has(idKey(customerID)));
    });
    if (position > maxBulkRows) throw source.kind === "view" ? viewTooLarge() : tooManyCustomers(next.value.total);
    // Customers that need no change get no planned change, so they do not count.
    readyRows += rows.filter(({ state }) => state === "ready").length;
    if (bulk.at && readyRows > maxOpenPlannedOfPerson) throw tooManyForPlan();
    if (!(await bulks.addRows(lease, rows))) throw new RunEnded();
  }
}

const viewTooLarge = () =>
  new AppError(
    "invalid_request",
    `More than ${formatCount(maxBulkRows)} customers are in the view. A bulk change can have at most ${formatCount(maxBulkRows)}. Narrow the view, for example by creation days, and change the customers in parts.`,
  );

const tooManyForPlan = () =>
  new AppError(
    "too_many_planned",
    `More than ${maxOpenPlannedOfPerson} customers would get a planned change. A person can have at most ${maxOpenPlannedOfPerson} open planned changes. Narrow the view and plan the changes in parts.`,
  );

function driftOf(countAtStart: number, currentCount: number, drifted: boolean): string | null {
  const sentences: string[] = [];
  if (countAtStart !== currentCount) {
    sentences.push(
      `it was started for ${formatCount(countAtStart)} customers and contains ${formatCount(currentCount)}.`,
    );
  }
  if (drifted) sentences.push("customers were added or removed while it was read.");
  return sentences.length === 0 ? null : sentences.join(" And ");
}
