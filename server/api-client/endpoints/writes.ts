import type { Environment } from "#lib/contract/environment.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { contractAnswer, jobAndCustomer, type WriteAnswerReader } from "#server/api-client/normalise/write-answers.ts";
import type { PerformWrite, WriteRequest } from "#server/api-client/perform-write.ts";
import type { AnswerHead } from "#server/api-client/transport/exchange.ts";
import type { WriteResult } from "./write-result.ts";

interface WriteEndpoint {
  /** Whether the write may be sent again. See `WriteRequest`. */
  repeat: WriteRequest<unknown>["repeat"];
  answer: WriteAnswerReader<unknown>;
  /** The name of the write in error messages. */
  what: string;
}

/** The API's writes, by method and path. Their readers also define which answers the page "API behaviour" expects. */
export const writes = {
  /**
   * Creates a customer (specification, section 4.3). The API does not promise idempotency, so the request is sent again
   * only if the API cannot have processed it. A 2xx answer that can be read means `accepted`, even if it names no job
   * and no customer. A 2xx answer that cannot be read means `unknown`.
   */
  "POST /customers": { repeat: "never", answer: jobAndCustomer, what: "a creation" },
  /**
   * Changes the term or the plan of a customer (section 4.4). Retried like a read. `before` is called before each
   * retry.
   */
  "PATCH /customers/{customerID}/contract": {
    repeat: "like-a-read",
    answer: contractAnswer,
    what: "a change of contract",
  },
} as const satisfies Readonly<Record<`${WriteRequest<unknown>["method"]} /${string}`, WriteEndpoint>>;

export type WriteName = keyof typeof writes;

/** The content of the answer to a write. */
export type WriteAnswerOf<Name extends WriteName> = ReturnType<(typeof writes)[Name]["answer"]["read"]>;

/** The names in braces in a path, for example `customerID` in `/customers/{customerID}/contract`. */
type IDName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IDName<Rest> : never;

export type WriteIDs<Name extends WriteName> = Readonly<Record<IDName<Name>, string>>;

export interface WriteOptions {
  body?: unknown;
  /**
   * Called before each retry, but not before the first attempt. Throws an AppError if the retry would overwrite another
   * change. That error ends the call.
   */
  before?: (() => Promise<void>) | undefined;
  /** Called before each attempt that had to wait. Throws an AppError if the write must no longer be sent. */
  afterWait?: (() => Promise<void>) | undefined;
  /** Called immediately before each attempt. Throws an AppError if the write must no longer be sent. */
  beforeSend?: (() => void) | undefined;
}

/** Sends one write. Never throws. */
export function sendWrite<Name extends WriteName>(
  { environment, performWrite }: { environment: Environment; performWrite: PerformWrite },
  name: Name,
  ids: WriteIDs<Name>,
  { body, before, afterWait, beforeSend }: WriteOptions,
  call: CallContext,
): Promise<WriteResult<WriteAnswerOf<Name>>> {
  const { repeat, answer, what }: WriteEndpoint = writes[name];
  const [method, template] = name.split(" ") as [WriteRequest<unknown>["method"], string];
  const path = template.replace(/\{(\w+)\}/g, (_whole, id: IDName<Name>) => encodeURIComponent(ids[id]));
  const parse = (json: unknown, { location }: AnswerHead) =>
    answer.read({ json, location, what }, environment) as WriteAnswerOf<Name>;
  return performWrite(
    {
      method,
      path,
      ...(path === template ? {} : { template }),
      body,
      mayBeEmpty: true,
      repeat,
      parse,
      afterWait,
      beforeSend,
      ...(before && { before }),
    },
    call,
  );
}
