const maxLength = 120;

/** Returns a request's value for use in a title. Undefined if the value is empty. */
export const requestText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, maxLength) : undefined;
