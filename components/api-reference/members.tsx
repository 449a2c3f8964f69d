import { ChevronRight } from "#components/ui/icon/icons.tsx";
import type { ReferenceMember } from "#lib/contract/console/api-reference.ts";
import { memberTexts as texts } from "./texts.ts";

/** A text in which words in backticks are code. */
export function Marked({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <code key={index} className="text-fine wrap-anywhere">
        {part}
      </code>
    ),
  );
}

/** The values that a member may have, after its description. */
function Limits({ member }: { member: ReferenceMember }) {
  const { words, default: initial, minimum, maximum, maxLength, format } = member;
  const limits = [
    ...(format === undefined ? [] : [texts.format(format)]),
    ...(minimum === undefined && maximum === undefined ? [] : [texts.range(minimum, maximum)]),
    ...(maxLength === undefined ? [] : [texts.maxLength(maxLength)]),
    ...(initial === undefined ? [] : [texts.default(initial)]),
  ];
  return (
    <>
      {limits.length > 0 && <span className="text-ink-muted"> {limits.join(" ")}</span>}
      {words && (
        <span className="block text-ink-muted">
          {texts.values} <code className="text-fine wrap-anywhere">{words.join(", ")}</code>
        </span>
      )}
    </>
  );
}

function Alternatives({ alternatives }: { alternatives: readonly ReferenceMember[] }) {
  return (
    <div>
      <p className="text-ink-muted text-table">{texts.oneOf}</p>
      {alternatives.map((alternative, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives of a description never change
        <Nested key={index} title={alternative.type} members={alternative.members ?? []} />
      ))}
    </div>
  );
}

/** The members of an object, which open when the person asks for them. */
function Nested({ title, members }: { title: string; members: readonly ReferenceMember[] }) {
  if (members.length === 0) return null;
  return (
    <details className="group/nested">
      <summary className="inline-flex cursor-pointer items-center gap-1 text-accent text-fine">
        <ChevronRight aria-hidden className="size-3.5 group-open/nested:rotate-90" />
        {title}: {texts.members(members.length)}
      </summary>
      <Members members={members} />
    </details>
  );
}

/** The content of a body, or of one member. */
export function Content({ member, isTop = false }: { member: ReferenceMember; isTop?: boolean }) {
  const { members, alternatives, type } = member;
  if (alternatives) return <Alternatives alternatives={alternatives} />;
  if (!members) return null;
  return isTop ? <Members members={members} /> : <Nested title={type} members={members} />;
}

/** The members of an object or the parameters of a route, with their types and descriptions. */
export function Members({ members }: { members: readonly ReferenceMember[] }) {
  return (
    <ul className="border-line border-s ps-3">
      {members.map((member) => (
        <li key={member.name} className="py-1 text-table">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-medium text-fine wrap-anywhere">{member.name}</code>
            <span className="text-fine text-ink-muted wrap-anywhere">{member.type}</span>
            {!member.isRequired && <span className="text-fine text-ink-muted italic">{texts.optional}</span>}
          </div>
          <div className="max-w-prose">
            {member.description !== undefined && <Marked text={member.description} />}
            <Limits member={member} />
          </div>
          <Content member={member} />
        </li>
      ))}
    </ul>
  );
}
