import { describe, expect, test } from "vitest";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";
import { startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { providerVariables } from "#tests/fixtures/sso/sso-console.ts";
import { byRoles, kim, openSsoSuite, problemIn, sessionOf } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

test("issuer and subject identify a person: a new address keeps the account, and a new subject is another person", async () => {
  const console = await sso.open(byRoles);
  const first = await sessionOf(console, (await console.comeBack(kim())).cookie);
  const renamed = await sessionOf(console, (await console.comeBack(kim({ email: "new@company.example" }))).cookie);
  expect((renamed.staff as { staffID: string }).staffID).toBe((first.staff as { staffID: string }).staffID);
  const other = await console.comeBack({ ...kim(), subject: "someone-else" });
  expect(problemIn(other.location)).toBe("email_taken");
});

test("an invited person is linked by an address that the provider has verified, and a person with a password never is", async () => {
  const console = await sso.open({}, { staff: [{ email: "vera@test.example", role: "administrator" }] });
  const invitation = await console.send("POST", "/api/staff", {
    cookie: await console.signIn("vera@test.example"),
    body: { email: "kim@company.example", name: "Kim", role: "editor", environments: ["sandbox"] },
  });
  const { staff } = (await invitation.json()) as { staff: { staffID: string } };
  const unverified = await console.comeBack(kim({ email_verified: false }));
  expect(problemIn(unverified.location)).toBe("email_not_verified");
  const { cookie } = await console.comeBack(kim());
  expect(await sessionOf(console, cookie)).toMatchObject({
    staff: { staffID: staff.staffID, role: "editor" },
    environments: ["sandbox"],
  });
  const taken = await console.comeBack({ ...kim({ email: "VERA@test.example" }), subject: "vera" });
  expect(problemIn(taken.location)).toBe("email_taken");
  const actions = (await readAudit(console.databaseUrl)).map(({ action }) => action);
  expect(actions.filter((action) => action === "staff.linked")).toHaveLength(1);
});

test("an address that only looks like an invited person's address belongs to another person", async () => {
  const console = await sso.open(
    { DEFAULT_ROLE: "viewer" },
    { staff: [{ email: "vera@test.example", role: "administrator" }] },
  );
  await console.send("POST", "/api/staff", {
    cookie: await console.signIn("vera@test.example"),
    body: { email: "kim@company.example", name: "Kim", role: "administrator", environments: ["sandbox"] },
  });
  // This is the kelvin sign. Its lower-case form is an ordinary k.
  const lookalike = await console.comeBack({ ...kim({ email: "\u212Aim@company.example" }), subject: "evil" });
  expect(problemIn(lookalike.location)).toBe("unsafe_email");
  const same = await console.comeBack(kim({ email: "KIM@Company.Example" }));
  expect(await sessionOf(console, same.cookie)).toMatchObject({
    staff: { email: "kim@company.example", role: "administrator" },
  });
});

describe("a new person", () => {
  const open = (own: Record<string, string> = {}) =>
    sso.open({ DEFAULT_ROLE: "viewer", ...own }, { staff: [{ email: "vera@test.example", role: "administrator" }] });
  const staffOf = async (console: Awaited<ReturnType<typeof open>>) => {
    const cookie = await console.signIn("vera@test.example");
    const { staff } = await (await console.send("GET", "/api/staff?limit=100", { cookie })).json();
    return (staff as { email: string; emailUnverified?: true }[]).filter(({ email }) => email !== "vera@test.example");
  };

  test("a new person whose address is marked as not verified is refused", async () => {
    const console = await open();
    for (const said of [false, "false"]) {
      const { location, cookie } = await console.comeBack(kim({ email_verified: said }));
      expect([problemIn(location), cookie]).toEqual(["email_not_verified", undefined]);
    }
    expect(await staffOf(console)).toEqual([]);
  });

  test("a new person of a provider without this claim gets access, and the address is shown as unverified", async () => {
    const console = await open();
    const { cookie } = await console.comeBack(kim({ email_verified: undefined }));
    const shown = "kim@company.example (not verified by the provider)";
    expect(await sessionOf(console, cookie)).toMatchObject({ staff: { email: shown } });
    expect(await staffOf(console)).toMatchObject([{ email: "kim@company.example", emailUnverified: true }]);
    const audit = await readAudit(console.databaseUrl);
    expect(audit.find(({ action }) => action === "sign-in")).toMatchObject({ actor: { email: shown } });
    const { cookie: later } = await console.comeBack(kim());
    expect(await sessionOf(console, later)).toMatchObject({ staff: { email: "kim@company.example" } });
    expect(await staffOf(console)).toEqual([expect.not.objectContaining({ emailUnverified: true })]);
    // A person who already exists can still sign in.
    const { cookie: denied } = await console.comeBack(kim({ email_verified: false }));
    expect(await sessionOf(console, denied)).toMatchObject({ staff: { email: shown } });
  });

  test("a new person of a provider with verified addresses is shown by the address alone", async () => {
    const console = await open({ TRUST_EMAIL: "true" });
    const { cookie } = await console.comeBack(kim({ email_verified: undefined }));
    expect(await sessionOf(console, cookie)).toMatchObject({ staff: { email: "kim@company.example" } });
  });

  test.each([
    ["a zero-width space", "kim\u200B@company.example"],
    ["a character that turns the direction around", "kim\u202E@company.example"],
    ["a soft hyphen", "ki\u00ADm@company.example"],
    ["an invisible filler", "kim\u3164@company.example"],
    ["a Cyrillic letter", "k\u0456m@company.example"],
    ["only Cyrillic letters before a Latin domain", "\u0441\u043E\u0441\u043E@company.example"],
    ["a Greek letter in the domain", "kim@c\u03BFmpany.example"],
    ["letters of full width", "\uFF4Bim@company.example"],
  ])("a new person with %s in the address is refused", async (_what, email) => {
    const console = await open();
    expect(problemIn((await console.comeBack(kim({ email }))).location)).toBe("unsafe_email");
    expect(await staffOf(console)).toEqual([]);
  });

  test.each(["kim\u00A0park@company.example", "kim\u3000@company.example"])(
    "a new person's address with the space in %j counts as missing",
    async (email) => {
      const console = await open();
      expect(problemIn((await console.comeBack(kim({ email }))).location)).toBe("no_email");
    },
  );

  test.each([
    ["umlauts", "m\u00FCller.s\u00F8n+1@b\u00FCro.example"],
    ["one other script", "\u0438\u0432\u0430\u043D@\u043F\u043E\u0447\u0442\u0430.\u0440\u0444"],
    ["the scripts that Japanese combines", "\u5C71\u7530\u3055\u3093@\u4F1A\u793E.\u4F8B"],
  ])("a new person with %s in the address gets access", async (_what, email) => {
    const console = await open();
    expect(await sessionOf(console, (await console.comeBack(kim({ email }))).cookie)).toMatchObject({
      staff: { email },
    });
  });

  test("a subject has at most 255 characters, and every claim has a limit", async () => {
    const console = await open();
    const long = await console.comeBack({ ...kim(), subject: "s".repeat(256) });
    expect(problemIn(long.location)).toBe("invalid_response");
    for (const own of [{ name: "n".repeat(400_000) }, { picture: "p".repeat(200_000) }, { ["c".repeat(300)]: 1 }]) {
      const { location } = await console.comeBack({ ...kim(own), subject: "other" });
      expect(problemIn(location)).toBe("invalid_response");
    }
    expect(await staffOf(console)).toEqual([]);
    expect(problemIn((await console.comeBack({ ...kim(), subject: "s".repeat(255) })).location)).toBeNull();
  });
});

test("a person who may not sign in gets no account, and is recorded under a name that does not reveal the subject", async () => {
  const console = await sso.open({}, { staff: [{ email: "vera@test.example", role: "administrator" }] });
  const cookie = await console.signIn("vera@test.example");
  const refusalOf = async (idToken: Record<string, unknown>, subject = "kim") =>
    problemIn((await console.comeBack({ ...kim(idToken), subject })).location);
  expect(await refusalOf({ email: undefined })).toBe("no_email");
  // Kim and Lee have no role, neither from the provider nor from an administrator.
  expect(await refusalOf({})).toBe("no_role");
  expect(await refusalOf({}, "lee")).toBe("no_role");
  const body = { email: "kim@company.example", name: "Kim", role: "viewer", environments: ["sandbox"] };
  const { staff } = await (await console.send("POST", "/api/staff", { cookie, body })).json();
  await console.send("PATCH", `/api/staff/${staff.staffID}`, { cookie, body: { state: "disabled" } });
  expect(await refusalOf({})).toBe("disabled");
  const people = await (await console.send("GET", "/api/staff", { cookie })).json();
  expect(people.total).toBe(2);
  const refusals = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "sign-in.failed");
  expect(refusals.map(({ after }) => (after as { code: string }).code)).toEqual([
    "no_email",
    "no_role",
    "no_role",
    "disabled",
  ]);
  const accounts = refusals.map(({ target }) => target?.id ?? "");
  for (const account of accounts) expect(account).toMatch(/^[0-9a-f]{16}$/);
  expect([accounts[0], new Set(accounts).size]).toEqual([accounts[3], 2]);
});

test("the environments follow the provider's claims at each sign-in", async () => {
  const console = await sso.open({ ...byRoles, ENVIRONMENTS_CLAIM: "environments" });
  const first = await console.comeBack(kim({ environments: ["sandbox"] }));
  expect(await sessionOf(console, first.cookie)).toMatchObject({ environments: ["sandbox"] });
  const second = await console.comeBack(kim({ environments: ["production"] }));
  expect(await sessionOf(console, second.cookie)).toMatchObject({ environments: ["production"] });
  const added = (await readAudit(console.databaseUrl)).find(({ action }) => action === "staff.added");
  expect(added?.after).toEqual({
    method: "sso",
    provider: "test",
    issuer: sso.provider.issuer,
    email: "kim@company.example",
    role: "editor",
    environments: ["sandbox"],
  });
});

test("the role follows the provider's claims at each sign-in, and sessions with another role end", async () => {
  const console = await sso.open(byRoles);
  const first = await console.comeBack(kim({ roles: ["administrator"] }));
  const second = await console.comeBack(kim({ roles: ["viewer"] }));
  // Kim is the only administrator, so the console does not change Kim's role to the provider's "viewer". The sign-in is
  // refused instead.
  expect(problemIn(second.location)).toBe("last_administrator");
  await console.comeBack({ ...kim({ email: "lee@company.example", roles: ["editor"] }), subject: "lee" });
  const demoted = await console.comeBack({ ...kim({ roles: ["viewer"] }), subject: "lee" });
  expect(await sessionOf(console, demoted.cookie)).toMatchObject({ staff: { role: "viewer" } });
  const refused = await console.comeBack({ ...kim({ roles: [] }), subject: "lee" });
  expect(problemIn(refused.location)).toBe("no_role");
  expect(first.cookie).toBeDefined();
});

test("a disabled person gets no access", async () => {
  const console = await sso.open(byRoles, {
    staff: [{ email: "root@test.example", role: "administrator" }],
  });
  const { staff } = (await sessionOf(console, (await console.comeBack(kim())).cookie)) as {
    staff: { staffID: string };
  };
  const cookie = await console.signIn("root@test.example");
  await console.send("PATCH", `/api/staff/${staff.staffID}`, { cookie, body: { state: "disabled" } });
  expect(problemIn((await console.comeBack(kim())).location)).toBe("disabled");
});

test("two providers are separate: the same subject is another person, and neither is used by default", async () => {
  const second = await startQuirksProvider();
  const console = await sso.open(byRoles, {
    variables: {
      OIDC_PROVIDERS: "test,other",
      ...providerVariables(second.issuer, { DEFAULT_ROLE: "viewer" }, "OTHER"),
    },
  });
  const first = await console.comeBack(kim(), { start: "provider=test" });
  expect(first.cookie).toBeDefined();
  const { location, roundCookie } = await console.start("provider=other");
  const back = second.answer(location, kim({ email: "kim@other.example" }));
  const answer = await console.send("GET", back, { cookie: roundCookie });
  expect(answer.headers.get("location")).toBe("/");
  expect(problemIn((await console.start("")).location)).toBe("unknown_provider");
  expect(console.bff.ssoProviders()).toEqual([
    { name: "test", label: "Test" },
    { name: "other", label: "Other" },
  ]);
  await second.close();
});

test("an administrator of a provider that is not configured any more does not count as another one", async () => {
  const console = await sso.open(byRoles);
  const lee = { ...kim({ email: "lee@company.example", roles: ["administrator"] }), subject: "lee" };
  await console.comeBack(kim({ roles: ["administrator"] }));
  await console.comeBack(lee);
  const setIssuer = (issuer: string) =>
    queryStore(console.databaseUrl, `update "identities" set "issuer" = '${issuer}' where "subject" = 'lee'`);
  await setIssuer("https://old.test.example");
  const refused = await console.comeBack(kim({ roles: ["viewer"] }));
  expect(problemIn(refused.location)).toBe("last_administrator");
  await setIssuer(sso.provider.issuer);
  const demoted = await console.comeBack(kim({ roles: ["viewer"] }));
  expect(await sessionOf(console, demoted.cookie)).toMatchObject({ staff: { role: "viewer" } });
});
