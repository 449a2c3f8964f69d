import type { Role } from "#lib/contract/console/session.ts";

export interface DemoPersona {
  email: string;
  name: string;
  role: Role;
}

/** The demo users, at most one for each role. They exist only in demo mode. */
export const demoPersonas: readonly DemoPersona[] = [
  { email: "viewer@demo.test", name: "Vera Lindqvist", role: "viewer" },
  { email: "editor@demo.test", name: "Emre Yıldız", role: "editor" },
  { email: "administrator@demo.test", name: "Ada Okafor", role: "administrator" },
];
