import { BlockList, isIP } from "node:net";

const bitsOf = { 4: 32, 6: 128 } as const;

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * True if an entry is an address (`10.0.0.7`, `fd00::7`) or a range (`10.0.0.0/8`, `fd00::/8`). A range that contains
 * all addresses is rejected. With such a range, every direct client could claim any address.
 */
export function isAddressOrRange(entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || address.includes("%") || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bitsOf[version]);
}

/**
 * Creates a function that returns true for an address that equals an entry or is in the range of an entry. The address
 * must have no zone.
 */
export function createAddressMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  if (entries.length === 0) return () => false;
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}
