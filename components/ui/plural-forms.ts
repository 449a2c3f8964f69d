// Nouns in singular and plural that several pages use with numbers.
export const customerForms = { one: "customer", other: "customers" } as const;
export const jobForms = { one: "job", other: "jobs" } as const;
export const numberForms = { one: "number", other: "numbers" } as const;
export const changeForms = { one: "change", other: "changes" } as const;
export const noteForms = { one: "note", other: "notes" } as const;
export const operationForms = { one: "operation", other: "operations" } as const;
