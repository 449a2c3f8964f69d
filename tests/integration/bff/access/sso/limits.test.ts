import { expect, test } from "vitest";
import { maxSsoStartsAMinute } from "#server/bff/access/limits/write-limit.ts";
import { testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { byRoles, kim, openSsoSuite, problemIn } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

test("one network can start only a limited number of sign-ins per minute, and this does not block another network", async () => {
  const console = await sso.open(byRoles);
  const startFrom = async (address: string) =>
    (await console.send("GET", "/api/sso/start?return=/sandbox", { address })).headers.get("location") ?? "";
  const begun: string[] = [];
  for (let count = 0; count < maxSsoStartsAMinute; count += 1) begun.push(await startFrom(`2001:db8::${count}`));
  expect(begun.filter((location) => !location.startsWith(sso.provider.issuer))).toEqual([]);
  expect(await startFrom("2001:db8::ffff")).toBe("/sign-in?problem=too_many_sign_ins&returnTo=%2Fsandbox");
  expect(await startFrom("2001:db8:0:1::1")).toContain(sso.provider.issuer);
});

test("one network can send only a limited number of answers to the provider per minute, even in one sign-in", async () => {
  const console = await sso.open(byRoles);
  const { location, roundCookie } = await console.start();
  const back = sso.provider.answer(location, kim());
  const state = new URL(back, testOrigin).searchParams.get("state");
  const answerFrom = async (address: string, path = `/api/sso/callback?code=made-up&state=${state}`) => {
    const response = await console.send("GET", path, { cookie: roundCookie, address });
    return response.headers.get("location") ?? "";
  };
  const problems = new Set<string | null>();
  for (let count = 0; count < maxSsoStartsAMinute; count += 1) problems.add(problemIn(await answerFrom("192.0.2.7")));
  expect([...problems]).toEqual(["invalid_response"]);
  expect(problemIn(await answerFrom("192.0.2.7"))).toBe("too_many_sign_ins");
  expect(await answerFrom("192.0.2.8", back)).toBe("/");
});
