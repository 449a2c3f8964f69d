import { isIP } from "node:net";
import { createAddressMatcher } from "#server/bff/config/trusted-proxies.ts";

/**
 * Gives the address that a request comes from: the other end of its connection, or, where that is a
 * trusted proxy, the last address of `X-Forwarded-For` that is none. Each proxy appends whom it talked
 * to, so what stands left of the first address that is not trusted is what a client says of itself.
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string | undefined {
  const isTrusted = createAddressMatcher(trustedProxies);
  return (peer, forwardedFor) => {
    if (peer === undefined) return undefined;
    let address = plainAddress(peer) ?? peer;
    for (const hop of (forwardedFor ?? "").split(",").reverse()) {
      if (!isTrusted(address)) break;
      const before = plainAddress(hop);
      // A proxy that names no client: its requests count as its own.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/** An address without port, brackets and zone, an IPv4 one as such; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const unwrapped = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1];
  const [address = ""] = (unwrapped ?? trimmed).split("%", 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  return isIP(address) ? address : undefined;
}
