import { z } from "zod";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { environments } from "#lib/contract/values/environments.ts";
import "#lib/contract/plain-messages.ts";
import { isLoopbackUrl } from "./loopback.ts";

/** An OpenID Connect provider. Its settings say which claims about people the console trusts. */
export interface SsoProviderEnv {
  /** The name of the provider in URLs and in the audit log. */
  name: string;
  /** The name that people see: "Sign in with {label}". */
  label: string;
  issuer: string;
  clientID: string;
  clientSecret: string;
  scopes: string;
  /** The claim that contains the role. Undefined if the console assigns roles. */
  roleClaim: string | undefined;
  /** Maps the values of the role claim to roles. Undefined if the claim contains the names of roles. */
  roleMapping: Readonly<Record<string, Role>> | undefined;
  /** The role of people who get no role from the mapping or the console. Undefined: these people cannot sign in. */
  defaultRole: Role | undefined;
  environmentsClaim: string | undefined;
  environmentsMapping: Readonly<Record<string, Environment>> | undefined;
  defaultEnvironments: readonly Environment[] | undefined;
  /** The tenants (`tid`) whose people may sign in. Empty: every tenant. */
  allowedTenants: readonly string[];
  /** The domains (`hd`) whose people may sign in. Empty: every domain. */
  allowedDomains: readonly string[];
  /** True if the console trusts an e-mail address that the provider does not confirm. */
  trustEmail: boolean;
  /**
   * Values of `acr` that mean a second factor. Some values of `amr`, for example `mfa`, always mean a second factor.
   */
  secondFactorAcr: readonly string[];
}

type RawVariables = Readonly<Record<string, string>>;

/** The name of a variable, and what is wrong with it. */
type Problem = [name: string, message: string];

const text = z.string().trim().max(4_096);

const wordList = text.transform((value) =>
  value
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

const issuer = text
  .refine((value) => URL.canParse(value) && !/[?#@]/.test(value), {
    error: "must be an address that begins with https://, without a user, query or fragment",
  })
  .refine((value) => !URL.canParse(value) || new URL(value).protocol === "https:" || isLoopbackUrl(value), {
    error: "must begin with https:// unless it is loopback",
  });

const oneLine = text.regex(/^\P{Cc}+$/u, { error: "must be one line" });

/** Parses `group=role,other=role`. A JSON object is accepted too, for names that contain a comma. */
const mappingTo = <const Value extends string>(values: readonly [Value, ...Value[]]) => {
  const form = `must be written <name>=<${values.join("|")}>, separated by commas, or as a JSON object`;
  const entries = z.record(z.string().min(1), z.enum(values), { error: form });
  return text.transform((value, context) => {
    const parsed = entries.safeParse(value.startsWith("{") ? jsonOf(value) : pairsOf(value));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: form });
    return z.NEVER;
  });
};

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function pairsOf(value: string): unknown {
  const pairs = value.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    return at < 1 ? null : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return pairs.includes(null) ? undefined : Object.fromEntries(pairs as string[][]);
}

const secret = z.string().regex(/^\P{Cc}{1,2000}$/u, { error: "must be one line of 1 to 2000 characters" });

/** The variables of a provider, without their prefix. */
const providerSchema = z.object({
  LABEL: oneLine.max(40).optional(),
  ISSUER: issuer,
  CLIENT_ID: oneLine,
  CLIENT_SECRET: secret,
  SCOPES: text
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, { error: "must be scopes, separated by spaces" })
    .refine((value) => value.split(" ").includes("openid"), { error: "must contain openid" })
    .default("openid email profile"),
  ROLE_CLAIM: oneLine.optional(),
  ROLE_MAPPING: mappingTo(roles).optional(),
  DEFAULT_ROLE: z.enum(roles).optional(),
  ENVIRONMENTS_CLAIM: oneLine.optional(),
  ENVIRONMENTS_MAPPING: mappingTo(environments).optional(),
  DEFAULT_ENVIRONMENTS: wordList
    .pipe(z.array(z.enum(environments, { error: `must be of ${environments.join(", ")}, separated by commas` })).min(1))
    .optional(),
  ALLOWED_TENANTS: wordList.optional(),
  ALLOWED_DOMAINS: wordList.transform((domains) => domains.map((domain) => domain.toLowerCase())).optional(),
  TRUST_EMAIL: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((value) => value === "true")
    .default(false),
  SECOND_FACTOR_ACR: wordList.optional(),
});

type ProviderVariables = z.output<typeof providerSchema>;

const members = Object.keys(providerSchema.shape);

/** The maximum number of providers, because the sign-in page has a button for each. */
const maxProviders = 10;

const providerNames = wordList
  .refine((names) => names.every((name) => /^[a-z][a-z0-9]{0,19}$/i.test(name)), {
    error: "must be names of letters and digits, separated by commas",
  })
  .transform((names) => [...new Set(names.map((name) => name.toLowerCase()))])
  .refine((names) => names.length <= maxProviders, { error: `must be at most ${maxProviders} names` });

interface Named {
  name: string;
  prefix: string;
}

/** The configured providers, each with the prefix of its variables. */
function namedProviders(rawVariables: Readonly<Record<string, string | undefined>>): Named[] {
  const list = rawVariables.OIDC_PROVIDERS;
  if (list === undefined || list.trim() === "") {
    return members.some((member) => rawVariables[`OIDC_${member}`]?.trim()) ? [{ name: "sso", prefix: "OIDC_" }] : [];
  }
  return (providerNames.safeParse(list).data ?? []).map((name) => ({ name, prefix: `OIDC_${name.toUpperCase()}_` }));
}

/** All single sign-on variables that can be set for the configured providers, including variables that name files. */
export function ssoVariables(rawVariables: Readonly<Record<string, string | undefined>>): string[] {
  const prefixes = new Set(["OIDC_", ...namedProviders(rawVariables).map(({ prefix }) => prefix)]);
  return ["OIDC_PROVIDERS", ...[...prefixes].flatMap((prefix) => members.map((member) => `${prefix}${member}`))];
}

/**
 * The variables whose values may come from files. `withFiles` (env.ts) uses this list before any value is checked, so
 * the list depends only on the names.
 */
export function ssoFileVariables(rawVariables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(rawVariables).flatMap(
    (name) => /^(OIDC_(?:[A-Z0-9]+_)?CLIENT_SECRET)_FILE$/.exec(name)?.[1] ?? [],
  );
}

/** Reads the providers of single sign-on. Adds the problems of invalid variables to `problems`. */
export function parseSsoProviders(rawVariables: RawVariables, problems: Problem[]): SsoProviderEnv[] {
  const names =
    rawVariables.OIDC_PROVIDERS === undefined ? undefined : providerNames.safeParse(rawVariables.OIDC_PROVIDERS);
  if (names?.error) problems.push(["OIDC_PROVIDERS", names.error.issues[0]?.message ?? "is not valid"]);
  if (names?.success) {
    for (const member of members) {
      if (rawVariables[`OIDC_${member}`] === undefined) continue;
      problems.push([`OIDC_${member}`, "is not used beside OIDC_PROVIDERS: name the provider in it (OIDC_<NAME>_…)"]);
    }
  }
  const named = namedProviders(rawVariables);
  if (named.length > 0) problems.push(...surroundingProblems(rawVariables));
  return named.flatMap((one) => parseProvider(one, rawVariables, problems) ?? []);
}

/**
 * Checks that the console is not in demo mode and has a fixed public address. A provider redirects browsers only to
 * addresses that are registered with it.
 */
function surroundingProblems(rawVariables: RawVariables): Problem[] {
  if (rawVariables.PROVISIONING_BASE_URL === undefined) {
    const name = rawVariables.OIDC_PROVIDERS === undefined ? "OIDC_ISSUER" : "OIDC_PROVIDERS";
    return [[name, "must not be set in demo mode (set PROVISIONING_BASE_URL to leave demo mode)"]];
  }
  return rawVariables.PUBLIC_ORIGIN === undefined
    ? [["PUBLIC_ORIGIN", "must be set when single sign-on is configured"]]
    : [];
}

function parseProvider(
  { name, prefix }: Named,
  rawVariables: RawVariables,
  problems: Problem[],
): SsoProviderEnv | null {
  const own = Object.fromEntries(members.map((member) => [member, rawVariables[`${prefix}${member}`]]));
  const { data, error } = providerSchema.safeParse(own);
  if (!data) {
    for (const issue of error.issues) {
      const isMissing = own[String(issue.path[0])] === undefined;
      problems.push([
        `${prefix}${String(issue.path[0])}`,
        isMissing ? "must be set when a provider of single sign-on is configured" : issue.message,
      ]);
    }
    return null;
  }
  problems.push(...togetherProblems(data).map(([member, message]): Problem => [`${prefix}${member}`, message]));
  return {
    name,
    label: data.LABEL ?? (prefix === "OIDC_" ? "single sign-on" : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`),
    issuer: data.ISSUER,
    clientID: data.CLIENT_ID,
    clientSecret: data.CLIENT_SECRET,
    scopes: data.SCOPES,
    roleClaim: data.ROLE_CLAIM,
    roleMapping: data.ROLE_MAPPING,
    defaultRole: data.DEFAULT_ROLE,
    environmentsClaim: data.ENVIRONMENTS_CLAIM,
    environmentsMapping: data.ENVIRONMENTS_MAPPING,
    defaultEnvironments: data.DEFAULT_ENVIRONMENTS,
    allowedTenants: data.ALLOWED_TENANTS ?? [],
    allowedDomains: data.ALLOWED_DOMAINS ?? [],
    trustEmail: data.TRUST_EMAIL,
    secondFactorAcr: data.SECOND_FACTOR_ACR ?? [],
  };
}

/** Endpoints of Entra ID that accept people of every tenant. */
const sharedEndpoint = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

const google = /^https:\/\/accounts\.google\.com\/?$/i;

function togetherProblems(data: ProviderVariables): Problem[] {
  const problems: Problem[] = [];
  if (data.ROLE_MAPPING && data.ROLE_CLAIM === undefined) {
    problems.push(["ROLE_CLAIM", "must be set together with ROLE_MAPPING"]);
  }
  if (data.ENVIRONMENTS_MAPPING && data.ENVIRONMENTS_CLAIM === undefined) {
    problems.push(["ENVIRONMENTS_CLAIM", "must be set together with ENVIRONMENTS_MAPPING"]);
  }
  if (sharedEndpoint.test(data.ISSUER) && !data.ALLOWED_TENANTS?.length) {
    problems.push(["ALLOWED_TENANTS", "must name the tenants that may sign in: this issuer serves every tenant"]);
  }
  // Everybody can have a Google account, so a default role would let everybody sign in.
  if (google.test(data.ISSUER) && data.DEFAULT_ROLE && !data.ALLOWED_DOMAINS?.length) {
    problems.push(["ALLOWED_DOMAINS", "must name the domains that may sign in where DEFAULT_ROLE is set for Google"]);
  }
  if (google.test(data.ISSUER) && data.SCOPES.split(" ").includes("groups")) {
    problems.push(["SCOPES", "must not contain groups: Google refuses every sign-in with it"]);
  }
  return problems;
}
