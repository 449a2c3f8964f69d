import { expect, test } from "vitest";
import { addressKey } from "#server/bff/access/limits/address-key.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::5:6:7:8:9", "2001:db8:0:5::/64"],
  ["2001:db8:1::4:5:6:7:8", "2001:db8:1:4::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("the address %s counts as the network %s", (address, key) => expect(addressKey(address)).toBe(key));
