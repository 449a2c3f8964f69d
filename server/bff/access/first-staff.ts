import { randomUUID } from "node:crypto";
import { environments } from "#lib/contract/environment.ts";
import { demoPassword } from "#lib/demo-password.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { Logger } from "#server/bff/core/log.ts";
import { demoPersonas } from "#server/bff/demo/demo-personas.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { hashPassword } from "./password-hash.ts";

/** The first administrator, named by variables, where nobody could let anybody in. */
export async function addBootstrapAdministrator(
  { staff }: ConsoleStore,
  { bootstrapAdministrator }: Pick<ConsoleEnv, "bootstrapAdministrator">,
  createdAt: number,
  log: Logger,
): Promise<void> {
  if (!bootstrapAdministrator) return;
  const { email, password } = bootstrapAdministrator;
  const added = await staff.addFirstAdministrator({
    staffID: randomUUID(),
    email,
    name: "Administrator",
    role: "administrator",
    environments: [...environments],
    passwordHash: await hashPassword(password),
    createdAt,
  });
  if (added) log.info("added the first administrator, named by BOOTSTRAP_ADMIN_EMAIL");
}

/** The personas of demo mode, in its own store. */
export async function addDemoPersonas({ staff }: ConsoleStore, createdAt: number): Promise<void> {
  for (const persona of demoPersonas) {
    if (await staff.findByEmail(persona.email)) continue;
    await staff.add({
      ...persona,
      staffID: randomUUID(),
      environments: [...environments],
      passwordHash: await hashPassword(demoPassword),
      createdAt,
    });
  }
}
