import type { z } from "zod";
import { pageQuerySchema } from "#lib/contract/list.ts";
import {
  type PlainListName,
  type PlainListPage,
  plainListNames,
  plainLists,
} from "#server/api-client/endpoints/plain-lists.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";

const route = routeWith();

const listRoute = <Name extends PlainListName>(name: Name) =>
  route({
    method: "GET",
    path: `/api/:environment/${name}`,
    about: `A page of an environment's ${name}, as the API lists them.`,
    policy: "viewer",
    input: { query: pageQuerySchema },
    answer: plainLists[name].answer as unknown as z.ZodType<PlainListPage<Name>>,
    errors: apiErrors,
    handler: (context, { query }) => {
      const { client, call } = requestAPI(context);
      return client.list(name, query, call);
    },
  });

type ListRoute = { [Name in PlainListName]: ReturnType<typeof listRoute<Name>> }[PlainListName];

/** The routes of API lists that are returned unchanged. */
export const listRoutes: readonly ListRoute[] = plainListNames.map((name) => listRoute(name) as ListRoute);
