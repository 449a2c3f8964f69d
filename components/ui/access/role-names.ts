import type { Role } from "#lib/contract/console/session.ts";

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  editor: "Editor",
  administrator: "Administrator",
};
