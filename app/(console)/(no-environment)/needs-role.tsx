import { needsRoleTexts as texts } from "#components/shell/texts.ts";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { type Permission, rolesThatMay } from "#lib/contract/access/permissions.ts";
import { type Role, roleNames } from "#lib/contract/values/access/roles.ts";

interface NeedsRoleProps {
  title: string;
  permission: Permission;
  /** The person's role, which lacks the permission. */
  role: Role;
}

/** Shown instead of a page that the person's role may not open. Says which roles may open the page and whom to ask. */
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
