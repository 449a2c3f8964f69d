import { expect, test } from "vitest";
import { readAudit } from "#tests/fixtures/read-audit.ts";
import { startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { providerVariables } from "#tests/fixtures/sso/sso-console.ts";
import { byRoles, kim, openSsoSuite, problemIn, sessionOf } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

test("a person is their issuer and subject: another address is theirs, another subject with theirs is somebody else", async () => {
  const console = await sso.open(byRoles);
  const first = await sessionOf(console, (await console.comeBack(kim())).cookie);
  const renamed = await sessionOf(console, (await console.comeBack(kim({ email: "new@company.example" }))).cookie);
  expect((renamed.staff as { staffID: string }).staffID).toBe((first.staff as { staffID: string }).staffID);
  const other = await console.comeBack({ ...kim(), subject: "someone-else" });
  expect(problemIn(other.location)).toBe("email_taken");
});

test("an invited person is linked by an address that the provider vouches for, and nobody who has a password", async () => {
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

test("an address that only looks like the one of an invited person is another one", async () => {
  const console = await sso.open(
    { DEFAULT_ROLE: "viewer" },
    { staff: [{ email: "vera@test.example", role: "administrator" }] },
  );
  await console.send("POST", "/api/staff", {
    cookie: await console.signIn("vera@test.example"),
    body: { email: "kim@company.example", name: "Kim", role: "administrator", environments: ["sandbox"] },
  });
  // The sign for kelvin: in lower case it is a plain k.
  const lookalike = await console.comeBack({ ...kim({ email: "\u212Aim@company.example" }), subject: "evil" });
  expect(await sessionOf(console, lookalike.cookie)).toMatchObject({ staff: { role: "viewer" } });
  const same = await console.comeBack(kim({ email: "KIM@Company.Example" }));
  expect(await sessionOf(console, same.cookie)).toMatchObject({
    staff: { email: "kim@company.example", role: "administrator" },
  });
});

test("who may not get in leaves no row behind, and is recorded by an account that tells no subject", async () => {
  const console = await sso.open({}, { staff: [{ email: "vera@test.example", role: "administrator" }] });
  const cookie = await console.signIn("vera@test.example");
  const refusalOf = async (idToken: Record<string, unknown>, subject = "kim") =>
    problemIn((await console.comeBack({ ...kim(idToken), subject })).location);
  expect(await refusalOf({ email: undefined })).toBe("no_email");
  // Nobody has given them a role, here or there.
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
    ...["no_email", "no_role", "no_role", "disabled"],
  ]);
  const accounts = refusals.map(({ target }) => target?.id ?? "");
  for (const account of accounts) expect(account).toMatch(/^[0-9a-f]{16}$/);
  expect([accounts[0], new Set(accounts).size]).toEqual([accounts[3], 2]);
});

test("the environments follow the provider at each sign-in", async () => {
  const console = await sso.open({ ...byRoles, ENVIRONMENTS_CLAIM: "environments" });
  const first = await console.comeBack(kim({ environments: ["sandbox"] }));
  expect(await sessionOf(console, first.cookie)).toMatchObject({ environments: ["sandbox"] });
  const second = await console.comeBack(kim({ environments: ["production"] }));
  expect(await sessionOf(console, second.cookie)).toMatchObject({ environments: ["production"] });
  const added = (await readAudit(console.databaseUrl)).find(({ action }) => action === "staff.added");
  expect(added?.after).toEqual({
    ...{ method: "sso", provider: "test", issuer: sso.provider.issuer },
    ...{ email: "kim@company.example", role: "editor", environments: ["sandbox"] },
  });
});

test("the role follows the provider at each sign-in, and sessions with another role end", async () => {
  const console = await sso.open(byRoles);
  const first = await console.comeBack(kim({ roles: ["administrator"] }));
  const second = await console.comeBack(kim({ roles: ["viewer"] }));
  // Without any other administrator this one stays what they are, but does not get in as less or as more.
  expect(problemIn(second.location)).toBe("last_administrator");
  await console.comeBack({ ...kim({ email: "lee@company.example", roles: ["editor"] }), subject: "lee" });
  const demoted = await console.comeBack({ ...kim({ roles: ["viewer"] }), subject: "lee" });
  expect(await sessionOf(console, demoted.cookie)).toMatchObject({ staff: { role: "viewer" } });
  const refused = await console.comeBack({ ...kim({ roles: [] }), subject: "lee" });
  expect(problemIn(refused.location)).toBe("no_role");
  expect(first.cookie).toBeDefined();
});

test("a disabled person does not get in", async () => {
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

test("two providers are two: the same subject is another person, and none is taken for the only one", async () => {
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
