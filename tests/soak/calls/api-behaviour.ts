import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { compareBehaviour } from "#server/bff/api-behaviour/compare/compare-behaviour.ts";
import { learnAnswer } from "#server/bff/api-behaviour/learn/learn-answer.ts";
import type { LearntBehaviour } from "#server/bff/api-behaviour/learn/shape.ts";
import { WordCandidates } from "#server/bff/api-behaviour/learn/word-candidates.ts";
import { collectServiceAnswers } from "#tests/fixtures/api-behaviour/service-answers.ts";

/**
 * Learns the API's behaviour from very many answers of our own service. To run it: `npm run soak -- api-behaviour
 * [answers] [customers]`. Exits with 1 if the learned behaviour shows a difference, or if the behaviour of a list with
 * that many customers takes too many bytes.
 */
const [wantedAnswers = 100_000, wantedCustomers = 1_000_000] = process.argv.slice(2).map(Number);
const maxBytes = 200_000;

const bytesOf = (behaviour: LearntBehaviour) => Buffer.byteLength(JSON.stringify(behaviour));

const answers = await collectServiceAnswers();
const candidates = new WordCandidates();
const behaviour: LearntBehaviour = {};
for (let learnt = 0; learnt < wantedAnswers; learnt += 1) {
  // The clock advances by a second between two answers, as if the answers arrived during a whole day.
  learnAnswer(behaviour, answers[learnt % answers.length] as ApiAnswer, candidates, learnt * 1_000);
}
const differences = compareBehaviour(behaviour).map(({ operation, path, kind, found }) => [
  operation,
  path,
  kind,
  found,
]);

const template = answers.find(({ method, path, status }) => `${method} ${path} ${status}` === "GET /customers 200");
if (!template) throw new Error("The service gave no list of customers");
/** A page of 25 customers with new names, addresses and IDs. */
function pageFrom(first: number): ApiAnswer {
  const customers = Array.from({ length: 25 }, (_, index) => ({
    customerID: `00000000-0000-4000-8000-${String(first + index).padStart(12, "0")}`,
    companyName: `Company ${first + index}`,
    usersCount: first + index,
    created: new Date(1_500_000_000_000 + (first + index) * 1_000).toISOString(),
    contract: { term: "monthly", plan: "essential" },
    adminUser: { email: `person-${first + index}@company-${first + index}.example` },
  }));
  const json = { customers, total: wantedCustomers, limit: 25, offset: first };
  return { ...(template as ApiAnswer), json, text: JSON.stringify(json) };
}
const sizes: Record<string, number> = { [`all operations, ${wantedAnswers} answers`]: bytesOf(behaviour) };
const ofCustomers: LearntBehaviour = {};
for (let customers = 0; customers < wantedCustomers; customers += 25) {
  learnAnswer(ofCustomers, pageFrom(customers), candidates, customers);
  if (customers === 9_975) sizes["GET /customers, 10000 customers"] = bytesOf(ofCustomers);
}
sizes[`GET /customers, ${wantedCustomers} customers`] = bytesOf(ofCustomers);

process.stdout.write(`${JSON.stringify({ answers: wantedAnswers, differences, bytes: sizes }, null, 2)}\n`);
const isSmall = Object.values(sizes).every((bytes) => bytes < maxBytes);
process.exit(differences.length === 0 && isSmall ? 0 : 1);
