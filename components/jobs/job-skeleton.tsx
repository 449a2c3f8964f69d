import { jobTexts } from "./texts.ts";

const bars = ["w-40", "w-2/3", "w-1/2", "w-3/5", "w-1/3"] as const;

/** A placeholder in the shape of a job's page. Appears only if loading takes noticeable time. */
export function JobSkeleton() {
  return (
    <div className="animate-late">
      <p role="status" className="sr-only">
        {jobTexts.loading}
      </p>
      <div aria-hidden className="flex flex-col gap-4">
        {["state", "steps"].map((panel) => (
          <div key={panel} className="flex flex-col gap-4 rounded-base border border-line bg-surface px-4 py-5">
            {bars.map((width) => (
              <div key={width} className={`skeleton-line ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
