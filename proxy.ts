import { type NextRequest, NextResponse } from "next/server";
import { requestIDOf } from "#server/bff/core/request-id.ts";
import { isBlockedPath } from "#server/bff/http/listener/blocked-paths.ts";
import { closedContentPolicy, commonHeaders, pageContentPolicy } from "#server/bff/http/security-headers.ts";

/**
 * The Content-Security-Policy of every page, with a nonce of its own. Next finds the nonce in the
 * request's header of that name and puts it on its scripts and styles. It guards nothing: access is
 * checked where the data is read (server/bff/http/pipeline/pipeline.ts), with or without this file.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl;
  const requestID = requestIDOf(request.headers.get("x-request-id"));
  // The host refuses these too; without it (`next start`) nobody else would.
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || isBlockedPath(pathname)) {
    return new NextResponse(null, { status: isRead ? 404 : 405, headers: ownHeaders(requestID) });
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = pageContentPolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestID);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers }, headers: ownHeaders(requestID) });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function ownHeaders(requestID: string): Record<string, string> {
  return { ...commonHeaders, "Content-Security-Policy": closedContentPolicy, "X-Request-ID": requestID };
}

/**
 * Every path but the build's own files and the API, whose headers the BFF makes and whose bodies Next
 * would keep in memory for this function. No `missing` conditions: a prefetch header would skip the policy.
 */
export const config = { matcher: ["/((?!_next/static/|api/).*)"] };
