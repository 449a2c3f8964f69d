import type { ProbeAnswer } from "#lib/contract/availability.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";

/** Asks the API at once whether it answers again, whatever is paused; where it does, every pause is over. */
export function probeApi({ context }: { context: ApiContext }): Promise<ProbeAnswer> {
  const { client, call } = apiOf(context);
  return client.probe(call);
}
