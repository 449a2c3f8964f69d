import { randomUUID } from "node:crypto";
import { environments } from "#lib/contract/values/environments.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { Logger } from "#server/bff/core/log/log.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

/**
 * Adds the first administrator if the console has no active administrator. The environment variables name the new
 * administrator.
 */
export async function addBootstrapAdministrator(
  { staff }: ConsoleStore,
  { bootstrapAdministrator }: Pick<ConsoleEnv, "bootstrapAdministrator">,
  createdAt: number,
  log: Logger,
): Promise<void> {
  if (!bootstrapAdministrator) {
    if (!(await staff.hasAdministrator())) {
      log.warn("there is no administrator: set BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD and start again");
    }
    return;
  }
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
  else {
    log.warn(
      "BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD are ignored, because there is an administrator: remove them",
    );
  }
}
