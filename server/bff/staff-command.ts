import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import type { AccessPolicy } from "#lib/contract/access/policy.ts";
import { newStaffSchema } from "#lib/contract/access/staff.ts";
import type { Role } from "#lib/contract/console/session.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { pages } from "#lib/paths.ts";
import { createLink } from "./access/staff/one-time-link.ts";
import { auditedPerson } from "./access/staff/staff-view.ts";
import { requireAuditKeys } from "./audit/audit-seal.ts";
import { auditKeysOfEnv } from "./audit-keys-of-env.ts";
import type { ConsoleEnv } from "./config/env.ts";
import { originsOf } from "./config/origins.ts";
import { type Command, runCommand } from "./config/run-command.ts";
import { isIssuedByOneOf } from "./config/sso-issuers.ts";
import { StartError } from "./config/start-error.ts";
import { type ConsoleStore, openStore } from "./store/open-store.ts";
import type { Person, PersonChange, PersonChanged } from "./store/people.ts";

const usage = `bin/switchboard staff <command>

  list                                everybody, with role, state and last sign-in
  invite <e-mail> --name <name> [--role ${roles.join("|")}] [--environments production,sandbox]
                                      adds a person and prints their one-time link
  disable <e-mail>                    out at the next request, on every replica
  enable <e-mail>                     may sign in again
  reset <e-mail>                      removes password and second factors, ends every session, prints a link
  promote <e-mail> [--role <role>]    gives a role; without one, administrator
  policy                              how people sign in, and who the break-glass administrator is
  break-glass <e-mail>                names the administrator who can sign in without single sign-on
  allow-passwords                     single sign-on is no longer required
`;

const nobody =
  "There is nobody yet. To invite the first administrator: bin/switchboard staff invite <e-mail> --name <name> --role administrator\n";

const options = {
  name: { type: "string" },
  role: { type: "string" },
  environments: { type: "string" },
} as const;

interface StaffCommand {
  store: ConsoleStore;
  env: ConsoleEnv;
  email: string;
  flags: { name?: string; role?: string; environments?: string };
}

/** The actor of the audit events: the console, with the system user that ran the command. */
const actor = () => ({ kind: "console" as const, id: userInfo().username });

const commands: Readonly<Record<string, (command: StaffCommand) => Promise<string>>> = {
  list: async ({ store }) => {
    const { people } = await store.people.list({ limit: 10_000, offset: 0 }, Date.now());
    return people.length === 0 ? nobody : people.map(lineOf).join("");
  },
  invite,
  disable: (command) => change(command, { state: "disabled" }, "staff.disabled"),
  enable: (command) => change(command, { state: "active" }, "staff.enabled"),
  promote: (command) => change(command, { role: roleOf(command.flags.role ?? "administrator") }, "staff.changed"),
  reset,
  policy: async ({ store }) => policyText(store),
  "break-glass": async (command) =>
    changePolicy(command, { breakGlassStaffID: await staffIDOf(command.store, command.email) }),
  "allow-passwords": (command) => changePolicy(command, { ssoRequired: false }),
};

/** Commands that do not need a person. */
const withoutPerson = new Set(["list", "policy", "allow-passwords"]);

function lineOf({ email, name, role, environments: own, state, lastSignInAt }: Person): string {
  const lastSignIn = lastSignInAt === null ? "never signed in" : `last sign-in ${new Date(lastSignInAt).toISOString()}`;
  return `${[email, JSON.stringify(name), role, own.join(","), state, lastSignIn].join("  ")}\n`;
}

function roleOf(word: string): Role {
  const role = roles.find((one) => one === word);
  if (!role) throw new StartError(`There is no role ${JSON.stringify(word)}: use ${roles.join(", ")}.`);
  return role;
}

async function invite({ store, env, email, flags }: StaffCommand): Promise<string> {
  const parsed = newStaffSchema.safeParse({
    email,
    name: flags.name ?? email,
    role: flags.role ?? "viewer",
    environments: flags.environments?.split(",") ?? [...environments],
  });
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  }
  const { token, link } = createLink(Date.now());
  const staffID = randomUUID();
  const person = await store.people.invite({ staffID, ...parsed.data }, link, {
    actor: actor(),
    action: "staff.invited",
    outcome: "done",
    target: { kind: "staff", id: staffID },
    after: { ...parsed.data, linkExpiresAt: link.expiresAt },
  });
  if (!person) throw new StartError(`There is a person with the address ${parsed.data.email} already.`);
  return linkText(env, person, token, link.expiresAt);
}

async function change(
  { store, email }: StaffCommand,
  personChange: PersonChange,
  action: "staff.disabled" | "staff.enabled" | "staff.changed",
): Promise<string> {
  const staffID = await staffIDOf(store, email);
  const changed = await store.people.change(staffID, personChange, Date.now(), ({ before, after }) => ({
    actor: actor(),
    action,
    outcome: "done",
    target: { kind: "staff", id: staffID },
    before: auditedPerson(before),
    after: auditedPerson(after),
  }));
  return lineOf(requirePerson(changed, email));
}

async function reset({ store, env, email }: StaffCommand): Promise<string> {
  const staffID = await staffIDOf(store, email);
  const { token, link } = createLink(Date.now());
  const changed = await store.people.openLink(
    staffID,
    link,
    { reset: true, evenLast: true },
    {
      actor: actor(),
      action: "staff.reset",
      outcome: "done",
      target: { kind: "staff", id: staffID },
      after: { linkExpiresAt: link.expiresAt },
    },
  );
  return linkText(env, requirePerson(changed, email), token, link.expiresAt);
}

async function changePolicy({ store }: StaffCommand, wanted: Partial<AccessPolicy>): Promise<string> {
  const changed = await store.accessPolicy.change(
    { ...(await store.accessPolicy.read()), ...wanted },
    ({ before, after }) => ({
      actor: actor(),
      action: "policy.changed",
      outcome: "done",
      target: { kind: "policy", id: "access" },
      before,
      after,
    }),
    Date.now(),
  );
  if (changed.result === "changed") return policyText(store);
  throw new StartError(
    changed.result === "moved"
      ? "Somebody else has just changed the policy: run this command again."
      : "The break-glass administrator must be an active administrator with a password, whom no provider of single sign-on knows.",
  );
}

async function policyText(store: ConsoleStore): Promise<string> {
  const { secondFactorRequired, ssoRequired, breakGlassStaffID } = await store.accessPolicy.read();
  const { people } = await store.people.list({ limit: 10_000, offset: 0 }, Date.now());
  const named = people.find(({ staffID }) => staffID === breakGlassStaffID);
  const word = (isOn: boolean) => (isOn ? "required" : "not required");
  return `second factor ${word(secondFactorRequired)}\nsingle sign-on ${word(ssoRequired)}\nbreak-glass administrator: ${named?.email ?? "nobody"}\n`;
}

async function staffIDOf(store: ConsoleStore, email: string): Promise<string> {
  const staff = await store.staff.findByEmail(email);
  if (!staff) throw new StartError(`No person has the address ${email}: bin/switchboard staff list shows all people.`);
  return staff.staffID;
}

function requirePerson(changed: PersonChanged, email: string): Person {
  if (changed.result === "changed") return changed.person;
  const reasons = {
    "not found": `No person has the address ${email}.`,
    "last administrator": `${email} is the last administrator who can sign in: make somebody else an administrator first.`,
    "break-glass": `${email} is the break-glass administrator: name somebody else on the policy page first.`,
  } as const;
  throw new StartError(reasons[changed.result]);
}

function linkText(env: ConsoleEnv, person: Person, token: string, expiresAt: number): string {
  const [origin = ""] = originsOf(env, env.port);
  const until = new Date(expiresAt).toISOString();
  const note = person.state === "disabled" ? "This person is disabled: enable them before the link is used.\n" : "";
  return `${lineOf(person)}${note}One-time link, until ${until}:\n${origin}${pages.invitation(token)}\n`;
}

async function openOwnStore(env: ConsoleEnv): Promise<ConsoleStore> {
  try {
    const auditKeys = auditKeysOfEnv(env);
    const store = await openStore(env.databaseUrl, {
      poolSize: 1,
      migrate: env.migrate,
      auditKeys,
      canSignInFrom: (issuer) => isIssuedByOneOf(env.ssoProviders, issuer),
    });
    await requireAuditKeys(store, auditKeys, env.lostAuditKeyID).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    return store;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "database_in_use") {
      throw new StartError(
        "The console is running and holds its SQLite file: stop it, run this command again, then start it. With PostgreSQL this works beside a running console.",
      );
    }
    throw error;
  }
}

const run: Command["run"] = async (args, { readEnv }) => {
  const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = "", email = "", ...more] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || more.length > 0 || (email === "") !== withoutPerson.has(name)) throw new StartError(usage);
  const env = readEnv();
  const store = await openOwnStore(env);
  try {
    return { text: await command({ store, env, email: email.toLowerCase(), flags: { ...flags } }) };
  } finally {
    await store.close();
  }
};

export const staffCommand: Command = { run, usage, failedCode: 1 };

// Runs the command only if this file is the program. Tests import the file and call the command themselves.
if (import.meta.main) await runCommand(staffCommand);
