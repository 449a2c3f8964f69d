import { outcomeName } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { AuditEvent } from "#lib/contract/access/audit.ts";
import { resultTexts, eventTexts as texts } from "./texts.ts";

/** The maximum number of members to show for one value. People do not compare longer lists. */
const maxMembers = 100;

const isScalar = (value: unknown) => typeof value !== "object" || value === null;

/** True if the value is a time in milliseconds since 1970. The names of such members end in `At`. */
const isInstant = (name: string, text: string) => /At$/.test(name) && /^\d{13}$/.test(text);

/**
 * The members of a value with their paths, such as `contract.plan`. A plain value becomes one member without a name. A
 * list of plain values becomes one line.
 */
export function flatten(value: unknown, path = ""): [path: string, text: string][] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  }
  if (Array.isArray(value) && value.every(isScalar)) return [[path, value.slice(0, maxMembers).join(", ")]];
  return Object.entries(value)
    .flatMap(([name, member]) => flatten(member, path === "" ? name : `${path}.${name}`))
    .slice(0, maxMembers);
}

type Names = ReadonlyMap<string, string>;

function Value({ name, text, names }: { name: string; text: string | undefined; names: Names }) {
  const person = text === undefined ? undefined : names.get(text);
  if (person !== undefined) return <bdi title={text}>{person}</bdi>;
  if (text !== undefined && /(^|\.)code$/.test(name)) return resultTexts.preventedBy(text) ?? outcomeName(text);
  if (text === undefined || !isInstant(name, text)) return text;
  return <Timestamp value={new Date(Number(text)).toISOString()} detail="minute" />;
}

/** Compares the values before and after. Members that differ are bold. */
export function Differences({
  before,
  after,
  names = new Map(),
}: Pick<AuditEvent, "before" | "after"> & { names?: Names }) {
  // If the event is a contract change, `before` is only the old contract. `after` has the new contract and other facts.
  const isContract = typeof after === "object" && after !== null && "contract" in after;
  const [old, now] = [new Map(flatten(before, isContract ? "contract" : "")), new Map(flatten(after))];
  const members = [...new Set([...old.keys(), ...now.keys()])].toSorted(
    (a, b) => Number(old.has(b)) - Number(old.has(a)),
  );
  if (members.length === 0) return null;
  const hasBefore = old.size > 0;
  return (
    <table className="w-full table-fixed text-start text-table">
      <caption className="pb-1 text-start font-semibold">{texts.changes}</caption>
      <thead className="text-fine text-ink-muted">
        <tr className="*:py-1 *:text-start *:font-normal">
          <th scope="col">{texts.member}</th>
          {hasBefore && <th scope="col">{texts.before}</th>}
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {members.map((name) => {
          const differs = old.has(name) && old.get(name) !== now.get(name);
          return (
            <tr key={name} className="border-line border-t align-top *:py-1 *:pe-2 *:wrap-anywhere">
              <th scope="row" className="text-start font-normal text-ink-muted">
                {name}
              </th>
              {hasBefore && (
                <td className={differs ? "text-ink-muted line-through" : undefined}>
                  <Value name={name} text={old.get(name)} names={names} />
                </td>
              )}
              <td className={differs ? "font-semibold" : undefined}>
                <Value name={name} text={now.get(name)} names={names} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
