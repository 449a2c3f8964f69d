import type { OperationPeople } from "#lib/contract/operations/operation-requests.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { OperationServices } from "./operation-services.ts";

/** The people for the owner filter of a list: everybody who has made an operation in this environment. */
export async function listPeople({
  context: { services, environment },
}: {
  context: RouteContext<"viewer", "/api/:environment/operations/people", OperationServices>;
}): Promise<OperationPeople> {
  return { people: await services.store.operations.peopleOf(environment) };
}
