import { z } from "zod";
import { lookupHitSchema, searchCoverageSchema } from "#lib/contract/console/lookup.ts";
import { answerAge } from "#lib/contract/list.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";
import { callRoute } from "#server/bff/assistants/call-route.ts";
import { defineTool, environmentInput, sourceSchema } from "#server/bff/assistants/tool.ts";

/** The kinds of hits that come from the console's own store. All other hits are records of the API. */
const ownKinds: ReadonlySet<string> = new Set(["operation", "ticket", "tag", "planned", "bulk", "import"]);

export const findCustomersTool = defineTool({
  name: "find_customers",
  title: "Find customers",
  about:
    "Finds customers by a part of their name, an ID, an e-mail address or a telephone number. Also finds jobs, operations, tickets, bulk changes and imports by their ID, imports by the name of their file, and bulk changes by their reason. A hit of the kind number names the customer of a telephone number in customerID.",
  input: z.strictObject({
    environment: environmentInput,
    search: z.string().trim().min(1).max(maxLookupLength).describe("What to search for"),
  }),
  output: z.object({
    hits: z.array(lookupHitSchema.extend({ source: sourceSchema })),
    looked: z.array(searchCoverageSchema),
    ...answerAge,
  }),
  async run(context, { environment, search }) {
    const found = await callRoute(context, "GET /api/:environment/lookup", {
      params: { environment },
      query: { q: search },
    });
    const hits = found.hits.map((hit) => ({ ...hit, source: ownKinds.has(hit.kind) ? "console" : "api" }) as const);
    return { ...found, hits };
  },
});
