import { isIP } from "node:net";
import { createAddressMatcher } from "#server/bff/config/trusted-proxies.ts";

/**
 * Returns the client address of a request. This is the other end of the connection. If the other end is a trusted
 * proxy, it is the last address in `X-Forwarded-For` that is not a trusted proxy. Each proxy appends the address that
 * it received the request from. So everything to the left of the first untrusted address is only a claim of the client.
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
      // If a proxy names no client, the proxy itself counts as the client.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/**
 * An address without port, brackets and zone. A mapped IPv4 address becomes a plain IPv4 address. Undefined for any
 * other text.
 */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const unwrapped = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1];
  const [address = ""] = (unwrapped ?? trimmed).split("%", 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  return isIP(address) ? address : undefined;
}
