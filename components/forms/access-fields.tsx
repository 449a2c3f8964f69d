"use client";

import { useId } from "react";
import { RoleMatrix } from "#components/ui/access/role-matrix.tsx";
import { RolePermissions } from "#components/ui/access/role-permissions.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { roleNames, roles } from "#lib/contract/values/access/roles.ts";
import { environments as allEnvironments } from "#lib/contract/values/environments.ts";
import { accessFieldTexts as texts } from "./access-field-texts.ts";

interface AccessFieldsProps {
  role: Role;
  environments: readonly Environment[];
  onChange: (change: { role?: Role; environments?: Environment[] }) => void;
}

/** Fields for the role and the environments. Shows the permissions of each role before the role is assigned. */
export function AccessFields({ role, environments, onChange }: AccessFieldsProps) {
  const name = useId();
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-medium text-table">{texts.role}</legend>
        <div className="flex flex-wrap gap-x-5">
          {roles.map((one) => (
            <label key={one} className="flex min-h-6 items-center gap-2">
              <input type="radio" name={name} checked={role === one} onChange={() => onChange({ role: one })} />
              {roleNames[one]}
            </label>
          ))}
        </div>
        <p className="mt-2 text-fine text-ink-muted">{texts.may}</p>
        <div className="text-fine text-ink-muted">
          <RolePermissions role={role} />
        </div>
        <details className="mt-2 text-fine">
          <summary className="min-h-6 cursor-pointer text-accent">{texts.compare}</summary>
          <div className="mt-1 rounded-base border border-line">
            <RoleMatrix />
          </div>
        </details>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium text-table">{texts.environments}</legend>
        <div className="flex flex-wrap gap-x-5">
          {allEnvironments.map((one) => (
            <label key={one} className="flex min-h-6 items-center gap-2">
              <input
                type="checkbox"
                className="size-4"
                checked={environments.includes(one)}
                onChange={(event) =>
                  onChange({
                    environments: allEnvironments.filter((other) =>
                      other === one ? event.target.checked : environments.includes(other),
                    ),
                  })
                }
              />
              {environmentNames[one]}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
