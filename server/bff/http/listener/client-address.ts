import { isIP } from "node:net";
import { createAddressMatcher } from "#server/bff/config/trusted-proxies.ts";

/**
 * Finds the client address of a request. Without proxies, this is the address at the other end of the connection. If a
 * trusted proxy has that address, the client address comes from `X-Forwarded-For`: the last address that is not a
 * trusted proxy. Each proxy appends the address from which it got the request. All addresses further to the left may
 * have been invented by the client.
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
      // If a trusted proxy names no client, the proxy's own address is used.
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/**
 * An address without port, brackets and zone. An IPv4-mapped IPv6 address becomes the IPv4 address. Undefined if the
 * text is not an address.
 */
function plainAddress(text: string): string | undefined {
  const trimmed = text.trim().toLowerCase();
  const unwrapped = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1];
  const [address = ""] = (unwrapped ?? trimmed).split("%", 1);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  return isIP(address) ? address : undefined;
}
