import { type Page, type ResourceContext, toISO } from "./resource-context.ts";

/** Returns the list of numbers, newest first (specification, section 4.9). */
export async function listNumbers(options: { context: ResourceContext; input: Page }) {
  const { context, input } = options;
  const { numbers, total } = await context.store.numbers.list(context.environment, input);
  const written = numbers.map(({ number, customerID, createdMs }) => ({
    number,
    customerID,
    created: toISO(createdMs),
  }));
  return { numbers: written, total, ...input };
}
