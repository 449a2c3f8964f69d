import { maxBodyBytes } from "./bounded-body.ts";
import { maxUrlBytes } from "./bounded-url.ts";
import { maxHeaderBytes } from "./listen.ts";

/**
 * How the service behaves if the specification says nothing or allows several behaviours. Each entry belongs to one
 * operation. The OpenAPI description marks these texts as *our choice*, and the README repeats them.
 */
interface ChoicesOf {
  /** The name of the operation in the OpenAPI description. */
  operation: string;
  choices: readonly string[];
}

/** Choices that apply to every request. */
export const documentedChoices: readonly string[] = [
  "Errors have this order of precedence: 414, 503, 401, 429, 404 for the path, 405 (with `Allow`), 413, 400, 404 for the resource. So without a token nobody learns which paths exist. `/auth` needs no token, so every method except `POST` gets 405 at once.",
  "Outside of the two prefixes there are only `/health`, `/openapi.json` and `/docs`.",
  "`HEAD` works for every path that has `GET`.",
  '400 is always a JSON array of messages, at most 20. Every other error is `{"message": "…"}`.',
  "If a query parameter of a list is unknown, given twice or empty (except `searchTerm`), the answer is 400: a misspelt filter must not widen a list.",
  "`limit` is a whole number from 1 to 100; any other value gets 400. An `offset` past the end gives an empty page with the `total`.",
  "Every list has a stable order: rows with equal sort values are ordered by their ID.",
  `A body that is not JSON, or is not sent as \`application/json\`, gets 400. A body of more than ${maxBodyBytes} bytes gets 413.`,
  `A URL of more than ${maxUrlBytes} characters gets 414. Headers of more than ${maxHeaderBytes} bytes get 431. A request that takes longer than 30 s to arrive (15 s for its headers) gets 408. Bytes that are not HTTP get 400.`,
  "UUIDs are accepted in upper or lower case, and returned in lower case.",
  "Each key has its own rate limit for requests. `POST /auth` has two more limits of the same size for each key: one for issued tokens and one for refused attempts. So a person who guesses secrets cannot lock out the key's owner. `Retry-After` of a 429 is the number of seconds until the minute ends.",
  "503 with `Retry-After` means that the service is overloaded, or that a sandbox value requested it. Nothing was done, and the request may be sent again.",
  "The service uses the request's `X-Request-ID` if it has 1–128 letters, digits, `-`, `_` or `=`. Otherwise the service makes one. Every answer has this header, and `Cache-Control: no-store`.",
];

/** Choices that apply to one operation. */
export const operationChoices: readonly ChoicesOf[] = [
  {
    operation: "POST /auth",
    choices: [
      "A well-formed key of another environment gets 400, like a malformed key: the specification has no 401 here.",
      "Unknown members are ignored.",
      "Every token is different. Tokens are JWTs (HS256) whose key is derived from the environment's own secret, so they stay valid after a restart and become invalid when the secret changes. After `expires_in` seconds a token is refused, without any tolerance.",
      "The scheme `Bearer` may be in upper or lower case.",
    ],
  },
  {
    operation: "GET /customers",
    choices: [
      "Without `ascending` the value is `false`: the newest come first. Customers with equal sort values are ordered by `customerID` in the same direction, so pages never overlap while nothing changes.",
      "Sorting by `companyName` ignores case and accents, like the search; equal names are then sorted by code point. The order is the same on SQLite and Postgres.",
      "`datefrom` and `dateto` are ISO dates or ISO timestamps with a zone (write `+` as `%2B`). Dates mean whole UTC days, both included; timestamps are exact to the millisecond. `dateto` before `datefrom` gets 400.",
      "Without `datefrom` the list begins exactly 7 × 24 hours before the request, whatever `dateto` is. If `dateto` is older than that, the list is empty.",
      "`searchTerm` (at most 200 characters) is found anywhere in company name, administrator's e-mail or customer ID. Case and accents are ignored (`lodz` finds `Łódź`, `STRASSE` finds `Straße`); `%` and `_` are ordinary characters. The search covers only the window of dates. An empty `searchTerm` finds everything.",
      "A customer is `{customerID, companyName, usersCount, created, deletedAt, contract: {term, plan}, adminUser: {email}}`; only deleted customers have `deletedAt`, and `adminUser` is `{}` if there is no administrator.",
    ],
  },
  {
    operation: "POST /customers",
    choices: [
      "The body is `{companyName, plan, term, usersCount, adminUser: {email}}`. Without `usersCount` the value is 1. Unknown members get 400. The answer is 202 `{jobID, customerID}`.",
      "Plans: `essential`, `professional`, `enterprise`, `hardware-only`. Terms: `monthly`, `12-months`, `24-months`, `36-months`. `adminUser` may be left out with `hardware-only`.",
      "Customer, contract and job are stored together, and the customer is listed at once. If the job fails, the customer is deleted again.",
      "`Idempotency-Key` (1–255 visible ASCII characters) makes a repetition safe for 48 hours: the same body gets the same answer and creates nothing; another body gets 422. Each environment has its own keys.",
    ],
  },
  {
    operation: "PATCH /customers/{customerID}/contract",
    choices: [
      "The answer is 200 with the current contract, `{term, plan}`, also if the request changes nothing.",
      "Members other than `term` and `plan` get 400, and so does the value `null`. A customer that does not exist, or is deleted, gets 404.",
      "Every change is an activity of the customer.",
    ],
  },
  {
    operation: "GET /customers/{customerID}/activities",
    choices: [
      "`limit` and `offset` apply. The envelope's collection is `activities`, the newest first. Without `datefrom` the list begins with the first activity: the 7 days apply to the list of customers only.",
      "An activity is `{activityID, type, direction, from, to, at, durationSeconds, description}`. Types: `call`, `message`, `voicemail`, `provisioning`. Directions: `inbound`, `outbound`, `internal`.",
      "Deleted customers keep their activities. A customer that does not exist gets 404.",
    ],
  },
  {
    operation: "GET /jobs",
    choices: ["The newest come first. Finished jobs stay in the list."],
  },
  {
    operation: "GET /jobs/{jobID}",
    choices: [
      "A job is `{jobID, type, status, progress, steps, customerID, error, created, updated}`: `status` is `queued`, `running`, `succeeded` or `failed`, `progress` is 0 to 100, and only failed jobs have `error`.",
      "The steps of a creation are `validate`, `allocate`, `admin-user` (skipped without an administrator), `numbers` and `activate`. Numbers and activities appear while the steps run.",
      "A jobID that is not a UUID gets 400, and an unknown jobID gets 404.",
    ],
  },
  {
    operation: "GET /webhooks",
    choices: [
      "A webhook is `{webhookID, url, events, active, created}`. The service delivers no events, because the specification shows none.",
    ],
  },
  {
    operation: "GET /numbers",
    choices: [
      "The path is `/numbers`, with `limit` and `offset` only. A number is `{number, customerID, created}`, in E.164, from ranges that are reserved for examples.",
    ],
  },
];
