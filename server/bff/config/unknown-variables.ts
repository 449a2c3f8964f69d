import { fileVariables, variablesSchema } from "./env-schema.ts";
import { ssoVariables } from "./sso-env.ts";

/** Prefixes that only Switchboard uses. A variable with such a prefix and an unknown name is a mistake. */
const ownPrefixes = ["PROVISIONING_", "BOOTSTRAP_", "OIDC_", "METRICS_", "AUDIT_", "TICKET_", "NOTIFICATION_"];

function knownVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  const sso = ssoVariables(source);
  return [
    ...Object.keys(variablesSchema.shape),
    ...fileVariables.map((name) => `${name}_FILE`),
    ...sso,
    ...sso.filter((name) => name.endsWith("_CLIENT_SECRET")).map((name) => `${name}_FILE`),
  ];
}

/** The number of letters to add, remove or replace to turn one name into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * A warning for each variable that was probably meant for the console but has an unknown name. The name has one of the
 * console's prefixes, or it differs from a known name by one or two letters.
 */
export function unknownVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  const knownNames = knownVariables(source);
  return Object.keys(source).flatMap((name) => {
    if (knownNames.includes(name) || source[name]?.trim() === "" || name.length > 100) return [];
    const [nearest, away] = knownNames
      .map((candidate) => [candidate, distance(name, candidate)] as const)
      .reduce((best, next) => (next[1] < best[1] ? next : best));
    // Short names such as PORT are too similar to the variables of other programs.
    const isNear = away <= 2 && nearest.length >= 8;
    if (!isNear && !ownPrefixes.some((prefix) => name.startsWith(prefix))) return [];
    return [`${name} is not a variable of Switchboard and has no effect${isNear ? `: did you mean ${nearest}?` : "."}`];
  });
}
