import { pageQuerySchema } from "#lib/contract/list.ts";
import { type PlainListName, plainListNames } from "#server/api-client/endpoints/plain-lists.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";

const route = routeWith();

const listRoute = <Name extends PlainListName>(name: Name) =>
  route({
    method: "GET",
    path: `/api/:environment/${name}`,
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => {
      const { client, call } = requestAPI(context);
      return client.list(name, query, call);
    },
  });

/** The route type of a plain list. */
type ListRoute = { [Name in PlainListName]: ReturnType<typeof listRoute<Name>> }[PlainListName];

/** The routes of API lists that are returned unchanged. */
export const listRoutes: readonly ListRoute[] = plainListNames.map((name) => listRoute(name) as ListRoute);
