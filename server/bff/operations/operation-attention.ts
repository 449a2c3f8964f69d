import { attentionOutcomes } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { contractChangeOf, describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

/** How long a failure needs attention, in milliseconds. An unknown outcome always needs attention. */
export const failedForMs = 7 * 24 * 60 * 60_000;

/** The maximum number of operations of each type that are read. */
const maxRead = 50;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function itemOf(kind: OpenItem["kind"], operation: Operation): OpenItem {
  const { operationID, environment, request, customerID, actor, stuckSince, settledAt, createdAt, job } = operation;
  const companyName = operation.companyName ?? textOf(request.companyName);
  const { member, value } = contractChangeOf(operation) ?? {};
  return {
    kind,
    id: operationID,
    environment,
    title: companyName ?? (customerID === undefined ? undefined : shortenMiddle(customerID)) ?? titleOf(operation),
    what: operation.kind,
    state: operation.outcome,
    person: actor,
    since: stuckSince ?? job?.finishedAt ?? settledAt ?? createdAt,
    href: pages.operation(environment, operationID),
    ...(customerID === undefined ? {} : { customerID }),
    ...(member && value ? { change: { member, value } } : {}),
    // The cause changes if a job progresses and gets stuck again. A postponed item is then shown again.
    ...(kind === "stuck-job" && stuckSince !== undefined ? { cause: stuckSince } : {}),
  };
}

const titleOf = ({ kind }: Operation) => describeKind(kind)?.noun ?? kind;

/**
 * The console's own writes that need attention: writes with an unknown outcome, writes whose job seems stuck, and
 * recent failures that nobody has resolved.
 */
export function operationAttention(services: OperationServices): AttentionSource {
  const { operations } = services.store;
  const page = { limit: maxRead, offset: 0 };

  return {
    name: "operations",
    kinds: ["unknown", "stuck-job", "failed-job", "failed-write"],
    async list({ environment }) {
      const sinceMs = services.clock.now() - failedForMs;
      const ended = attentionOutcomes.filter((outcome) => outcome !== "unknown");
      const [unknown, failed, running] = await Promise.all([
        operations.list({ environment, outcomes: ["unknown"] }, page),
        operations.unsettledFailures({ environment, outcomes: ended, sinceMs }, maxRead),
        operations.list({ environment, outcomes: ["running"] }, page),
      ]);
      const views = (stored: typeof unknown.operations) => operationViews(services, environment, stored);
      const open = await views(failed.operations);
      const stuck = (await views(running.operations)).filter(({ stuckSince }) => stuckSince !== undefined);
      const items = [
        ...(await views(unknown.operations)).map((one) => itemOf("unknown", one)),
        ...stuck.map((one) => itemOf("stuck-job", one)),
        ...open.map((one) => itemOf(one.jobID === undefined ? "failed-write" : "failed-job", one)),
      ];
      const unlooked = unknown.total - unknown.operations.length + failed.total - failed.operations.length;
      return { items, total: items.length + unlooked };
    },
  };
}
