import { sharedBff } from "#server/bff/shared-bff.ts";

/** Passes each HTTP request to the BFF's route table. Used under plain `next start`. */
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
