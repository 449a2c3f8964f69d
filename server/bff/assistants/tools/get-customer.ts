import { z } from "zod";
import { noteSchema } from "#lib/contract/console/customer-notes.ts";
import { activitySchema } from "#lib/contract/customers/activity.ts";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { historyStateSchema } from "#lib/contract/customers/customer-history.ts";
import { customerJobsSchema } from "#lib/contract/customers/customer-jobs.ts";
import { answerAge } from "#lib/contract/list.ts";
import { numberSchema } from "#lib/contract/number.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { plannedChangeSchema } from "#lib/contract/operations/planned.ts";
import { type AssistantContext, callRoute } from "#server/bff/assistants/call-route.ts";
import { listedJobSchema } from "#server/bff/assistants/listed-output.ts";
import { customerIDInput, defineTool, environmentInput, sourceSchema } from "#server/bff/assistants/tool.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";

/** The parts of a customer that the tool can read, each from a route of its own. */
const partNames = ["numbers", "activities", "jobs", "operations", "planned", "history", "notes"] as const;

/** The number of rows of a part. The tools for lists read further rows. */
const maxRows = "20";

/** A part that could not be read. The other parts are still valid. */
const failedSchema = z.object({ code: z.string(), detail: z.string() });

const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ source: sourceSchema, error: failedSchema.optional(), ...z.object(shape).partial().shape }).optional();

const output = z.object({
  customer: customerSchema.omit({ raw: true }).extend({ source: sourceSchema }),
  ...answerAge,
  numbers: part({ numbers: z.array(numberSchema.omit({ raw: true })), offered: z.boolean(), complete: z.boolean() }),
  activities: part({ activities: z.array(activitySchema.omit({ raw: true })), total: z.number() }),
  jobs: part({
    jobs: z.array(listedJobSchema),
    stuck: customerJobsSchema.shape.stuck,
    unreadable: customerJobsSchema.shape.unreadable,
  }),
  operations: part({ operations: z.array(operationSchema), total: z.number() }),
  planned: part({ planned: z.array(plannedChangeSchema), total: z.number() }),
  history: part({
    states: z.array(historyStateSchema.extend({ customer: customerSchema.omit({ raw: true }) })),
    total: z.number(),
  }),
  notes: part({ notes: z.array(noteSchema), tags: z.array(z.string()), total: z.number() }),
});

type Parts = Omit<z.input<typeof output>, "customer" | keyof typeof answerAge>;

/** Reads one part. A part that cannot be read has its error in its place. */
async function read<Value extends object>(source: "api" | "console", reading: () => Promise<Value>) {
  try {
    return { source, ...(await reading()) };
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    return { source, error: { code, detail: message } };
  }
}

const readers = {
  numbers: (context, params) =>
    read("api", async () => {
      const path = "GET /api/:environment/customers/:customerID/numbers";
      const { numbers, offered, walked } = await callRoute(context, path, { params });
      return { numbers, offered, complete: walked.to >= walked.total };
    }),
  activities: (context, params) =>
    read("api", () =>
      callRoute(context, "GET /api/:environment/customers/:customerID/activities", {
        params,
        query: { limit: maxRows },
      }),
    ),
  jobs: (context, params) =>
    read("api", () => callRoute(context, "GET /api/:environment/customers/:customerID/jobs", { params })),
  operations: (context, { environment = "", customerID = "" }) =>
    read("console", () =>
      callRoute(context, "GET /api/:environment/operations", {
        params: { environment },
        query: { customerID, limit: maxRows },
      }),
    ),
  planned: (context, { environment = "", customerID = "" }) =>
    read("console", () =>
      callRoute(context, "GET /api/:environment/planned", {
        params: { environment },
        query: { customerID, limit: maxRows },
      }),
    ),
  history: (context, params) =>
    read("console", () => callRoute(context, "GET /api/:environment/customers/:customerID/history", { params })),
  notes: (context, params) =>
    read("console", () =>
      callRoute(context, "GET /api/:environment/customers/:customerID/notes", { params, query: { limit: maxRows } }),
    ),
} satisfies {
  [Name in keyof Parts]-?: (
    context: AssistantContext,
    params: Readonly<Record<string, string>>,
  ) => Promise<Parts[Name]>;
};

export const getCustomerTool = defineTool({
  name: "get_customer",
  title: "Read a customer",
  about:
    "Reads one customer by its ID: name, contract, users, and the requested parts. planned and operations are what waits for the customer or was sent for it. jobs are the jobs that run on it. history has the states that Switchboard has seen.",
  input: z.strictObject({
    environment: environmentInput,
    customerID: customerIDInput,
    parts: z
      .array(z.enum(partNames))
      .max(partNames.length)
      .default(["jobs", "operations", "planned"])
      .describe("The parts to read in addition to the customer"),
  }),
  output,
  async run(context, { environment, customerID, parts }) {
    const params = { environment, customerID };
    const { customer, source, ...answer } = await callRoute(context, "GET /api/:environment/customers/:customerID", {
      params,
      query: { pages: "5" },
    });
    const names = [...new Set(parts)];
    const values = await Promise.all(names.map((name) => readers[name](context, params)));
    return {
      ...answer,
      customer: { ...customer, source: source === "known" ? ("console" as const) : ("api" as const) },
      ...(Object.fromEntries(names.map((name, index) => [name, values[index]])) as Parts),
    };
  },
});
