import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CoreServices } from "./core-services.ts";
import type { RequestHeaders } from "./route.ts";

/** What a handler needs to call the API on behalf of a person. It is part of a route's context. */
export interface ApiContext<Services extends CoreServices = CoreServices> {
  services: Services;
  environment: Environment;
  requestID: string;
  /** The client address of the request. Missing for background work. */
  address?: string | undefined;
  requestHeaders?: RequestHeaders;
  signal: CallSignal;
  session: { staff: { staffID: string } };
}

/**
 * Returns the API client of the environment. Also returns the request ID and the caller, which the client's calls need.
 */
export function requestAPI(context: ApiContext): { client: ApiClient; call: CallContext & { signal: CallSignal } } {
  const { services, environment, requestID, signal, session } = context;
  const client = services.clients.get(environment);
  if (!client) throw new AppError("not_found", "There is no such environment.");
  return { client, call: { requestID, signal, caller: session.staff.staffID } };
}
