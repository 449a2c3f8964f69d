import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { UpstreamResponse } from "#server/api-client/transport/upstream-answer.ts";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient, emptyList, from } from "./test-client.ts";

/** The options of a test's calls. */
export const call = { requestID: "request-1" };

/** A normal answer of the API. */
export const good = () => answerOf(200, emptyList);

/**
 * Creates a client whose API gives these answers one after another, and then repeats the last answer. `atMs` contains
 * the time of each request.
 */
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
