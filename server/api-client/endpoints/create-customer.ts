import type { Environment } from "#lib/contract/environment.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { type CreationAnswer, normaliseCreation } from "#server/api-client/normalise/write-answers.ts";
import type { PerformWrite } from "#server/api-client/perform-write.ts";
import type { SendOptions, WriteResult } from "./write-result.ts";

/**
 * The body of `POST /customers`: the members that the specification (section 4.3) shows, and any others that an API
 * accepts.
 */
export interface CreationRequest {
  companyName?: unknown;
  plan?: unknown;
  term?: unknown;
  adminUser?: unknown;
  [further: string]: unknown;
}

/**
 * Creates a customer (`POST /customers`, specification, section 4.3). The API promises no idempotency, so the request
 * is sent again only if the API cannot have processed it. A 2xx answer that cannot be read is `unknown`. A 2xx answer
 * that names neither a job nor a customer is `accepted`. Never throws.
 */
export function createCustomer(
  { environment, performWrite }: { environment: Environment; performWrite: PerformWrite },
  body: CreationRequest,
  { beforeSend }: SendOptions,
  call: CallContext,
): Promise<WriteResult<CreationAnswer>> {
  const parse = (json: unknown, { location }: { location: string | null }) =>
    normaliseCreation({ json, location }, environment);
  const request = { path: "/customers", body, mayBeEmpty: true, repeat: "never", parse, beforeSend } as const;
  return performWrite({ method: "POST", ...request }, call);
}
