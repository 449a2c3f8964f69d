import { describe, expect, test } from "vitest";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";

describe("the client address without a trusted proxy", () => {
  const clientAddress = createClientAddress([]);

  test("the address is the connection's address, even with forwarded headers", () => {
    expect(clientAddress("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
    expect(clientAddress("127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
    expect(clientAddress(undefined, "198.51.100.1")).toBeUndefined();
  });

  test("an IPv4 address over an IPv6 socket is the same address, and zones are removed", () => {
    expect(clientAddress("::ffff:203.0.113.7", undefined)).toBe("203.0.113.7");
    expect(clientAddress("fe80::1%eth0", undefined)).toBe("fe80::1");
  });
});

describe("the client address behind trusted proxies", () => {
  const clientAddress = createClientAddress(["10.0.0.0/8", "192.0.2.5", "fd00::/8"]);

  test.each([
    ["one proxy", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["one proxy on an IPv6 socket", "::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["a proxy on IPv6 and a person on IPv6", "fd00::7", "2001:db8::1", "2001:db8::1"],
    ["two proxies", "10.1.2.3", "198.51.100.1, 192.0.2.5", "198.51.100.1"],
    ["a client that adds an entry before its own address", "10.1.2.3", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["a client that claims to be a proxy", "10.1.2.3", "1.1.1.1, 10.9.9.9, 198.51.100.1, 10.0.0.1", "198.51.100.1"],
    ["an address with a port", "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
    ["an IPv6 address with a port", "10.1.2.3", "[2001:DB8::1]:4711", "2001:db8::1"],
    ["people behind the proxies' own network", "10.1.2.3", "10.4.5.6", "10.4.5.6"],
    ["a missing header", "10.1.2.3", undefined, "10.1.2.3"],
    ["nonsense", "10.1.2.3", "unknown", "10.1.2.3"],
    ["an invalid entry between valid entries", "10.1.2.3", "198.51.100.1, _hidden, 10.0.0.1", "10.0.0.1"],
    ["an address next to the ranges", "11.0.0.1", "198.51.100.1", "11.0.0.1"],
    ["an address next to the proxy's address", "192.0.2.6", "198.51.100.1", "192.0.2.6"],
    ["an IPv6 address that ends like a proxy's", "2001:db8::10.0.0.1", "198.51.100.1", "2001:db8::10.0.0.1"],
  ])("the client address is right for %s", (_what, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor)).toBe(address);
  });
});
