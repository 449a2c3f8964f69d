/**
 * The network of an address, as a key for counting attempts. An IPv6 customer usually has a whole /64, so a /64 counts
 * as one network. An IPv4 address on an IPv6 socket counts as the plain IPv4 address.
 */
export function addressKey(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  // `::` stands for as many zero groups as are missing from eight. Only the first four groups are needed here.
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  const network = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${network
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
