import { maxFailuresAMinute } from "#server/bff/access/limits/sign-in-throttle.ts";
import { createTestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { guessPasswords } from "#tests/fixtures/console/guess-passwords.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

/**
 * Guesses 10,000 wrong passwords for one account from other networks. Afterwards, the owner signs in with a known
 * browser and from a known address. To run it: `npm run soak -- guesses [guesses]`. Exits with 1 if one of these
 * sign-ins fails.
 */
const guesses = Number(process.argv[2] ?? 10_000);
const email = "vera@test.example";
const home = "203.0.113.7";

for (const dialect of testDialects) {
  const console = await createTestBff({ dialect, staff: [{ email, role: "viewer" }] });
  const signIn = (address: string, cookie?: string) =>
    console.send("POST", "/api/session", { body: { email, password: testPassword }, address, cookie });
  const first = await signIn(home);
  const browser = first.headers.getSetCookie()[1]?.split(";", 1)[0];
  const answers = await guessPasswords(console, { email, guesses, fromEach: maxFailuresAMinute });
  const owner = {
    knownBrowser: (await signIn("198.51.100.1", browser)).status,
    knownAddress: (await signIn(home)).status,
    unknownPlace: (await signIn("192.0.2.99")).status,
  };
  process.stdout.write(`${JSON.stringify({ dialect, guesses, answers, owner })}\n`);
  if (owner.knownBrowser !== 204 || owner.knownAddress !== 204) process.exitCode = 1;
  await console.close();
}
