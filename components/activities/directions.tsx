import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CircleDashed,
  type IconComponent,
} from "#components/ui/icon/icons.tsx";

const icons: readonly [RegExp, IconComponent][] = [
  [/^(in|inbound|incoming|received|terminating)$/i, ArrowDownLeft],
  [/^(out|outbound|outgoing|sent|originating)$/i, ArrowUpRight],
  [/^(internal|both|local)$/i, ArrowLeftRight],
];

/** The icon of a direction. An unknown direction gets a neutral icon. */
export function directionIcon(direction: string): IconComponent {
  return icons.find(([words]) => words.test(direction.trim()))?.[1] ?? CircleDashed;
}

/** The direction of an activity: the value from the API, with an icon. */
export function Direction({ direction }: { direction: string }) {
  const Icon = directionIcon(direction);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 align-bottom">
      <Icon aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
      <bdi className="block truncate first-letter:uppercase">{direction}</bdi>
    </span>
  );
}
