import type { PageQuery } from "#lib/contract/list.ts";
import type { NumberList } from "#lib/contract/number.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { withFormatted } from "./format-phone.ts";
import type { NumberServices } from "./number-services.ts";

/**
 * A page of an environment's telephone numbers, with the names of their customers if known. `not_offered` if the API
 * has no list at its path.
 */
export async function listNumbers({
  context,
  input,
}: {
  context: ApiContext<NumberServices>;
  input: PageQuery;
}): Promise<NumberList> {
  const { client, call } = requestAPI(context);
  const { services, environment } = context;
  const { numbers, ...page } = await client.listNumbers(input, call);
  const named = await withCompanyNames(services.customerNames, environment, numbers);
  return { numbers: named.map(withFormatted), ...page };
}
