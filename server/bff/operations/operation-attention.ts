import { attentionOutcomes, outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { contractChangeOf, describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

/** The maximum number of operations that are read for each case: unknown, failed and running. */
const maxRead = 50;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function itemOf(kind: OpenItem["kind"], operation: Operation): OpenItem {
  const { operationID, environment, request, customerID, actor, stuckSince, settledAt, createdAt, job } = operation;
  const companyName = operation.companyName ?? textOf(request.companyName);
  const { member, value } = contractChangeOf(operation) ?? {};
  const again = againHref(operation);
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
    ...(again === undefined || !kind.startsWith("failed") ? {} : { again }),
    ...(member && value ? { change: { member, value } } : {}),
    // The cause changes if the job progresses and becomes stuck again. Attention then shows a postponed item again.
    ...(kind === "stuck-job" && stuckSince !== undefined ? { cause: stuckSince } : {}),
  };
}

/** The page where a person can start a failed operation again. Undefined if there is no such page. */
function againHref(operation: Operation): string | undefined {
  const steps = describeKind(operation.kind)?.nextSteps({
    operation,
    detail: outcomeDetailOf(operation),
    customerID: operation.customerID,
    isRepeated: false,
    isUndone: false,
  });
  return steps?.find(({ variant }) => variant === "primary")?.href;
}

const titleOf = ({ kind }: Operation) => describeKind(kind)?.noun ?? kind;

/**
 * The console's own writes that need attention. There are three cases: the outcome is unknown; the job seems stuck; the
 * write failed, and nobody has started it again or marked it as handled.
 */
export function operationAttention(services: OperationServices): AttentionSource {
  const { operations } = services.store;
  const page = { limit: maxRead, offset: 0 };

  return {
    name: "operations",
    kinds: ["unknown", "stuck-job", "failed-job", "failed-write"],
    async list({ environment, isHandled }) {
      const ended = attentionOutcomes.filter((outcome) => outcome !== "unknown");
      // Writes with an unknown outcome are excluded from handled items, because they cannot be marked as handled.
      const unmarked = isHandled ? { limit: 0, offset: 0 } : page;
      const [unknown, failed, running] = await Promise.all([
        operations.list({ environment, outcomes: ["unknown"] }, unmarked),
        operations.unsettledFailures({ environment, outcomes: ended, isHandled }, maxRead),
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
      const unlooked =
        failed.total - failed.operations.length + (isHandled ? 0 : unknown.total - unknown.operations.length);
      return { items, total: items.length + unlooked };
    },
  };
}
