import fc from "fast-check";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { zodWording } from "#tests/fixtures/api/wrong-values.ts";
import { type Answer, createChecker, type Description } from "../openapi-checker.ts";
import { type FuzzRequest, fuzzRequests, type Known } from "./fuzz-requests.ts";

/** Sends a request to the service under test. Each test provides its own function. */
export type Send = (request: FuzzRequest) => Promise<Answer>;

/** Makes one call with JSON, like a well-behaved client. */
export type Call = (method: string, path: string, token?: string, body?: unknown) => Promise<Response>;

const prefixes: Record<Environment, string> = { production: "/v2", sandbox: "/sandbox" };

async function knownIDs(call: Call, prefix: string, token: string, companyName: string) {
  const body = { companyName, plan: "essential", term: "monthly", adminUser: { email: "a@b.example" } };
  const accepted = await call("POST", `${prefix}/customers`, token, body);
  const { customerID, jobID } = (await accepted.json()) as { customerID: string; jobID: string };
  return { customerID: [customerID], jobID: [jobID] };
}

/**
 * Signs in to both environments, and creates a customer and a job in each of them, so that requests can find existing
 * IDs.
 */
async function prepare(call: Call, credentials: Record<Environment, unknown>): Promise<Known> {
  const tokens: Partial<Known["tokens"]> = {};
  const ids: Partial<Known["ids"]> = {};
  for (const environment of environments) {
    const prefix = prefixes[environment];
    const signedIn = await call("POST", `${prefix}/auth`, undefined, credentials[environment]);
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    tokens[environment] = token;
    ids[environment] = await knownIDs(call, prefix, token, `Known to ${environment}`);
  }
  return { tokens: tokens as Known["tokens"], ids: ids as Known["ids"], credentials };
}

/**
 * Sends `count` generated requests, and checks each answer against the description.
 *
 * @returns how often each operation was answered with each status
 * @throws the error of fast-check, with its seed
 */
export async function fuzzService(options: {
  count: number;
  seed: number;
  call: Call;
  send: Send;
  credentials: Record<Environment, unknown>;
}): Promise<Map<string, number>> {
  const { count, seed, call, send, credentials } = options;
  const description = (await (await call("GET", "/openapi.json")).json()) as Description;
  const checker = createChecker(description);
  const requests = fuzzRequests(description, await prepare(call, credentials));
  const counts = new Map<string, number>();
  const property = fc.asyncProperty(requests, async (request) => {
    const answer = await send(request);
    const { operation, method } = request;
    const key = `${operation ? `${operation.method} ${operation.path}` : "not described"} ${answer.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const problems = checker.problems(operation, answer, method.toUpperCase() !== "HEAD");
    // The only server error that a request can cause is a 503. The special values of the sandbox cause it.
    if (answer.status >= 500 && answer.status !== 503) problems.push(`${answer.status} ${answer.body}`);
    if (answer.status === 400 && zodWording.test(answer.body))
      problems.push(`in the validator's words: ${answer.body}`);
    if (problems.length > 0) throw new Error(problems.join("; "));
  });
  await fc.assert(property, { numRuns: count, seed, endOnFailure: false });
  return counts;
}
