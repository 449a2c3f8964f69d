import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type JobEnding, jobStepNames } from "./store/resources/job-store.ts";

interface ProvokedAnswer {
  status: 403 | 409 | 422 | 429 | 503;
  /** The message of the internal service, which is returned unchanged (specification, section 7, rule 4). */
  message: string;
  retryAfterSeconds?: number;
}

/** The responses that a client can request with sandbox values. They work like the test cards of a payment provider. */
export const provokedAnswers: readonly ProvokedAnswer[] = [
  { status: 403, message: "The account service does not permit this." },
  { status: 409, message: "The account service is already changing this customer." },
  { status: 422, message: "The billing service cannot combine this plan and this term." },
  { status: 429, message: "The numbering service takes no more requests for now.", retryAfterSeconds: 2 },
  { status: 503, message: "The numbering service is being maintained.", retryAfterSeconds: 2 },
];

/**
 * Describes each kind of sandbox value for people. The README and the OpenAPI description show these texts. The
 * specification does not define such values.
 */
export const sandboxValues: readonly { value: string; effect: string }[] = [
  {
    value: `\`[fail:<step>]\` in \`companyName\` (${jobStepNames.join(", ")})`,
    effect: "the creation's job fails at this step, with a reason; the customer is deleted again",
  },
  { value: "`[stall:<step>]` in `companyName`", effect: "the creation's job stays `running` at this step for good" },
  {
    value: `\`[answer:<status>]\` in \`companyName\` of a creation or in \`searchTerm\` of a list (${provokedAnswers.map(({ status }) => status).join(", ")})`,
    effect: "the call is answered with this status and an internal service's message; 429 and 503 say `Retry-After: 2`",
  },
  {
    value: "`00000000-0000-4000-8000-000000000<status>` as `customerID` or `jobID` in a path",
    effect: "the same, for calls that name a customer or a job",
  },
];

const idOfAnswer = /^00000000-0000-4000-8000-000000000(\d{3})$/;
const answerMark = /\[answer:(\d{3})\]/i;
const endingMark = new RegExp(`\\[(fail|stall):(${jobStepNames.join("|")})\\]`, "i");

/**
 * Throws the error of an internal service if `text` is a sandbox value that requests an error. `text` is a name, a
 * search term or an ID. Production has no sandbox values.
 * @throws AppError with the requested status.
 */
export function answerSandboxValue(environment: Environment, text: string | undefined, nowMs: number): void {
  if (environment !== "sandbox" || text === undefined) return;
  const status = Number((idOfAnswer.exec(text) ?? answerMark.exec(text))?.[1]);
  const answer = provokedAnswers.find((provoked) => provoked.status === status);
  if (!answer) return;
  throw new AppError("upstream_refused", answer.message, {
    status: answer.status,
    ...(answer.retryAfterSeconds === undefined
      ? {}
      : { retryAt: new Date(nowMs + answer.retryAfterSeconds * 1000).toISOString() }),
  });
}

/**
 * How the creation of a customer with this name must end. Undefined if it must end normally. In production, it is
 * always undefined.
 */
export function provokedEnding(environment: Environment, companyName: string): JobEnding | undefined {
  const [, kind, step] = environment === "sandbox" ? (endingMark.exec(companyName) ?? []) : [];
  const name = jobStepNames.find((known) => known === step?.toLowerCase());
  if (kind === undefined || name === undefined) return undefined;
  return { kind: kind.toLowerCase() === "fail" ? "fail" : "stall", step: name };
}
