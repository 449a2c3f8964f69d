import { AsyncResource } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { pageRequestID, pageStoreFailure } from "#server/bff/core/page-context.ts";
import { storeDownPage } from "./store-down-page.ts";

/** Headers of the original page that do not fit the replacement. */
const headersOfPage = ["content-encoding", "content-length", "etag", "link"];

/**
 * If the store fails while Next is rendering a page, sends a readable page instead. Next's own answer would be a 500
 * that shows nothing without scripts. Must be called before any other code wraps the response.
 */
export function answerStoreFailure(outgoing: ServerResponse): void {
  const { writeHead, write, end } = outgoing;
  // The function is bound to the context of this request, because Next may write from a different context.
  const findFailure = AsyncResource.bind(() => ({ failure: pageStoreFailure(), requestID: pageRequestID() ?? "" }));
  let isReplaced = false;

  outgoing.writeHead = ((status: number, ...rest: unknown[]) => {
    const { failure, requestID } = findFailure();
    if (status !== 500 || !failure) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    isReplaced = true;
    for (const name of headersOfPage) outgoing.removeHeader(name);
    const page = storeDownPage(failure, requestID);
    outgoing.writeHead = writeHead;
    outgoing.write = write;
    outgoing.end = end;
    outgoing.writeHead(page.status, page.headers).end(page.html);
    // Next may still write its failed page. That data is discarded.
    outgoing.write = () => true;
    outgoing.end = () => outgoing;
    return outgoing;
  }) as typeof outgoing.writeHead;

  outgoing.write = ((...chunk: unknown[]) => {
    if (!outgoing.headersSent) outgoing.writeHead(outgoing.statusCode);
    return isReplaced ? true : Reflect.apply(write, outgoing, chunk);
  }) as typeof outgoing.write;

  outgoing.end = ((...last: unknown[]) => {
    if (!outgoing.headersSent && outgoing.statusCode === 500) outgoing.writeHead(outgoing.statusCode);
    return isReplaced ? outgoing : Reflect.apply(end, outgoing, last);
  }) as typeof outgoing.end;
}
