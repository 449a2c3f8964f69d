/**
 * Returns the members that mark an answer as stale. An answer that is computed from a stale answer must contain these
 * members too.
 */
export function staleMembers({
  stale,
  staleReason,
  retryAt,
}: {
  stale?: true | undefined;
  staleReason?: "key_refused" | undefined;
  retryAt?: string | undefined;
}) {
  if (!stale) return {};
  return { stale, ...(staleReason && { staleReason }), ...(retryAt !== undefined && { retryAt }) };
}
