const lines = ["w-3/5", "w-4/5", "w-1/2", "w-2/3"] as const;

/** A placeholder in the shape of a panel's lines. It appears only if loading takes noticeable time. */
export function PanelSkeleton() {
  return (
    <div aria-hidden className="flex min-h-40 animate-late flex-col gap-4 px-4 py-5">
      {lines.map((width) => (
        <div key={width} className={`skeleton-line ${width}`} />
      ))}
    </div>
  );
}
