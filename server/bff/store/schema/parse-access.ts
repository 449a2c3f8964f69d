import { z } from "zod";
import type { Role } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";

const roleSchema = z.enum(roles);
const environmentsSchema = z.array(environmentSchema);

/** Each pair is read once: there are few, and every request has one. */
const known = new Map<string, Readonly<{ role: Role; environments: readonly Environment[] }>>();
const maxKnown = 1_000;

/** What the store cannot promise the type of: a role and a list that are text to it. */
export function parseAccess(row: { role: string; environments: string }): { role: Role; environments: Environment[] } {
  const key = `${row.role} ${row.environments}`;
  let access = known.get(key);
  if (access === undefined) {
    const environments = environmentsSchema.parse(JSON.parse(row.environments));
    access = { role: roleSchema.parse(row.role), environments };
    if (known.size >= maxKnown) known.clear();
    known.set(key, access);
  }
  return { role: access.role, environments: [...access.environments] };
}
