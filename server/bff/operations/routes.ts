import { AppError } from "#lib/contract/operations/app-error.ts";
import { type Operation, operationDetailSchema, operationListSchema } from "#lib/contract/operations/operation.ts";
import {
  operationExportQuerySchema,
  operationListQuerySchema,
  operationPeopleSchema,
  repeatedOperationFilters,
} from "#lib/contract/operations/operation-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { exportOperations, operationFileColumns } from "./export-operations.ts";
import { operationFilterOf } from "./operation-filter-of.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationViews } from "./operation-views.ts";

const route = routeWith<OperationServices>();

const maxLater = 10;

/**
 * The routes of operations. An operation is the record of one write. Every write passes through `record-and-send.ts`.
 * An `OperationKind` (operation-kind.ts) describes how one kind of write differs from other kinds. Each kind is defined
 * in its own module and added in that module's `module.ts`.
 *
 * The outcome of an operation is computed from its record (lib/contract/operation-outcome.ts). The database computes
 * the same outcome for filters and counts. Triggers (server/bff/store/schema/tables/operation-triggers.ts) maintain the
 * counts, so that a list can skip to a late page, and store the ID and the name of each customer once. A search compares
 * its text with these IDs and names before it reads any operation (operation-search.ts).
 */
export const operationRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/operations",
    about:
      "A page of an environment's writes, newest first. Everybody with access to the environment can see all writes.",
    policy: "viewer",
    input: { query: operationListQuerySchema, repeated: repeatedOperationFilters },
    answer: operationListSchema,
    async handler(context, { query: { limit, offset, ...filters } }) {
      const { services, environment, session } = context;
      const filter = operationFilterOf(services.operationKinds, environment, session.staff.staffID, filters);
      const { operations, total } = await services.store.operations.list(filter, { limit, offset });
      const asOf = new Date(services.clock.now()).toISOString();
      const views = await operationViews(services, environment, operations);
      return { operations: views, total, limit, offset, asOf };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/export",
    about: "Exports the matching operations, newest first.",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: operationExportQuerySchema, repeated: repeatedOperationFilters },
    answer: { file: { "text/csv": operationFileColumns } },
    handler: (context, { query }) => exportOperations({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/people",
    about: "The people for the owner filter: everybody who has started an operation in this environment.",
    policy: "viewer",
    input: {},
    answer: operationPeopleSchema,
    async handler({ services, environment }) {
      return { people: await services.store.operations.peopleOf(environment) };
    },
  }),
  route({
    method: "GET",
    path: "/api/:environment/operations/:operationID",
    about: "One write of this environment, with any outcome, and the usual duration of its kind.",
    policy: "viewer",
    input: {},
    answer: operationDetailSchema,
    async handler(context, { params: { operationID } }) {
      const { services, environment } = context;
      const stored = await services.store.operations.find(environment, operationID);
      if (!stored) throw new AppError("not_found", `There is no such operation in ${environment}.`);
      const usual = await services.operationJobs.usualTimeOf(stored, { fresh: true });
      const { operations: later } = await services.store.operations.list(
        { environment, againOf: operationID },
        { limit: maxLater, offset: 0 },
      );
      const undoes = ({ request }: StoredOperation) => request.undoOf === operationID;
      const names = await services.store.staff.peopleNames(later.map(({ actor }) => actor.staffID));
      const laterView = ({ operationID: laterID, actor, createdAt }: StoredOperation) => {
        const name = names.get(actor.staffID);
        return {
          operationID: laterID,
          email: actor.email,
          ...(name !== undefined && { name }),
          createdAt: new Date(createdAt).toISOString(),
        };
      };
      const undoneBy = later.filter((one) => undoes(one) && one.confirmedAt !== null).map(laterView);
      const repeats = later.filter((one) => !undoes(one)).map(laterView);
      const [operation] = await operationViews(services, environment, [stored]);
      const { approvalID } = stored.request;
      const { proposals } = services.store;
      // The decision about a proposal starts the write itself, or the request for approval that led to the write.
      const proposalID =
        typeof approvalID === "string"
          ? await proposals.ofResult(environment, "approval", approvalID)
          : await proposals.ofResult(environment, "operation", operationID);
      return {
        operation: operation as Operation,
        ...(repeats.length > 0 && { repeats }),
        ...(undoneBy.length > 0 && { undoneBy }),
        ...(proposalID !== null && { proposalID }),
        ...(usual && { usual }),
        asOf: new Date(services.clock.now()).toISOString(),
      };
    },
  }),
] as const;
