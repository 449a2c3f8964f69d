import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maxFailuresAMinute, maxFailuresAnHour } from "#server/bff/access/limits/sign-in-throttle.ts";
import { knownPlaceMs } from "#server/bff/store/known-places.ts";
import { createTestBff, createTestClock, type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { guessPasswords } from "#tests/fixtures/console/guess-passwords.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const email = "vera@test.example";
const home = "203.0.113.7";
const elsewhere = "198.51.100.1";
const unknown = "192.0.2.99";

/** The long run (`npm run soak -- guesses`) makes 10,000 guesses. */
const guesses = 300;

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "outsiders cannot lock a person out on $dialect",
  (given) => {
    let console: TestBff;
    const clock = createTestClock();

    beforeEach(async () => {
      const staff = [email, "emre@test.example"].map((each) => ({ email: each, role: "viewer" as const }));
      console = await createTestBff({ ...given, clock, staff });
    });

    afterEach(() => console.close());

    const signIn = (address: string, cookie?: string, password = testPassword) =>
      console.send("POST", "/api/session", { body: { email, password }, address, cookie });

    /** Returns the cookie that identifies the browser from the answer to a sign-in. */
    const browserOf = (response: Response) => {
      expect(response.status).toBe(204);
      const [header = ""] = response.headers
        .getSetCookie()
        .filter((cookie) => cookie.startsWith("switchboard-browser="));
      return header.split(";", 1)[0] ?? "";
    };

    test("the owner can sign in from a known browser or address, however many guesses come from other places", async () => {
      const browser = browserOf(await signIn(home));
      const counts = await guessPasswords(console, { email, guesses, fromEach: maxFailuresAMinute });
      // The console checked only the guesses that got 401. For the other guesses, the account was already blocked.
      expect(counts).toEqual({ 401: maxFailuresAnHour, 429: guesses - maxFailuresAnHour });

      expect((await signIn(unknown)).status).toBe(429);
      expect((await signIn(elsewhere, browser)).status).toBe(204);
      expect((await signIn(home)).status).toBe(204);
      // The console now also knows this network address, so the browser needs no cookie here.
      expect((await signIn(elsewhere)).status).toBe(204);
    });

    test("a known browser can sign in from a blocked address, within its own limit", async () => {
      const browser = browserOf(await signIn(home));
      await guessPasswords(console, { email, guesses: maxFailuresAMinute, fromEach: maxFailuresAMinute });
      const closed = "10.0.0.0";
      expect((await signIn(closed)).status).toBe(429);
      for (let count = 0; count < maxFailuresAMinute; count += 1) {
        expect((await signIn(closed, browser, "wrong")).status).toBe(401);
      }
      expect((await signIn(closed, browser)).status).toBe(429);
      expect((await signIn(home)).status).toBe(204);
    });

    test("a cookie of another account, an invented cookie or two cookies do not make a browser known", async () => {
      const other = browserOf(
        await console.send("POST", "/api/session", {
          body: { email: "emre@test.example", password: testPassword },
          address: home,
        }),
      );
      const own = browserOf(await signIn(home));
      await guessPasswords(console, { email, guesses: maxFailuresAnHour, fromEach: maxFailuresAMinute });
      const madeUp = `switchboard-browser=${"A".repeat(43)}`;
      for (const cookie of [madeUp, other, `${own}; ${madeUp}`, "switchboard-browser=", `${own}x`]) {
        expect([cookie, (await signIn(unknown, cookie)).status]).toEqual([cookie, 429]);
      }
      expect((await signIn(unknown, own)).status).toBe(204);
    });

    test("a place is no longer known after half a year without use", async () => {
      const browser = browserOf(await signIn(home));
      await guessPasswords(console, { email, guesses: maxFailuresAnHour, fromEach: maxFailuresAMinute });
      clock.advance(knownPlaceMs - 1);
      expect(browserOf(await signIn(elsewhere, browser))).toBe(browser);
      clock.advance(knownPlaceMs - 1);
      expect((await signIn(home)).status).toBe(429);
      expect((await signIn(elsewhere, browser)).status).toBe(204);
      clock.advance(knownPlaceMs);
      expect((await signIn(elsewhere, browser)).status).toBe(429);
    });

    // Runs only on SQLite. PostgreSQL counts failures by the typed email address in the same way. Also, each guess at
    // an account that does not exist takes the time of a full password hash.
    test.runIf(given.dialect === "sqlite")(
      "an account that does not exist is blocked like an existing account",
      async () => {
        const nobody = { email: "nobody@test.example", guesses: maxFailuresAnHour + 20, fromEach: maxFailuresAMinute };
        const counts = await guessPasswords(console, nobody);
        expect(counts).toEqual(await guessPasswords(console, { ...nobody, email }));
        const answer = async (who: string) => {
          const body = { email: who, password: "wrong" };
          const response = await console.send("POST", "/api/session", { body, address: unknown });
          return { ...((await response.json()) as object), requestID: null, retryAt: null };
        };
        expect(await answer(nobody.email)).toEqual(await answer(email));
      },
    );
  },
);

test("the browser's cookie is HttpOnly, strict, long-lived and as safe as the session's cookie", async () => {
  for (const [variables, origin, expected] of [
    [
      {},
      "http://localhost:3000",
      /^switchboard-browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    ],
    [
      { PUBLIC_ORIGIN: "https://console.example" },
      "https://console.example",
      /^__Host-switchboard-browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    ],
  ] as const) {
    const console = await createTestBff({ variables, staff: [{ email, role: "viewer" }] });
    const body = { email, password: testPassword };
    const response = await console.send("POST", "/api/session", { body, headers: { origin } });
    expect(response.headers.getSetCookie()[1]).toMatch(expected);
    await console.close();
  }
});
