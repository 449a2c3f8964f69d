import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/errors.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import type { Services } from "./services.ts";

/** What an operation needs to ask the API on somebody's behalf; a route's context has all of it. */
export interface ApiContext {
  services: Services;
  environment: Environment;
  requestID: string;
  signal: AbortSignal;
  session: { staff: { staffID: string } };
}

/** The client of the context's environment, and what its calls say about whose they are. */
export function apiOf(context: ApiContext): { client: ApiClient; call: CallContext & { signal: AbortSignal } } {
  const { services, environment, requestID, signal, session } = context;
  const client = services.clients.get(environment);
  if (!client) throw new AppError("not_found", "There is no such environment.");
  return { client, call: { requestID, signal, caller: session.staff.staffID } };
}
