import type { QueryClient } from "@tanstack/react-query";
import { operationKindName } from "#components/ui/status/operation-texts.ts";
import type { CaseFormat } from "#lib/case-summary/case-formats.ts";
import {
  type CaseFacts,
  caseSummary,
  type SummaryChange,
  type SummaryPlanned,
} from "#lib/case-summary/case-summary.ts";
import { caseSummaryTexts } from "#lib/case-summary/case-summary-texts.ts";
import type { AsOn, CustomerHistory, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { changeWords, membersByCause } from "#lib/known/history-texts.ts";
import { contractChangeOf } from "#lib/operation-kinds/operation-kinds.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { resultSentence } from "#lib/operations/result-sentence.ts";
import { withVerifiedContract } from "#lib/operations/verified-contract.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading, plannedStateNames } from "#lib/planned/planned-texts.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";
import {
  customerAsOnKey,
  customerHistoryQueryOptions,
  customerJobsQueryOptions,
  customerOperationsQueryOptions,
  customerQueryOptions,
} from "#lib/query/customers/customer.ts";
import { notesQueryOptions } from "#lib/query/customers/notes.ts";
import { openPlanned, plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";
import { timelineParams } from "#lib/url-state/timeline-view.ts";
import { memberNames, operationTexts } from "./texts.ts";

/** The request in the words of `OperationRequest`. */
function requestWords(operation: Operation): string {
  const change = contractChangeOf(operation);
  if (!change) return operationKindName(operation.kind);
  const { member, before, value } = change;
  const named = (one: string | undefined) =>
    one === undefined ? operationTexts.nothing : contractValueName(member, one);
  const present = operation.before === undefined ? "" : `: ${named(before)}`;
  return `${memberNames[member]}${present} → ${named(value)}`;
}

const operationChange = (operation: Operation): SummaryChange => ({
  at: operation.createdAt,
  what: requestWords(operation),
  result: outcomeWords[outcomeDetail(operation)],
  reason: resultSentence(operation),
  by: operation.actor.name || operation.actor.email,
  ticket: operation.ticket,
});

/** Changes that were made outside Switchboard. Changes by Switchboard are listed as operations. */
function elsewhereChange({ cause, changed }: HistoryState): SummaryChange[] {
  const { outside } = membersByCause({ cause, changed });
  if (!changed || outside.length === 0) return [];
  return [{ at: changed.before, what: outside.map(changeWords).join("; "), result: caseSummaryTexts.elsewhere }];
}

function plannedFacts(planned: PlannedChange): SummaryPlanned {
  const { state, nextAt, until } = planned;
  const isEnd = nextAt === until;
  return {
    what: plannedHeading(planned),
    state: plannedStateNames[state],
    starts: isEnd ? undefined : nextAt,
    ends: until,
  };
}

/** What the page shows about the earlier time that the person chose. Undefined if the person has chosen no time. */
function asOnOf(client: QueryClient, environment: Environment, customerID: string): AsOn | undefined {
  const shown = client.getQueryCache().find<CustomerHistory>({
    queryKey: customerAsOnKey(environment, customerID),
    exact: false,
    type: "active",
  });
  return shown?.state.data?.asOn;
}

/** The text of the team's pinned note, if the page has loaded it. */
const pinnedNoteOf = (client: QueryClient, environment: Environment, customerID: string) =>
  client.getQueryData(notesQueryOptions(environment, customerID).queryKey)?.pinnedNote?.text;

interface CaseOptions {
  format: CaseFormat;
  withNote: boolean;
}

/** The text for a ticket, from data that the page has loaded. */
export const caseText = (
  client: QueryClient,
  environment: Environment,
  customerID: string,
  { format, withNote }: CaseOptions,
): string => caseSummary(caseFacts(client, environment, customerID, withNote), format);

/** The facts for a case summary. Uses only answers that the page has loaded, and sends no request. */
function caseFacts(client: QueryClient, environment: Environment, customerID: string, withNote: boolean): CaseFacts {
  const read = client.getQueryData(customerQueryOptions(environment, customerID).queryKey);
  const operations = client.getQueryData(customerOperationsQueryOptions(environment, customerID).queryKey)?.operations;
  const answer = read && withVerifiedContract(read, operations ?? []);
  const states = client.getQueryData(customerHistoryQueryOptions(environment, customerID).queryKey)?.states ?? [];
  const planned = openPlanned(client.getQueryData(plannedOfCustomerQueryOptions(environment, customerID).queryKey));
  const asOn = asOnOf(client, environment, customerID);
  return {
    environment,
    permalink: new URL(pages.customer(environment, customerID, asOn && timelineParams(asOn.at)), window.location.origin)
      .href,
    customerID,
    customer: answer?.customer,
    memberSeenAt: answer?.memberSeenAt,
    customerStaleSince: answer?.stale ? (answer.contractAsOf ?? answer.asOf) : undefined,
    ticket: client.getQueryData(currentTicketQueryOptions().queryKey)?.ticket ?? undefined,
    changes:
      operations &&
      [...operations.map(operationChange), ...states.flatMap(elsewhereChange)].toSorted((one, other) =>
        one.at < other.at ? 1 : -1,
      ),
    planned: planned && plannedFacts(planned),
    jobs: client.getQueryData(customerJobsQueryOptions(environment, customerID).queryKey)?.jobs ?? [],
    asOn,
    pinnedNote: withNote ? pinnedNoteOf(client, environment, customerID) : undefined,
    copiedAt: new Date().toISOString(),
  };
}
