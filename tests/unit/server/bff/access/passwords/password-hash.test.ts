import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { dummyHash, hashPassword, verifyPassword } from "#server/bff/access/passwords/password-hash.ts";

test("a hash is argon2id in PHC format and matches only its own password", async () => {
  const [first, second] = await Promise.all([hashPassword("Ünïcode ✓"), hashPassword("Ünïcode ✓")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword("Ünïcode ✓", first)).toBe(true);
  expect(await verifyPassword("U\u0308nïcode ✓", first)).toBe(true);
  expect(await verifyPassword("ünïcode ✓", first)).toBe(false);
});

test("a hash with other costs is checked with its own costs", async () => {
  const salt = Buffer.from("sixteen bytes at");
  const hash = argon2Sync("argon2id", {
    message: "secret",
    nonce: salt,
    memory: 64,
    passes: 3,
    parallelism: 2,
    tagLength: 16,
  });
  const plain = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const phc = `$argon2id$v=19$m=64,t=3,p=2$${plain(salt)}$${plain(hash)}`;
  expect(await verifyPassword("secret", phc)).toBe(true);
  expect(await verifyPassword("secrets", phc)).toBe(false);
});

test.each([
  "",
  "plain",
  "$argon2i$v=19$m=64,t=3,p=2$AAAA$AAAA",
  dummyHash,
  "$argon2id$v=19$m=9999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA",
])("no password matches %.40s", async (phc) => {
  expect(await verifyPassword("", phc)).toBe(false);
});

test("the dummy hash costs as much as a real hash", () => {
  expect(dummyHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$A{22}\$A{43}$/);
});
