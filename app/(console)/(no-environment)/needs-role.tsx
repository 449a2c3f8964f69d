import { needsRoleTexts as texts } from "#components/shell/texts.ts";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { type Permission, rolesThatMay } from "#lib/contract/access/permissions.ts";
import { type Role, roleNames } from "#lib/contract/values/access/roles.ts";

interface NeedsRoleProps {
  title: string;
  permission: Permission;
  /** The person's role. It does not have the permission. */
  role: Role;
}

/** The page for a person whose role may not open it. It says which roles may, and whom to ask. */
export function NeedsRole({ title, permission, role }: NeedsRoleProps) {
  return (
    <>
      <h1 className="font-semibold text-display">{title}</h1>
      <EmptyState title={texts.title(rolesThatMay(permission).map((one) => roleNames[one]))}>
        {texts.explained(roleNames[role])}
      </EmptyState>
    </>
  );
}
