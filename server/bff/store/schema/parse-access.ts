import { z } from "zod";
import type { Role } from "#lib/contract/console/session.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";

const roleSchema = z.enum(roles);
const environmentsSchema = z.array(environmentSchema);

/** Caches parsed pairs of a role and environments. There are few different pairs, and every request needs one. */
const known = new Map<string, Readonly<{ role: Role; environments: readonly Environment[] }>>();
const maxKnown = 1_000;

/**
 * Parses columns whose types the database cannot guarantee: the role, and the environments, which are stored as text.
 */
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
