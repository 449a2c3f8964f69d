import { describe, expect, test } from "vitest";
import {
  type EffectState,
  isInProgress,
  needsAttention,
  type OutcomeDetail,
  operationOutcomes,
  outcomeDetailOf,
  outcomeDetails,
  outcomeOfDetail,
  outcomeOfWrite,
} from "#lib/contract/operation-outcome.ts";
import { type RecordedCase, recordedWrites } from "#tests/fixtures/creations/recorded-writes.ts";

const ownRules = ["contract_changed", "customer_busy", "not_found", "customer_not_found_within_bound"];

const isTaken = ({ state }: RecordedCase) => state === "accepted" || state === "reconciled";
const jobIs =
  (...states: string[]) =>
  (one: RecordedCase) =>
    isTaken(one) && states.includes(one.job?.state ?? "");
const isGone = (one: RecordedCase) => isTaken(one) && one.job?.vanished === true;
const isSeen = ({ verifiesEffect, isConfirmed }: RecordedCase) => verifiesEffect && isConfirmed === true;
const isBare = (one: RecordedCase) => isTaken(one) && one.job === undefined && one.jobID === undefined;
const isEffect = (effect: EffectState) => (one: RecordedCase) =>
  one.effect === effect && (isBare(one) || jobIs("succeeded")(one)) && !isSeen(one);
const isRuled = ({ state, problem }: RecordedCase) => state === "rejected" && ownRules.includes(problem?.code ?? "");
const isRefusal = ({ state, problem, isSent }: RecordedCase) =>
  state === "rejected" && problem?.code === "upstream_refused" && isSent === true;

/**
 * The meaning of each detail, defined a second time without the tested code. Every write must match exactly one detail.
 */
const meanings: Readonly<Record<OutcomeDetail, (one: RecordedCase) => boolean>> = {
  recorded: ({ state }) => state === "recorded",
  sent: ({ state }) => state === "sent",
  unknown: ({ state }) => state === "unknown",
  prevented: isRuled,
  refused: isRefusal,
  "not-sent": (one) => one.state === "rejected" && !isRuled(one) && !isRefusal(one),
  running: (one) =>
    (jobIs("queued", "running", "unknown")(one) && !isGone(one)) ||
    (isTaken(one) && one.job === undefined && one.jobID !== undefined),
  failed: jobIs("failed"),
  cancelled: jobIs("cancelled"),
  vanished: (one) => isGone(one) && !isSeen(one),
  succeeded: (one) => jobIs("succeeded")(one) && !isSeen(one) && one.effect === undefined,
  "awaiting-effect": isEffect("awaited"),
  "effect-not-seen": isEffect("not-seen"),
  superseded: isEffect("superseded"),
  verified: (one) => isSeen(one) && (isBare(one) || isGone(one) || jobIs("succeeded")(one)),
  resolved: (one) => isBare(one) && one.state === "reconciled" && !isSeen(one) && one.effect === undefined,
  accepted: (one) => isBare(one) && one.state === "accepted" && !isSeen(one) && one.effect === undefined,
};

const writeOf = ({ verifiesEffect, state, problem, isSent, jobID, job, isConfirmed, effect }: RecordedCase) => ({
  verifiesEffect,
  state,
  jobID,
  job,
  problem,
  effect,
  ...(isSent && { sentAt: 1 }),
  ...(isConfirmed && { confirmedAt: 1 }),
});

describe("the outcome of a write", () => {
  test("every possible record of a write has exactly one meaning, and the outcome is that meaning", () => {
    const met = new Set<OutcomeDetail>();
    for (const one of recordedWrites) {
      const fitting = outcomeDetails.filter((detail) => meanings[detail](one));
      expect(fitting, JSON.stringify(one)).toHaveLength(1);
      expect(outcomeDetailOf(writeOf(one)), JSON.stringify(one)).toBe(fitting[0]);
      expect(outcomeOfWrite(writeOf(one))).toBe(outcomeOfDetail[fitting[0] as OutcomeDetail]);
      met.add(fitting[0] as OutcomeDetail);
    }
    expect([...met].sort()).toEqual([...outcomeDetails].sort());
  });

  test("a failed job is never shown as done, even after an earlier good answer", () => {
    const failed = recordedWrites.filter(jobIs("failed", "cancelled"));
    expect(new Set(failed.map((one) => outcomeOfWrite(writeOf(one))))).toEqual(new Set(["failed"]));
  });

  test("a write that can be verified by reading is not done while its effect is awaited", () => {
    const waiting = recordedWrites.filter((one) => one.effect !== undefined && !isSeen(one));
    expect(waiting.map((one) => outcomeOfWrite(writeOf(one))).filter((outcome) => outcome === "done")).toEqual([]);
  });

  test("a prevented write needs no attention", () => {
    const attention = operationOutcomes.filter(needsAttention);
    expect(attention).toEqual(["failed", "refused", "unknown"]);
    expect(attention.some(isInProgress)).toBe(false);
  });
});
