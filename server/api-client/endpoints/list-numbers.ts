import type { TelephoneNumber } from "#lib/contract/number.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { PageFacts } from "#server/api-client/normalise/list.ts";
import { numberRows } from "#server/api-client/normalise/number.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { mapNotFound, type PageQuery, type ReadContext, readUnboundedPage } from "./read-page.ts";

/** A page of telephone numbers in the canonical model. */
export interface NumberPage extends PageFacts, Freshness {
  numbers: TelephoneNumber[];
}

/**
 * Reads one page of numbers. The specification (section 4.9) shows neither the path nor whether the list is paginated.
 * The operator configures `numbersPath`. Throws `not_offered` if the API has no numbers at this path.
 */
export async function listNumbers(
  { numbersPath, ...context }: ReadContext & { numbersPath: string },
  query: PageQuery,
  call: CallContext,
): Promise<NumberPage> {
  const reading = readUnboundedPage(context, { path: numbersPath, ...query, kind: numberRows }, call);
  const { rows, ...facts } = await mapNotFound(
    reading,
    ({ errors }) =>
      new AppError(
        "not_offered",
        `The ${context.environment} API has no list of numbers at ${numbersPath}. If it has one elsewhere, set PROVISIONING_NUMBERS_PATH.`,
        { upstreamStatus: 404, errors },
      ),
  );
  return { numbers: rows, ...facts };
}
