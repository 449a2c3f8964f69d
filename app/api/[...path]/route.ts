import { sharedBff } from "#server/bff/shared-bff.ts";

/** The second door: the table of the BFF as a route of Next, for where no host stands before it. */
const answer = (request: Request): Promise<Response> => sharedBff().fetch(request);

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};

export const dynamic = "force-dynamic";
