import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import type { Role } from "#lib/contract/values/access/roles.ts";
import { may, type Permission } from "./permissions.ts";

/**
 * True if the key of an API client may propose: an administrator has allowed it, and the role of the key may do what is
 * proposed. Without `permission`: whether the key may propose anything.
 */
export const mayPropose = (
  { assistant, role }: { assistant: AssistantMode; role: Role },
  permission: Permission = "contracts.change",
): boolean => assistant === "proposals" && may(role, permission);
