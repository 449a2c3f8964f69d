import { z } from "zod";

/**
 * The default messages of all schemas. They replace zod's messages, such as "Invalid input: expected string, received
 * null". Each message follows the name of a member: "plan" + "must be text". Importing this file sets the messages for
 * the whole process or page. Every module that shows a message must import it.
 */

type Issue = z.core.$ZodRawIssue;
type IssueOf<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;

const kinds: Readonly<Record<string, string>> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object with named members",
  record: "must be an object with named members",
  null: "must be null",
};

const formats: Readonly<Record<string, string>> = {
  email: "must be an e-mail address such as name@company.example",
  url: "must be a whole address such as https://company.example",
  uuid: "must be a UUID such as 3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77",
  guid: "must be a UUID such as 3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77",
  date: "must be a date that exists, written YYYY-MM-DD",
  datetime: "must be a date and time such as 2026-01-31T10:30:00Z",
};

const oneOf = (words: readonly unknown[]) =>
  words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(", ")}`;

function tooSmall({ origin, minimum, inclusive }: IssueOf<"too_small">): string {
  if (origin === "string") return minimum === 1 ? "must not be empty" : `must be ${minimum} characters or more`;
  if (origin === "array" || origin === "set") return `must have at least ${minimum} of them`;
  return inclusive === false ? `must be more than ${minimum}` : `must be ${minimum} or more`;
}

function tooBig({ origin, maximum, inclusive }: IssueOf<"too_big">): string {
  if (origin === "string") return `must be ${maximum} characters or less`;
  if (origin === "array" || origin === "set") return `must have ${maximum} of them or fewer`;
  return inclusive === false ? `must be less than ${maximum}` : `must be ${maximum} or less`;
}

/** Returns a message that says what the value must be. The message never repeats the value that was sent. */
function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : (kinds[issue.expected] ?? "is not of the right kind");
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return formats[issue.format] ?? "is not written in the right way";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "has members that are not known";
    case "invalid_union":
      return Array.isArray(issue.options) ? oneOf(issue.options) : "is of no known form";
    case "invalid_key":
      return "has a member with a name that cannot be used";
    case "invalid_element":
      return "has an entry that cannot be used";
    default:
      return "is not valid";
  }
}

z.config({ customError: plainMessage });
