interface DifferencesProps {
  title: string;
  /** One sentence for each difference. */
  sentences: readonly string[];
}

/** Warns that the current data differ from what was requested. */
export function Differences({ title, sentences }: DifferencesProps) {
  return (
    <div role="alert" className="border-line border-t bg-caution-soft px-4 py-3 text-table">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc ps-5">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
