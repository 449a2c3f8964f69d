import { requestAddress } from "#server/bff/core/page-context.ts";
import type { AnswerRequest } from "./api-request.ts";

/**
 * Answers web-standard requests, which Next's route handlers receive. Tests pass the client's `address`. Without this
 * address, the address of the current request is used (`listener/request-listener.ts`).
 */
export function createWebAdapter(answer: AnswerRequest) {
  return async (request: Request, address = requestAddress()): Promise<Response> => {
    const { method, headers, signal, body } = request;
    const { pathname, search } = new URL(request.url);
    const answered = await answer({ method, path: pathname, search: search.slice(1), headers, address, signal, body });
    const sent = new Headers();
    for (let index = 0; index + 1 < answered.headers.length; index += 2) {
      sent.append(answered.headers[index] ?? "", answered.headers[index + 1] ?? "");
    }
    return new Response(answered.body, { status: answered.status, headers: sent });
  };
}
