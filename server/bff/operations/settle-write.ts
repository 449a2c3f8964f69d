import { randomUUID } from "node:crypto";
import type { Problem } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import { withFormFields } from "#server/bff/core/answers/field-messages.ts";
import { problemOf, toAppError } from "#server/bff/core/answers/problem.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import type { StoredOperation, Transition } from "#server/bff/store/operations/operation-rows.ts";
import { operationView } from "./operation-view.ts";

/**
 * The lease of a write in progress, in milliseconds. It is longer than all calls of a write together: the reads before
 * sending, the sending, and the reads before a retry. So another process takes over a write only if its process has
 * ended or was suspended.
 */
export const maxInFlightMs = ({ callTimeoutMs }: Pick<CoreServices, "callTimeoutMs">) => 4 * callTimeoutMs;

/**
 * The client and the call context of a write. The context does not have the browser's signal, because closing a tab
 * must not abort a write.
 */
export function callOfWrite(context: ApiContext & { background?: { caller: string } }): {
  client: ApiClient;
  call: CallContext;
} {
  const { client, call } = requestAPI(context);
  const { background } = context;
  return {
    client,
    call: {
      requestID: call.requestID,
      caller: background?.caller ?? context.session.staff.staffID,
      isBackground: background !== undefined,
    },
  };
}

/** The error for a recorded write that will never be sent. */
export const notSentError = () =>
  new AppError(
    "not_sent",
    "The Switchboard process that was to send this stopped or was delayed before it did. Nothing was changed: start it again.",
  );

/** The message for a write whose process ended before it recorded an answer of the API. */
export const noAnswerRecorded =
  "This was sent and no response is recorded: the Switchboard process that sent it stopped or was delayed. Switchboard checks the result and never resends it automatically.";

/**
 * Settles a write whose own process should have settled it by now. A write that was never sent becomes rejected. A
 * write that was sent becomes unknown, and `dueAt` is when the write is checked. A write in any other state does not
 * change.
 */
export async function settleInterrupted(
  { store, clock }: Pick<CoreServices, "store" | "clock">,
  operation: StoredOperation,
  dueAt: number,
): Promise<StoredOperation> {
  const { operationID, state } = operation;
  const problem = (error: AppError) => problemOf(error, randomUUID());
  if (state === "recorded") {
    const settlement = { state: "rejected", problem: problem(notSentError()) } as const;
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

/** Why a write failed, and what follows from that. The API's field messages are assigned to the fields of the form. */
export function problemOfWrite({ outcome, error }: Failed, requestID: string): Problem {
  const problem = problemOf(error, requestID);
  // An answer of the API, for example 429, proves that the request was sent.
  const consequence = consequences[error.upstreamStatus !== undefined && outcome === "not-sent" ? "rejected" : outcome];
  return { ...problem, detail: `${problem.detail} ${consequence}`, errors: withFormFields(error.errors) };
}

const storeAttempts = 3;
const storePauseMs = 500;

/**
 * Stores the result of a sent write, with retries. If the store keeps failing, the person learns that the write was
 * sent, and the log has the API's answer. After the next start, the write is found as `sent` and is reconciled.
 */
export async function storeResult(
  { clock, log }: Pick<CoreServices, "clock" | "log">,
  sent: StoredOperation,
  requestID: string,
  settle: () => Promise<Transition>,
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
