import type { MarkedCustomer, MarkedList, MarkedQuery } from "#lib/contract/console/customer-notes.ts";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { oldestAge } from "#lib/contract/list.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { abortSignalOf } from "#server/api-client/call-signal.ts";
import { withoutRaw } from "#server/bff/core/answers/without-raw.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import type { MarkFilter, MarkedCustomer as StoredCustomer } from "#server/bff/store/notes/customer-marks.ts";
import type { NoteServices } from "./note-services.ts";

type Context = RouteContext<"viewer", "/api/:environment/customers/marked", NoteServices>;

/** The context for reading marked customers. */
export type MarkedContext = ApiContext<NoteServices>;

/**
 * The number of customers that are read at the same time. It is small, so that people's other calls do not have to
 * wait.
 */
const readAtOnce = 4;

/**
 * How long customers are read from the API, in milliseconds. The remaining customers are shown with their stored data.
 */
const maxMs = 5_000;

/**
 * The customers that a person has pinned or that have a tag. The list comes from the store. The customers of the
 * requested page are read from the API, each with a search. The result marks customers that could not be read and
 * customers that no longer exist.
 */
export async function listMarked({ context, input }: { context: Context; input: MarkedQuery }): Promise<MarkedList> {
  const { services, environment, session } = context;
  const { marks } = services.store;
  const { limit, offset, tag } = input;
  const { staffID } = session.staff;
  const all = await marks.list(markFilterOf(environment, staffID, tag));
  const { customers, age } = await markedCustomers(context, all.slice(offset, offset + limit));
  return {
    customers,
    customerIDs: all.map(({ customerID }) => customerID),
    total: all.length,
    limit,
    offset,
    ...(age ?? { asOf: new Date(services.clock.now()).toISOString() }),
  };
}

/** The filter for the requested list: a tag, or the pins of the person. */
export const markFilterOf = (environment: Environment, staffID: string, tag: string | undefined): MarkFilter =>
  tag === undefined ? { environment, pinnedBy: staffID } : { environment, tag };

/** Stored customers with their current data from the API. */
export async function markedCustomers(
  context: MarkedContext,
  stored: readonly StoredCustomer[],
): Promise<{ customers: MarkedCustomer[]; age: ReturnType<typeof oldestAge> }> {
  const { services, environment, session } = context;
  const ids = stored.map(({ customerID }) => customerID);
  const of = await services.store.marks.of(environment, ids, session.staff.staffID);
  const read = await readCustomers(context, stored);
  const customers = stored.map(({ customerID, companyName }, index): MarkedCustomer => {
    const answer = read[index];
    const customer = typeof answer === "object" ? answer.customer : undefined;
    return {
      customerID,
      companyName: customer?.companyName ?? companyName,
      state: typeof answer === "string" ? answer : "found",
      ...(customer && { customer: withoutRaw(customer) }),
      tags: of.get(idKey(customerID))?.tags ?? [],
      pinned: of.get(idKey(customerID))?.pinned ?? false,
    };
  });
  return { customers, age: oldestAge(read.filter((answer) => typeof answer === "object")) };
}

type Answer = CustomerAnswer | "missing" | "unread";

async function readCustomers(context: MarkedContext, customers: readonly StoredCustomer[]): Promise<Answer[]> {
  const done = new AbortController();
  const late = new AbortController();
  context.services.clock.sleep(maxMs, done.signal).then(
    () => late.abort(),
    () => {},
  );
  const signal = AbortSignal.any([abortSignalOf(context.signal), late.signal]);
  const { client, call } = requestAPI({ ...context, signal });
  const finding = { services: context.services, environment: context.environment, client, call };
  const answers: Answer[] = customers.map(() => "unread");
  let next = 0;
  async function readOn(): Promise<void> {
    for (let index = next++; index < customers.length && !signal.aborted; index = next++) {
      answers[index] = await readOne(finding, customers[index] as StoredCustomer);
    }
  }
  await Promise.all(Array.from({ length: readAtOnce }, readOn));
  done.abort();
  return answers;
}

async function readOne(
  context: Parameters<typeof findCustomer>[0]["context"],
  { customerID, companyName, created }: StoredCustomer,
): Promise<Answer> {
  try {
    // With the stored name and creation time, finding the customer takes one call.
    const recorded = { companyName, created: created ?? undefined };
    return await findCustomer({ context: { ...context, recorded }, customerID, input: { pages: 0 } });
  } catch (error) {
    const isMissing = isAppError(error) && /^(not_found|customer_not_found_within_bound)$/.test(error.code);
    return isMissing ? "missing" : "unread";
  }
}
