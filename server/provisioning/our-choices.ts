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
  "Refusals come in this order: 414, 503, 401, 429, 404 of the path, 405 (with `Allow`), 413, 400, 404 of the resource. So without a token nobody learns which paths exist. `/auth` needs no token, so its other methods are 405 at once.",
  "Outside of the two prefixes there are only `/health`, `/openapi.json` and `/docs`.",
  "`HEAD` is answered wherever `GET` is.",
  '400 is always a JSON array of messages, at most 20. Every other error is `{"message": "…"}`.',
  "A query parameter of a list that is unknown, given twice or empty (but for `searchTerm`) is 400: a misspelt filter must not widen a list.",
  "`limit` is 1–100: more, less or not a whole number is 400. An `offset` past the end gives an empty page with the `total`.",
  "Every list has a stable order: equal ones are ordered by their ID.",
  `A body that is no JSON, or is not sent as \`application/json\`, is 400; one of more than ${maxBodyBytes} bytes is 413.`,
  `A URL of more than ${maxUrlBytes} characters is 414, a head of more than ${maxHeaderBytes} bytes 431, a request that takes longer than 30 s to arrive (its head 15 s) 408, and what is no HTTP 400.`,
  "UUIDs are taken in any case, and given in lower case.",
  "Each key has its own rate limit for requests, and `POST /auth` has two more of the same size, one for tokens that it issued and one for attempts that it refused, so that nobody who guesses secrets keeps the key's owner out; 429 says in `Retry-After` after how many seconds the minute is over.",
  "503 with `Retry-After` means that the service is overloaded, or that a sandbox value asked for it: nothing was done, the same request may be sent again.",
  "`X-Request-ID` is taken over when it has 1–128 letters, digits, `-`, `_` or `=`; otherwise the service makes one. Every answer carries it, and `Cache-Control: no-store`.",
];

/** Choices that apply to one operation. */
export const operationChoices: readonly ChoicesOf[] = [
  {
    operation: "POST /auth",
    choices: [
      "A well-formed key that is not this environment's is 400 as well, like a malformed one: the specification knows no 401 here.",
      "Members that are not known are ignored.",
      "Every token differs. Tokens are JWTs (HS256) whose key is derived from the environment's own secret: they outlive a restart, and end when the secret changes. Nothing is taken beyond `expires_in`, not by a second.",
      "The scheme `Bearer` may be written in any case.",
    ],
  },
  {
    operation: "GET /customers",
    choices: [
      "`ascending` is `false` when left out: the newest come first. Equal ones are ordered by `customerID` in the same direction, so pages never overlap while nothing changes.",
      "`companyName` is sorted as it is searched: without regard to case and accents, then by code point. The order is the same on SQLite and Postgres.",
      "`datefrom` and `dateto` are ISO dates, which mean whole UTC days, both included, or ISO timestamps with a zone (write `+` as `%2B`), which bound to the millisecond. `dateto` before `datefrom` is 400.",
      "`datefrom` left out means 7 × 24 hours before the request, to the millisecond, whatever `dateto` says: with an older `dateto` the list is empty.",
      "`searchTerm` (at most 200 characters) is found anywhere in company name, administrator's e-mail or customer ID, without regard to case and accents (`lodz` finds `Łódź`, `STRASSE` finds `Straße`); `%` and `_` are themselves. It searches inside the window. Empty, it finds everything.",
      "A customer is `{customerID, companyName, usersCount, created, deletedAt, contract: {term, plan}, adminUser: {email}}`; `deletedAt` only on deleted customers, `adminUser` is `{}` where there is no administrator.",
    ],
  },
  {
    operation: "POST /customers",
    choices: [
      "The body is `{companyName, plan, term, usersCount, adminUser: {email}}`, `usersCount` being 1 when left out; members that are not known are 400. The answer is 202 `{jobID, customerID}`.",
      "Plans: `essential`, `professional`, `enterprise`, `hardware-only`. Terms: `monthly`, `12-months`, `24-months`, `36-months`. `adminUser` may be left out with `hardware-only`.",
      "Customer, contract and job are stored together, and the customer is listed at once. Should its job fail, it is deleted again.",
      "`Idempotency-Key` (1–255 visible ASCII characters) makes a repetition safe for 48 hours: the same body gets the same answer and creates nothing, another body is 422. Keys belong to their environment.",
    ],
  },
  {
    operation: "PATCH /customers/{customerID}/contract",
    choices: [
      "200 with the contract as it is now, `{term, plan}`; a change to what holds already is 200 as well.",
      "Members other than `term` and `plan` are 400, `null` is not a value. A customer who does not exist, or is deleted, is 404.",
      "Every change is an activity of the customer.",
    ],
  },
  {
    operation: "GET /customers/{customerID}/activities",
    choices: [
      "`limit` and `offset` apply, and the envelope's collection is `activities`, the newest first. Left out, `datefrom` means from the beginning: the 7 days are the customer list's.",
      "An activity is `{activityID, type, direction, from, to, at, durationSeconds, description}`. Types: `call`, `message`, `voicemail`, `provisioning`. Directions: `inbound`, `outbound`, `internal`.",
      "Deleted customers keep their activities; a customer who does not exist is 404.",
    ],
  },
  {
    operation: "GET /jobs",
    choices: ["The newest come first. Finished jobs stay."],
  },
  {
    operation: "GET /jobs/{jobID}",
    choices: [
      "A job is `{jobID, type, status, progress, steps, customerID, error, created, updated}`: `status` is `queued`, `running`, `succeeded` or `failed`, `progress` 0 to 100, `error` only on failed jobs.",
      "The steps of a creation are `validate`, `allocate`, `admin-user` (skipped without an administrator), `numbers` and `activate`. Numbers and activities appear as they proceed.",
      "A jobID that is no UUID is 400, one that does not exist 404.",
    ],
  },
  {
    operation: "GET /webhooks",
    choices: [
      "A webhook is `{webhookID, url, events, active, created}`. The service delivers no events: the specification shows none.",
    ],
  },
  {
    operation: "GET /numbers",
    choices: [
      "The path is `/numbers`, with `limit` and `offset` only. A number is `{number, customerID, created}`, in E.164, from ranges that are kept free for examples.",
    ],
  },
];
