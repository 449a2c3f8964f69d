import { AsyncResource } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { pageRequestID, pageStoreFailure } from "#server/bff/core/page-context.ts";
import { storeDownPage } from "./store-down-page.ts";

/** The headers of the page that is replaced. */
const headersOfPage = ["content-encoding", "content-length", "etag", "link"];

/**
 * Sends a readable page if Next could not render one because the store failed in the meantime. Next's own answer is a
 * 500 that is empty without scripts. Must be called before anything else wraps the response.
 */
export function answerStoreFailure(outgoing: ServerResponse): void {
  const { writeHead, write, end } = outgoing;
  // Bound to this request, because Next may write from outside the request's context.
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
    // Next may still write data of its failed page. Such data is dropped.
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
