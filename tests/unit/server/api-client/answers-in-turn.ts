import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { UpstreamResponse } from "#server/api-client/transport/upstream-answer.ts";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient, emptyList, from } from "./test-client.ts";

/** What a test's calls are made with. */
export const call = { requestID: "request-1" };

/** The API's answer where all is well. */
export const good = () => answerOf(200, emptyList);

/** A client whose API gives these answers in turn, the last one for ever; `atMs` is when each request came. */
export function setUp(
  answers: ((signal: CallSignal) => UpstreamResponse | Promise<UpstreamResponse>)[],
  random = () => 0.5,
) {
  const atMs: number[] = [];
  const set = createTestClient(
    (_, signal) => {
      atMs.push(set.clock.monotonic());
      const answer = answers[Math.min(atMs.length, answers.length) - 1] ?? good;
      return answer(signal);
    },
    { random },
  );
  return { ...set, atMs, list: (offset = 0) => set.client.listCustomers(from(offset), call) };
}
