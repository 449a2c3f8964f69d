"use client";

import { useQuery } from "@tanstack/react-query";
import { inputClass } from "#components/forms/text-field.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { contractValuesQueryOptions } from "#lib/query/customers/contract-values.ts";

interface ContractWordSelectProps {
  environment: Environment;
  member: "plan" | "term";
  value: string;
  /** The option without a value. */
  none: string;
  onValue: (value: string) => void;
  id?: string | undefined;
  "aria-label"?: string | undefined;
  "aria-describedby"?: string | undefined;
}

/**
 * A selector for the plans or terms that Switchboard knows. If the file's current word is not among these values, the
 * word is an option too.
 */
export function ContractWordSelect(props: ContractWordSelectProps) {
  const { environment, member, value, none, onValue, ...attributes } = props;
  const { data } = useQuery(contractValuesQueryOptions(environment));
  const offered = data?.[`${member}s`] ?? [];
  return (
    <select {...attributes} value={value} onChange={({ target }) => onValue(target.value)} className={inputClass}>
      <option value="">{none}</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {contractValueName(member, one)}
        </option>
      ))}
      {value !== "" && !offered.includes(value) && <option value={value}>{value}</option>}
    </select>
  );
}
