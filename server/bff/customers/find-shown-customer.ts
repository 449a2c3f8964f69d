import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { customerOfRow, withEarlierMembers } from "#server/bff/store/known/known-rows.ts";
import type { CustomerServices } from "./customer-services.ts";
import { findCustomer } from "./find-customer.ts";
import { staleAnswer, unavailable } from "./list-customers.ts";
import type { FindContext } from "./scan-for-customer.ts";

/**
 * Finds a customer to show it to a person. If the API is not available, the stored customer is returned with the time
 * of the API's last answer about it. If the API's answer lacks the number of users or the e-mail address, earlier
 * answers provide them. Writes never use this function: they read the customer from the API first.
 */
export async function findShownCustomer({
  context,
  ...request
}: Omit<Parameters<typeof findCustomer>[0], "context"> & {
  context: FindContext & { services: Pick<CustomerServices, "isKnownOn" | "store"> };
}): Promise<CustomerAnswer> {
  let failure: AppError | undefined;
  const client: FindContext["client"] = {
    ...context.client,
    async listCustomers(...call) {
      try {
        return await context.client.listCustomers(...call);
      } catch (error) {
        if (isAppError(error) && unavailable.has(error.code)) failure = error;
        throw error;
      }
    },
  };
  const { services, environment } = context;
  const key = idKey(request.customerID);
  const find = async () => (await services.store.knownRows.find(environment, [key])).get(key);
  try {
    const answer = await findCustomer({ context: { ...context, client }, ...request });
    const { usersCount, adminUser } = answer.customer;
    const isWhole = usersCount !== undefined && adminUser.email !== undefined;
    const row = isWhole || !services.isKnownOn ? undefined : await find();
    return row ? withEarlierMembers(answer, row) : answer;
  } catch (error) {
    // A paused search counts as "no result", so the last error may have another cause. That is why `failure` is
    // checked.
    if (!failure || !isAppError(error) || !services.isKnownOn) throw error;
    const row = await find();
    if (!row) throw error;
    const { seenAt: _, missingSince: __, elsewhereAt: ___, memberSeenAt, ...customer } = customerOfRow(row);
    const asOf = new Date(row.seenAt).toISOString();
    return { customer, source: "known", asOf, ...(memberSeenAt && { memberSeenAt }), ...staleAnswer(failure) };
  }
}
