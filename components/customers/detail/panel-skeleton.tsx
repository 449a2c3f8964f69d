/** Placeholder lines while content loads. They appear only if loading takes noticeable time. */
export function PanelSkeleton({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <div role="status" aria-label={label} className="flex animate-late flex-col gap-3 px-4 py-4">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are equal, so an index is enough
        <div key={index} className="h-4 w-2/3 max-w-md rounded-small bg-sunken odd:w-1/2" />
      ))}
    </div>
  );
}
