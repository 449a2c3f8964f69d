import type { FieldError } from "#lib/contract/errors.ts";
import { describeBody } from "./describe-body.ts";
import { maskSecrets } from "./mask-secrets.ts";

const maxMessages = 20;
const maxMessageLength = 500;
const maxFieldLength = 100;

/** Control characters including line breaks, and invisible characters that change the text direction. */
const invisible = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

function plain(text: string, secrets: readonly string[], maxLength: number): string {
  // Secrets are removed before the text is shortened. Otherwise a part of a secret could remain at the end.
  const masked = maskSecrets(text.replace(invisible, " ").trim(), secrets);
  return masked.length <= maxLength ? masked : `${masked.slice(0, maxLength - 1).toWellFormed()}…`;
}

const containers = ["message", "messages", "errors", "error"];

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function textMember(value: object, names: readonly string[]): string | undefined {
  const texts = names.map((name) => own(value, name)).filter((member) => typeof member === "string");
  return texts.find((text) => text.trim() !== "");
}

/** The messages in an error body. The body is a text, an array, or an object with texts or arrays. */
function* messagesOf(body: unknown, depth = 0): Generator<{ message: string; field?: string }> {
  if (typeof body === "string") yield { message: body };
  if (typeof body !== "object" || body === null || depth > 3) return;
  if (Array.isArray(body)) {
    for (const item of body) yield* messagesOf(item, depth + 1);
    return;
  }
  const message = textMember(body, ["message", "detail", "error_description"]);
  const field = textMember(body, ["field", "property", "path"]);
  if (message !== undefined) yield field === undefined ? { message } : { message, field };
  const inner = containers.map((name) => own(body, name)).filter((member) => typeof member === "object" && member);
  const title = textMember(body, ["error", "title"]);
  // A title such as "Bad Request" is used only if there is no other message.
  if (message === undefined && inner.length === 0 && title !== undefined) yield { message: title };
  for (const member of inner) yield* messagesOf(member, depth + 1);
}

function parsed(text: string, contentType: string | null): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return describeBody(text, contentType) === "plain text" ? text : undefined;
  }
}

/**
 * The API's own messages from an error body (specification, section 7, rules 3 and 4). The body may be an array of
 * messages, an object with `message` (text or array), a text, HTML or empty. HTML gives no messages. Returns at most 20
 * messages. Each has one line of at most 500 characters, without control characters and without `secrets`.
 */
export function upstreamMessages(text: string, contentType: string | null, secrets: readonly string[]): FieldError[] {
  const messages: FieldError[] = [];
  for (const { message, field } of messagesOf(parsed(text, contentType))) {
    const line = plain(message, secrets, maxMessageLength);
    if (line === "" || messages.some((known) => known.message === line)) continue;
    messages.push(
      field === undefined ? { message: line } : { message: line, field: plain(field, secrets, maxFieldLength) },
    );
    if (messages.length === maxMessages) break;
  }
  return messages;
}
