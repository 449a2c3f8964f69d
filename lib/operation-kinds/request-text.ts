const maxLength = 120;

/** A value of a request as part of a title. Undefined if it is empty. */
export const requestText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, maxLength) : undefined;
