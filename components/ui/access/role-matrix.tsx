import { Check } from "#components/ui/icon/icons.tsx";
import { may, type Permission, permissionRoles } from "#lib/contract/access/permissions.ts";
import { roleNames, roles } from "#lib/contract/values/access/roles.ts";
import { everyoneMay, matrixTexts, permissionNames } from "./access-texts.ts";

/** The permissions of each role, from the table that the server uses for its checks. */
export function RoleMatrix() {
  const rows = [
    { key: "everyone", name: everyoneMay, isPermitted: () => true },
    ...(Object.keys(permissionRoles) as Permission[]).map((permission) => ({
      key: permission,
      name: permissionNames[permission],
      isPermitted: (role: (typeof roles)[number]) => may(role, permission),
    })),
  ];
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{matrixTexts.caption}</caption>
      <thead>
        <tr className="border-line border-b text-fine text-ink-muted">
          <th scope="col" className="py-1.5 ps-4 pe-2 text-start font-medium">
            {matrixTexts.may}
          </th>
          {roles.map((role) => (
            <th key={role} scope="col" className="px-2 py-1.5 text-center font-medium last:pe-4">
              {roleNames[role]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, isPermitted }) => (
          <tr key={key} className="not-last:border-line not-last:border-b">
            <th scope="row" className="py-1.5 ps-4 pe-2 text-start font-normal first-letter:uppercase">
              {name}
            </th>
            {roles.map((role) => (
              <td key={role} className="px-2 py-1.5 text-center last:pe-4">
                {isPermitted(role) ? (
                  <>
                    <Check aria-hidden className="mx-auto size-4 text-positive" />
                    <span className="sr-only">{matrixTexts.yes}</span>
                  </>
                ) : (
                  <span className="sr-only">{matrixTexts.no}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
