import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/app-error.ts";
import type { Problem } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import { type ApiContext, apiOf } from "#server/bff/core/api-context.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { atFields } from "#server/bff/core/field-messages.ts";
import { problemOf, toAppError } from "#server/bff/core/problem.ts";
import { describeError } from "#server/bff/core/report-error.ts";
import type { Moved, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { operationView } from "./operation-view.ts";

/**
 * How long nobody else touches a write that somebody works on, in milliseconds: longer than the
 * reading and the sending of one can take (30 s each), so that only what is left by a process that
 * died, or whose machine stood still, comes to others.
 */
export const inFlightMs = 2 * 60_000;

/** What a write calls the API with. Without the browser's signal: its going away must not break what is half done. */
export function callOfWrite(context: ApiContext): { client: ApiClient; call: CallContext } {
  const { client, call } = apiOf(context);
  return { client, call: { requestID: call.requestID, caller: context.session.staff.staffID } };
}

/** The error of a write that was kept and that nobody has sent, nor will. */
export const neverSent = () =>
  new AppError(
    "not_sent",
    "The Switchboard process that was to send this stopped or was delayed before it did. Nothing was changed: start it again.",
  );

/** What is known of a write that was sent by a process that says nothing more. */
export const noAnswerRecorded =
  "This was sent and no response is recorded: the Switchboard process that sent it stopped or was delayed. Switchboard checks the result and never resends it automatically.";

/**
 * Settles a write that its own process would have settled by now: one that was never sent is rejected, one
 * that was sent is unknown and looked for from `dueAt`. Any other is as it is.
 */
export async function settleAbandoned(
  { store, clock }: Pick<CoreServices, "store" | "clock">,
  operation: StoredOperation,
  dueAt: number,
): Promise<StoredOperation> {
  const { operationID, state } = operation;
  const problem = (error: AppError) => problemOf(error, randomUUID());
  if (state === "recorded") {
    const settlement = { state: "rejected", problem: problem(neverSent()) } as const;
    return (await store.operations.settle(operationID, ["recorded"], settlement, clock.now())).operation;
  }
  if (state !== "sent") return operation;
  const settlement = {
    state: "unknown",
    problem: problem(new AppError("outcome_unknown", noAnswerRecorded)),
    dueAt,
  } as const;
  return (await store.operations.settle(operationID, ["sent"], settlement, clock.now())).operation;
}

type Failed = Exclude<WriteResult<unknown>, { outcome: "accepted" }>;

const consequences: Readonly<Record<Failed["outcome"], string>> = {
  rejected: "Nothing was changed.",
  "not-sent": "Nothing was sent and nothing was changed.",
  unknown: "It may or may not have been done. Switchboard checks the result and never resends it automatically.",
};

/** Why a write failed and what that means, with the API's messages at the fields that they name. */
export function problemOfWrite({ outcome, error }: Failed, requestID: string): Problem {
  const problem = problemOf(error, requestID);
  return { ...problem, detail: `${problem.detail} ${consequences[outcome]}`, errors: atFields(error.errors) };
}

const storeAttempts = 3;
const storePauseMs = 500;

/**
 * Writes down what became of a write that was sent. A store that fails just then is asked again;
 * where it goes on failing the person learns that the write was sent, and what the API answered
 * stands in the log. The next start finds it as `sent` and reconciles it.
 */
export async function keepResult(
  { clock, log }: Pick<CoreServices, "clock" | "log">,
  sent: StoredOperation,
  requestID: string,
  settle: () => Promise<Moved>,
): Promise<StoredOperation> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { operation } = await settle();
      const { operationID, kind, environment, state, problem } = operation;
      const upstreamStatus = problem?.upstreamStatus;
      log.info(
        {
          requestID,
          operationID,
          kind,
          environment,
          state,
          ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
        },
        "operation settled",
      );
      return operation;
    } catch (thrown) {
      const error = toAppError(thrown);
      const { operationID } = sent;
      log.error({ requestID, operationID, attempt, error: describeError(thrown) }, "a write's result is not kept yet");
      if (attempt === storeAttempts) {
        throw new AppError(
          error.code,
          "This was sent, but Switchboard's database failed before the result was saved. Switchboard checks the result and never resends it automatically. Do not start it again.",
          { operation: operationView(sent), cause: thrown },
        );
      }
      await clock.sleep(storePauseMs, new AbortController().signal);
    }
  }
}
