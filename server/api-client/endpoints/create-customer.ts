import type { Environment } from "#lib/contract/environment.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { type CreationAnswer, normaliseCreation } from "#server/api-client/normalise/write-answers.ts";
import type { PerformWrite } from "#server/api-client/perform-write.ts";
import type { SendOptions, WriteResult } from "./write-result.ts";

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
  { beforeSend }: SendOptions,
  call: CallContext,
): Promise<WriteResult<CreationAnswer>> {
  const parse = (json: unknown, { location }: { location: string | null }) =>
    normaliseCreation({ json, location }, environment);
  const request = { path: "/customers", body, mayBeEmpty: true, repeat: "never", parse, beforeSend } as const;
  return performWrite({ method: "POST", ...request }, call);
}
