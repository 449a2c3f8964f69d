import { isIP } from "node:net";
import { createAddressMatcher } from "#server/bff/config/trusted-proxies.ts";

/**
 * Returns the client address of a request: the other end of its connection, or, if that is a trusted proxy, the last
 * address of `X-Forwarded-For` that is not a trusted proxy. Each proxy appends the address it talked to, so everything
 * to the left of the first untrusted address is only the client's own claim.
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string | undefined {
  const isTrusted = createAddressMatcher(trustedProxies);
  return (peer, forwardedFor) => {
    if (peer === undefined) return undefined;
    let address = plainAddress(peer) ?? peer;
    for (const entry of (forwardedFor ?? "").split(",").reverse()) {
      if (!isTrusted(address)) break;
      const before = plainAddress(entry);
      // A proxy that names no client counts as the client itself.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/** An address without port, brackets and zone; a mapped IPv4 address as plain IPv4. Undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const unwrapped = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1];
  const [address = ""] = (unwrapped ?? trimmed).split("%", 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  return isIP(address) ? address : undefined;
}
