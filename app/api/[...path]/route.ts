import { sharedBff } from "#server/bff/shared-bff.ts";

/**
 * The HTTP entry point to the BFF under plain `next start`. A route handler of Next passes every request to the BFF's
 * route table.
 */
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
