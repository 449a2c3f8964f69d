import { may, type Permission, permissionRoles } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/console/session.ts";
import { everyoneMay, permissionNames } from "./access-texts.ts";

/** The permissions of a role, from the table that the server uses for its checks. */
export function RolePermissions({ role }: { role: Role }) {
  const permissions = (Object.keys(permissionRoles) as Permission[]).filter((permission) => may(role, permission));
  return (
    <ul className="list-disc ps-5">
      <li>{everyoneMay}</li>
      {permissions.map((permission) => (
        <li key={permission}>{permissionNames[permission]}</li>
      ))}
    </ul>
  );
}
