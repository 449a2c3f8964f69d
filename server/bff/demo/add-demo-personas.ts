import { randomUUID } from "node:crypto";
import { environments } from "#lib/contract/values/environments.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { demoPersonas } from "./demo-personas.ts";

/** Adds the demo users to the store. */
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
