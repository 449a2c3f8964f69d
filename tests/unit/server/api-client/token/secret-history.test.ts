import { expect, test } from "vitest";
import { createSecretHistory } from "#server/api-client/token/secret-history.ts";

test("the last four pairs are remembered, the newest first, each once", () => {
  let given = { keyID: "key-0", secret: "secret-0" };
  const history = createSecretHistory(() => given);
  expect(history.secrets()).toEqual([]);
  expect(history.credentials()).toEqual(given);
  history.credentials();
  expect(history.secrets()).toEqual(["key-0", "secret-0"]);
  // A pair counts as new if the secret or the key ID has changed.
  given = { keyID: "key-0", secret: "secret-1" };
  history.credentials();
  given = { keyID: "key-1", secret: "secret-1" };
  history.credentials();
  expect(history.secrets()).toEqual(["key-1", "secret-1", "key-0", "secret-1", "key-0", "secret-0"]);
  for (const number of [2, 3, 4]) {
    given = { keyID: `key-${number}`, secret: `secret-${number}` };
    history.credentials();
  }
  expect(history.secrets()).toEqual([
    "key-4",
    "secret-4",
    "key-3",
    "secret-3",
    "key-2",
    "secret-2",
    "key-1",
    "secret-1",
  ]);
});
