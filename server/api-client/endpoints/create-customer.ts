import type { Environment } from "#lib/contract/environment.ts";
import { type CreationAnswer, normaliseCreation } from "#server/api-client/normalise/write-answers.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import type { PerformWrite } from "#server/api-client/perform-write.ts";
import type { WriteResult } from "./write-result.ts";

/** The body of `POST /customers`: what the specification (section 4.3) shows of it, and whatever else an API takes. */
export interface CreationRequest {
  companyName?: unknown;
  plan?: unknown;
  term?: unknown;
  adminUser?: unknown;
  [further: string]: unknown;
}

/**
 * Creates a customer (`POST /customers`, specification, section 4.3). Sent once: no idempotency is
 * promised, so it is sent again only where the API cannot have looked at it. A 2xx answer that cannot
 * be read is `unknown`, one that names neither job nor customer is `accepted`. Never throws.
 */
export function createCustomer(
  { environment, performWrite }: { environment: Environment; performWrite: PerformWrite },
  body: CreationRequest,
  call: CallContext,
): Promise<WriteResult<CreationAnswer>> {
  const parse = (json: unknown, { location }: { location: string | null }) =>
    normaliseCreation({ json, location }, environment);
  return performWrite({ method: "POST", path: "/customers", body, mayBeEmpty: true, repeat: "never", parse }, call);
}
