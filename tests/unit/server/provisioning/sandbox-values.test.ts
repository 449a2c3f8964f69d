import { expect, test } from "vitest";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { answerSandboxValue, provokedAnswers, provokedEnding } from "#server/provisioning/sandbox-values.ts";
import { jobStepNames } from "#server/provisioning/store/resources/job-store.ts";

function answerTo(text: string, environment: "production" | "sandbox" = "sandbox") {
  try {
    answerSandboxValue(environment, text, 0);
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { status: error.status, message: error.message, retryAt: error.retryAt };
  }
}

test.each(provokedAnswers)("a name, a search term or an ID can provoke the status $status", (answer) => {
  const expected = {
    status: answer.status,
    message: answer.message,
    retryAt: answer.retryAfterSeconds === undefined ? undefined : "1970-01-01T00:00:02.000Z",
  };
  for (const text of [
    `Acme [answer:${answer.status}]`,
    `[ANSWER:${answer.status}]`,
    `00000000-0000-4000-8000-000000000${answer.status}`,
  ]) {
    expect(answerTo(text)).toEqual(expected);
    expect(answerTo(text, "production")).toBeUndefined();
  }
});

test.each(["Acme", "", "[answer:200]", "[answer:500]", "answer:403", "00000000-0000-4000-8000-000000000404"])(
  "the text %j provokes nothing",
  (text) => expect(answerTo(text)).toBeUndefined(),
);

test.each(jobStepNames)("a job fails or stalls at %s, only in the sandbox", (step) => {
  expect(provokedEnding("sandbox", `Acme [fail:${step}] GmbH`)).toEqual({ kind: "fail", step });
  expect(provokedEnding("sandbox", `[Stall:${step.toUpperCase()}]`)).toEqual({ kind: "stall", step });
  expect(provokedEnding("production", `Acme [fail:${step}]`)).toBeUndefined();
});

test.each(["Acme", "[fail:]", "[fail:lunch]", "[pause:numbers]"])("a creation with the name %j ends normally", (name) =>
  expect(provokedEnding("sandbox", name)).toBeUndefined(),
);
