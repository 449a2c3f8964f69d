import type { AttentionKind } from "#lib/contract/console/attention.ts";
import type { CallerReason } from "#lib/contract/console/caller-card.ts";
import { isInProgress, outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { callerReasonKinds } from "#lib/contract/values/console/caller-reasons.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { lastChange, troubledOperation } from "#lib/customers/customer-facts.ts";
import { changedBy, changeWords, membersByCause } from "#lib/known/history-texts.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { jobStateWord } from "#lib/operations/job-texts.ts";
import { oneLineOf, resultSentence } from "#lib/operations/result-sentence.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading, plannedStateNames } from "#lib/planned/planned-texts.ts";
import type { OpenItem } from "#server/bff/core/attention-source.ts";
import { unfinishedJobs } from "#server/bff/jobs/unfinished-jobs.ts";
import { historyAnswer } from "#server/bff/known/customer-history.ts";
import { withinTime } from "#server/bff/lookup/part.ts";
import { operationViews } from "#server/bff/operations/operation-views.ts";
import { plannedViews } from "#server/bff/planned/planned-view.ts";
import type { CallerCardContext } from "./caller-card-services.ts";
import { confirmWithinMs } from "./find-callers.ts";
import { callerReasonTexts as texts } from "./texts.ts";

/** How many of the customer's newest operations and planned changes are read. The customer's page reads as many. */
const newest = { limit: 10, offset: 0 };

/** A change counts as recent, and a planned change as soon, within this time. */
const nearMs = 7 * dayMs;

/** The maximum length of a note on the card, in characters. The customer's page has the whole note. */
const maxNote = 300;

/** Reads why a customer may be calling, in the order of `callerReasonKinds`. Only jobs may need the API. */
export async function readCallerReasons(context: CallerCardContext, customerID: string): Promise<CallerReason[]> {
  const operations = await readOperations(context, customerID);
  const found = await Promise.all([
    operationReasons(context, operations),
    jobReasons(context, customerID, operations),
    attentionReasons(context, customerID),
    changeReasons(context, customerID, operations),
    plannedReasons(context, customerID),
    noteReasons(context, customerID),
  ]);
  const rank = ({ kind }: CallerReason) => callerReasonKinds.indexOf(kind);
  const reasons = found.flat().toSorted((a, b) => rank(a) - rank(b));
  // A job can be found as a running job and as an item for attention. Both lead to the page of the job. The running job
  // comes first, because it was read now.
  const ofCustomer = pages.customer(context.environment, customerID);
  const isFirst = ({ href }: CallerReason, index: number) =>
    href === ofCustomer || reasons.findIndex((other) => other.href === href) === index;
  return reasons.filter(isFirst);
}

async function readOperations({ services, environment }: CallerCardContext, customerID: string): Promise<Operation[]> {
  const { operations } = await services.store.operations.list({ environment, customerID }, newest);
  return operationViews(services, environment, operations);
}

const actionOf = ({ kind, request }: Operation) => describeKind(kind)?.action(request) ?? kind;

/** The operation in the words of the pages: what was requested, and its outcome. */
function operationReason(
  { environment }: CallerCardContext,
  operation: Operation,
  kind: CallerReason["kind"],
  at: string,
): CallerReason {
  const { operationID, ticket } = operation;
  const detail = resultSentence(operation)?.text;
  return {
    kind,
    at,
    text: `${actionOf(operation)}: ${outcomeWords[outcomeDetailOf(operation)]}`,
    ...(detail !== undefined && { detail }),
    ...(ticket !== undefined && { ticket }),
    href: pages.operation(environment, operationID),
  };
}

function operationReasons(context: CallerCardContext, operations: readonly Operation[]): CallerReason[] {
  const troubled = troubledOperation(operations);
  if (!troubled) return [];
  const kind = troubled.outcome === "unknown" ? "unknown" : "failed";
  return [operationReason(context, troubled, kind, troubled.settledAt ?? troubled.createdAt)];
}

/** What waits for a person and is no operation of this console: jobs of other clients, and planned changes. */
const attentionReasonKinds: Partial<Record<AttentionKind, CallerReason["kind"]>> = {
  "failed-job": "failed",
  "stuck-job": "stuck-job",
  "planned-suspended": "failed",
  "planned-missed": "failed",
};

async function attentionReasons(context: CallerCardContext, customerID: string): Promise<CallerReason[]> {
  const { services, environment, requestID } = context;
  const { items } = await services.attention.open({ environment, requestID, withoutAPI: true });
  const key = idKey(customerID);
  return items
    .filter((item) => item.customerID !== undefined && idKey(item.customerID) === key)
    .flatMap((item) => {
      const kind = attentionReasonKinds[item.kind];
      return kind === undefined
        ? []
        : [{ kind, ...(item.since !== undefined && { at: item.since }), text: itemText(item), href: item.href }];
    });
}

function itemText({ kind, what }: OpenItem): string {
  if (kind === "planned-suspended" || kind === "planned-missed") return texts.planned[kind];
  const job = what === undefined ? texts.job : `${texts.job} ${oneLineOf(what)}`;
  return kind === "stuck-job" ? `${job} ${texts.stuck}` : what === undefined ? texts.failedJob : `${job}: failed`;
}

/** The jobs that run on the customer. If the API does not answer in time, the operations whose jobs have not ended. */
async function jobReasons(
  context: CallerCardContext,
  customerID: string,
  operations: readonly Operation[],
): Promise<CallerReason[]> {
  const { environment, client } = context;
  const time = withinTime(context, confirmWithinMs);
  const inProgress = () =>
    operations
      .filter(({ outcome }) => isInProgress(outcome))
      .map((operation) =>
        operationReason(
          context,
          operation,
          operation.stuckSince === undefined ? "job" : "stuck-job",
          operation.stuckSince ?? operation.createdAt,
        ),
      );
  try {
    const jobs = await unfinishedJobs(context, customerID, { client, call: time.context.call });
    const known = new Set(jobs.map(({ jobID }) => jobID));
    const others = operations.filter(({ jobID }) => jobID === undefined || !known.has(jobID));
    const reasons = jobs.map((one): CallerReason => {
      const href = pages.job(environment, one.jobID);
      if ("error" in one) return { kind: "stuck-job", text: texts.unreadableJob, href };
      const { job } = one;
      const at = job.stuckSince ?? job.updated ?? job.created;
      const name = [texts.job, job.type].filter(Boolean).join(" ");
      const step = job.steps.find(({ state }) => state === "running")?.name;
      return {
        kind: job.stuckSince === undefined ? "job" : "stuck-job",
        ...(at !== undefined && { at }),
        text: oneLineOf(`${name}: ${jobStateWord(job)}${job.stuckSince === undefined ? "" : `, ${texts.stuck}`}`),
        ...(step !== undefined && { detail: oneLineOf(step) }),
        href,
      };
    });
    return [
      ...reasons,
      ...inProgress().filter(({ href }) => others.some(({ operationID }) => href.endsWith(operationID))),
    ];
  } catch (error) {
    if (context.signal.aborted || !isAppError(error)) throw error;
    return inProgress();
  } finally {
    time.end();
  }
}

/** The newest change of the last days, by this console or elsewhere. */
async function changeReasons(
  context: CallerCardContext,
  customerID: string,
  operations: readonly Operation[],
): Promise<CallerReason[]> {
  const { services, environment } = context;
  const nowMs = services.clock.now();
  const states = services.isKnownOn ? await services.store.knownCustomers.history(environment, customerID) : [];
  const last = lastChange(operations, historyAnswer(customerID, states, { asOn: undefined, nowMs }));
  if (!last) return [];
  const isRecent = (at: string) => Date.parse(at) > nowMs - nearMs;
  if (last.kind === "operation") {
    const { operation } = last;
    const at = operation.confirmedAt ?? operation.settledAt ?? operation.createdAt;
    return isRecent(at) ? [operationReason(context, operation, "changed", at)] : [];
  }
  const { changed } = last.state;
  if (!isRecent(changed.before)) return [];
  const words = membersByCause(last.state).outside.map(changeWords).join("; ");
  return [
    {
      kind: "elsewhere",
      at: changed.before,
      text: `${oneLineOf(words)} ${changedBy.elsewhere}`,
      href: pages.customer(environment, customerID),
    },
  ];
}

async function plannedReasons(context: CallerCardContext, customerID: string): Promise<CallerReason[]> {
  const { services, environment } = context;
  const { planned } = await services.store.planned.list(
    { environment, customerIDs: [customerID], isOpen: true },
    { ...newest, sort: "createdAt", ascending: false },
  );
  const latestMs = services.clock.now() + nearMs;
  return (await plannedViews(services, environment, planned))
    .filter(({ nextAt }) => nextAt !== undefined && Date.parse(nextAt) <= latestMs)
    .map((one): CallerReason => {
      const { plannedChangeID, nextAt, until, state, ticket } = one;
      const heading = plannedHeading(one);
      return {
        kind: "planned",
        ...(nextAt !== undefined && { at: nextAt }),
        text: nextAt === until ? texts.ends(heading) : `${heading}: ${plannedStateNames[state]}`,
        ...(ticket !== undefined && { ticket }),
        href: pages.plannedChange(environment, plannedChangeID),
      };
    });
}

async function noteReasons({ services, environment }: CallerCardContext, customerID: string): Promise<CallerReason[]> {
  const note = await services.store.notes.pinnedNote(environment, customerID);
  if (!note) return [];
  const { text, ticket, editedAt, createdAt } = note;
  return [
    {
      kind: "note",
      at: new Date(editedAt ?? createdAt).toISOString(),
      text: oneLineOf(text, maxNote),
      ...(ticket !== null && { ticket }),
      href: pages.customer(environment, customerID),
    },
  ];
}
