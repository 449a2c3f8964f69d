import { type NextRequest, NextResponse } from "next/server";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import { isBlockedPath } from "#server/bff/http/listener/blocked-paths.ts";
import { closedContentPolicy, pageContentPolicy, pageHeaders } from "#server/bff/http/security-headers.ts";

/**
 * Sets the Content-Security-Policy of every page, with a new nonce. Next reads the nonce from the request header
 * `content-security-policy`, and adds the nonce to its scripts and styles. This function does not protect data.
 * server/bff/http/pipeline/pipeline.ts checks the access when data are read.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const requestID = requestIDOf(request.headers.get("x-request-id"));
  // The host also refuses methods other than GET and HEAD. Without the host (`next start`), only this check refuses
  // them.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || isBlockedPath(pathname)) {
    return new NextResponse(null, { status: isRead ? 404 : 405, headers: ownHeaders(pathname, requestID) });
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = pageContentPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestID);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers }, headers: ownHeaders(pathname, requestID) });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function ownHeaders(pathname: string, requestID: string): Record<string, string> {
  return { ...pageHeaders(pathname), "Content-Security-Policy": closedContentPolicy, "X-Request-ID": requestID };
}

/**
 * Matches all paths except the build's own files and the API. The API is excluded for two reasons: the BFF sets the
 * API's headers, and Next would store request bodies in memory for this function. There are no `missing` conditions,
 * because a request with a prefetch header would then get no policy.
 */
export const config = { matcher: ["/((?!_next/static/|api/).*)"] };
