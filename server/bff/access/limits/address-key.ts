/**
 * The network under which attempts from this address are counted. An IPv6 customer owns a whole /64, so a /64 counts as
 * one network. An IPv4 address that arrives over an IPv6 socket counts as the plain IPv4 address.
 */
export function addressKey(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  // `::` replaces the zero groups that are missing from eight. This matters only within the first four groups.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const network = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${network
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
