import { z } from "@hono/zod-openapi";
import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { RequestIdVariables } from "hono/request-id";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z as zod } from "zod";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import "#lib/contract/plain-messages.ts";

export type ServiceContext = { Variables: RequestIdVariables };

/** The body of a 400: one message for each mistake in the request (specification, section 7). */
export const messagesSchema = z.array(z.string()).openapi("Messages");

/** The body of every error except 400. */
export const messageSchema = z.object({ message: z.string() }).openapi("Message");

/** The maximum number of messages in one response. A request may contain thousands of mistakes. */
const maxMessages = 20;

function messagesOf(issue: zod.core.$ZodIssue, where: string): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: key.slice(0, 64), message: `is not a parameter of this request` }));
  }
  const field = issue.path.join(".");
  return [field === "" ? { message: `The ${where} ${issue.message}` } : { field, message: issue.message }];
}

/** Converts the error of a schema to a 400. Every router uses this function as its default hook. */
export function refuseInvalid(result: { success: boolean; target: string; error?: zod.ZodError }): void {
  if (result.success) return;
  const where = result.target === "json" ? "body" : result.target;
  const errors = (result.error?.issues ?? []).flatMap((issue) => messagesOf(issue, where)).slice(0, maxMessages);
  throw new AppError("invalid_request", "The request is not valid.", { errors });
}

function answerMessages(c: Context, messages: string[]): Response {
  return c.json(messages, 400);
}

/** Creates the error handler. It is the only place that converts a thrown error to a response of the service. */
export function createAnswerError(clock: () => number): ErrorHandler<ServiceContext> {
  return (error, c) => {
    if (isAppError(error) && error.retryAt !== undefined) {
      c.header("Retry-After", String(Math.max(1, Math.ceil((Date.parse(error.retryAt) - clock()) / 1000))));
    }
    return answerError(error, c);
  };
}

const answerError: ErrorHandler<ServiceContext> = (error, c) => {
  if (isAppError(error)) {
    if (error.code === "invalid_request") {
      return answerMessages(
        c,
        error.errors.map(({ field, message }) => (field === undefined ? message : `${field} ${message}`)),
      );
    }
    if (error.status === 401) c.header("WWW-Authenticate", "Bearer");
    return c.json({ message: error.message }, error.status as ContentfulStatusCode);
  }
  // Hono itself has refused the body. The specification has no 415, so the client gets the response for an invalid
  // body.
  if (error instanceof HTTPException && error.status === 415) {
    return answerMessages(c, ["The header Content-Type must be application/json"]);
  }
  if (error instanceof HTTPException && error.status === 400) {
    return answerMessages(c, ["The body must be JSON"]);
  }
  return c.json({ message: `The service failed. Its log has the reason under ${c.get("requestId")}.` }, 500);
};
