import type { Operation } from "#lib/contract/operations/operation.ts";
import type { OperationRoute } from "#lib/operation-kinds/kind-description.ts";
import { type RoutePart, routeAddress } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";

type Method = OperationRoute extends `${infer Verb} ${string}` ? Verb : never;

/**
 * Starts an operation of the given kind. `parts` contains the path parameters of the route. Throws `RequestFailed` if
 * the request fails. If the operation was refused, the error contains the operation.
 */
export async function sendOperation<const Route extends OperationRoute>(
  { route }: { route: Route },
  parts: Readonly<Record<RoutePart<Route>, string>>,
  body: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Promise<Operation> {
  const method = route.slice(0, route.indexOf(" ")) as Method;
  const address = routeAddress(route, parts);
  return (await writeJson<{ operation: Operation }>(method, address, { operation: "object" }, body, headers)).operation;
}
