/** The headers of a request to the API. */
export function requestHeaders(
  { body }: { body?: unknown },
  { requestID, token }: { requestID: string; token?: string },
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-encoding": "identity",
    "x-request-id": requestID,
  };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}
