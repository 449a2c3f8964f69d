/** The length of a call in the usual notation: `0:07`, `3:04`, `1:02:09`. Rounded to whole seconds. */
export function formatCallLength(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The length of a call for screen readers: `1 h 2 min 9 s`. */
export function callLengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3_600), "h"],
    [Math.floor((whole % 3_600) / 60), "min"],
    [whole % 60, "s"],
  ] as const;
  const words = parts.flatMap(([value, unit]) => (value > 0 ? `${value} ${unit}` : []));
  return words.length === 0 ? "0 s" : words.join(" ");
}
