import type { PageQuery } from "#lib/contract/list.ts";
import type { NumberList } from "#lib/contract/number.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/** A page of an environment's telephone numbers; `not_offered` where the API has none at its path. */
export async function listNumbers({ context, input }: { context: ApiContext; input: PageQuery }): Promise<NumberList> {
  const { client, call } = apiOf(context);
  return client.listNumbers(input, call);
}
