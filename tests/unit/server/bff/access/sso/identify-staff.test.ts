import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountOf, identifyStaff } from "#server/bff/access/sso/identify-staff.ts";
import { SsoRefusal } from "#server/bff/access/sso/sso-refusal.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import { createSsoHandlers, person, ssoEnv, ssoSession } from "#tests/fixtures/sso/sso-handlers.ts";

const identity = { issuer: "https://id.example", subject: "kim" };
const key = "https://id.example kim";
const provider = ssoEnv();
const claims = { email: "kim@company.example", email_verified: true, name: "Kim Park", roles: ["editor"] };

let sso: ReturnType<typeof createSsoHandlers>;
beforeEach(() => {
  sso = createSsoHandlers([provider]);
});
afterEach(() => sso.ssoProviders.close());

/** Returns the person, or the reason why the person cannot sign in. */
async function identify(own: object = {}, env: Parameters<typeof ssoEnv>[0] = {}): Promise<Staff | string> {
  let answer: Staff | string = "nobody";
  // A session of another person in this browser does not matter.
  const session = ssoSession("https://other.example");
  await sso.run(
    async (context) => {
      answer = await identifyStaff({
        context,
        provider: ssoEnv(env),
        identity,
        claims: { ...claims, ...own },
      }).catch((error: unknown) => (error instanceof SsoRefusal ? error.problem : String(error)));
    },
    { session },
  );
  return answer;
}

const byConsole = { roleClaim: undefined };
const source = { actor: { kind: "anonymous" }, requestID: "r-1", address: "192.0.2.7", userAgent: "Firefox" };

describe("an unknown person", () => {
  test("an unknown person is added with the provider's values, and the audit log names the provider", async () => {
    const staff = await identify();
    expect(staff).toMatchObject({ email: "kim@company.example", name: "Kim Park", role: "editor" });
    const { staffID } = staff as Staff;
    expect(sso.seen.added).toEqual([
      {
        identity,
        staff: {
          staffID,
          email: "kim@company.example",
          name: "Kim Park",
          role: "editor",
          environments: ["production", "sandbox"],
          createdAt: expect.any(Number),
        },
        event: {
          ...source,
          action: "staff.added",
          outcome: "done",
          target: { kind: "staff", id: staffID },
          after: {
            method: "sso",
            provider: "test",
            issuer: "https://id.example",
            email: "kim@company.example",
            role: "editor",
            environments: ["production", "sandbox"],
          },
        },
      },
    ]);
    expect(sso.seen.changes).toEqual([]);
  });

  test("an unknown person gets the provider's default role and environments if the console assigns them", async () => {
    const env = { ...byConsole, defaultRole: "viewer", defaultEnvironments: ["sandbox"] } as const;
    expect(await identify({}, env)).toMatchObject({ role: "viewer", environments: ["sandbox"] });
  });

  test("an unknown person gets the environments of the claim", async () => {
    const env = { environmentsClaim: "environments" };
    expect(await identify({ environments: ["production"] }, env)).toMatchObject({ environments: ["production"] });
    expect(sso.seen.changes).toEqual([]);
  });

  test.each<[string, object, Parameters<typeof ssoEnv>[0], string]>([
    ["without an address", { email: undefined }, {}, "no_email"],
    ["without a role from the console", {}, byConsole, "no_role"],
    ["without a role from the provider", { roles: [] }, {}, "no_role"],
  ])("a person %s gets no account", async (_, own, env, problem) => {
    expect(await identify(own, env)).toBe(problem);
    expect([sso.seen.added, sso.seen.linked]).toEqual([[], []]);
  });

  test("an unknown person is refused if another person takes the address at the same time", async () => {
    sso.state.isTaken = true;
    expect(await identify()).toBe("email_taken");
  });

  test("a new account that has disappeared is an error of the console", async () => {
    sso.services.store.sso.findStaff = async () => null;
    expect(await identify()).toBe("Error: A person who was added is gone");
  });
});

describe("an invited person", () => {
  beforeEach(() => {
    sso.state.invited = person({ staffID: "invited", role: "viewer", environments: ["sandbox"] });
  });

  test("an invited person is linked, and keeps the role and environments from the console", async () => {
    expect(await identify({}, byConsole)).toMatchObject({ staffID: "invited", role: "viewer" });
    expect(sso.seen.linked).toEqual([
      {
        identity,
        staffID: "invited",
        event: {
          ...source,
          action: "staff.linked",
          outcome: "done",
          target: { kind: "staff", id: "invited" },
          after: { method: "sso", provider: "test", issuer: "https://id.example" },
        },
      },
    ]);
    expect([sso.seen.added, sso.seen.changes]).toEqual([[], []]);
  });

  test("an invited person is linked if the administrator trusts the provider's addresses", async () => {
    expect(await identify({ email_verified: false }, { ...byConsole, trustEmail: true })).toMatchObject({
      staffID: "invited",
    });
  });

  test.each<[string, object, () => void, string]>([
    ["whose address is not verified", { email_verified: false }, () => {}, "email_not_verified"],
    ["who is disabled", {}, () => Object.assign(sso.state.invited ?? {}, { disabledAt: 1 }), "disabled"],
  ])("an invited person %s is not linked", async (_, own, arrange, problem) => {
    arrange();
    expect(await identify(own)).toBe(problem);
    expect([sso.seen.linked, sso.seen.added]).toEqual([[], []]);
  });

  test("an invited person is refused if another identity is linked at the same time", async () => {
    sso.state.isTaken = true;
    expect(await identify()).toBe("email_taken");
  });
});

describe("a known person", () => {
  const know = (own: Partial<Staff> = {}) => sso.state.people.set(key, person(own));

  test("a known person with unchanged claims is not changed", async () => {
    know();
    expect(await identify()).toEqual(person());
    expect([sso.seen.changes, sso.seen.added, sso.seen.endedStreams]).toEqual([[], [], []]);
  });

  test("a known person keeps the role and environments from the console if no claim says otherwise", async () => {
    know({ role: "administrator", environments: ["sandbox"] });
    expect(await identify({}, byConsole)).toMatchObject({ role: "administrator", environments: ["sandbox"] });
    expect(sso.seen.changes).toEqual([]);
  });

  test.each<[string, Partial<Staff>, object]>([
    ["role", { role: "administrator" }, { role: "editor", environments: ["production", "sandbox"] }],
    ["environments", { environments: ["sandbox"] }, { role: "editor", environments: ["production"] }],
  ])("a known person gets a changed %s, and the streams of ended sessions end too", async (what, before, after) => {
    know(before);
    sso.state.changed = { result: "changed", endedSessions: ["one", "two"] };
    const env = what === "environments" ? { environmentsClaim: "environments" } : {};
    expect(await identify({ environments: ["production"] }, env)).toMatchObject(after);
    const { role, environments } = person(before);
    expect(sso.seen.changes).toEqual([
      {
        staffID: "kim",
        change: after,
        event: {
          ...source,
          action: "staff.changed",
          outcome: "done",
          target: { kind: "staff", id: "kim" },
          before: { role, environments },
          after: { ...after, method: "sso" },
        },
      },
    ]);
    expect(sso.seen.endedStreams).toEqual(["one", "two"]);
  });

  test.each([
    ["last administrator", "last_administrator"],
    ["break-glass", "last_administrator"],
    ["not found", "disabled"],
  ])("a known person whom the store does not change, because of %s, cannot sign in", async (result, problem) => {
    know({ role: "administrator" });
    sso.state.changed = { result };
    expect(await identify()).toBe(problem);
    expect(sso.seen.endedStreams).toEqual([]);
  });

  test("a known person who is disabled cannot sign in, and is not changed", async () => {
    know({ role: "administrator", disabledAt: 1 });
    expect(await identify()).toBe("disabled");
    expect(sso.seen.changes).toEqual([]);
  });
});

test("the same identity always has the same account name, which reveals neither issuer nor subject", () => {
  expect(accountOf(identity)).toBe("a09823c706230c45");
  expect(accountOf({ ...identity, subject: "lee" })).not.toBe(accountOf(identity));
});
