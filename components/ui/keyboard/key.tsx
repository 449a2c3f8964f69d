/** A key, drawn as on a keyboard. */
export function KeyboardKey({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-line bg-surface px-1 font-sans text-fine text-ink-muted">
      {children}
    </kbd>
  );
}
