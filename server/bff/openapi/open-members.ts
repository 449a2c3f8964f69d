import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import type { DescribedRoute } from "./errors-of-route.ts";
import { type DescribedContract, describeInput, type JsonSchema } from "./json-schemas.ts";

// For some members of answers, lib/contract allows any value. This file has their descriptions for the OpenAPI
// document.

const text = (description: string): JsonSchema => ({ type: "string", description });
const list = (items: JsonSchema, description: string): JsonSchema => ({ type: "array", items, description });
const object = (properties: Record<string, JsonSchema>, description?: string, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
  ...(description !== undefined && { description }),
});

/** What the console adds to the request of a write. */
const addedToRequest: Record<string, JsonSchema> = {
  approvalID: text("The ID of the request for approval that allowed the write."),
  approvedBy: text("The e-mail address of the person who approved it."),
  emergencyBy: text("The e-mail address of the person who released it in an emergency."),
  plannedChangeID: text("The ID of the planned change, if the write is one of its steps."),
  plannedStepID: text("The ID of the step of the planned change."),
};

const unshown = { description: "A member that the specification does not show. The API gets it unchanged." };

/** Describes the members of a part of a request that the specification does not show. */
const withOpenMembers = ([name, member]: [string, JsonSchema]): [string, JsonSchema] =>
  JSON.stringify(member.additionalProperties) === "{}"
    ? [name, { ...member, additionalProperties: unshown }]
    : [name, member];

/** The requests of all kinds of writes: the body of the kind's route, without the part for the console. */
function requestOfOperation(routes: readonly DescribedRoute[], { comments }: DescribedContract): JsonSchema {
  const requests = operationKinds.map(({ kind, route }) => {
    const { body } = routes.find(({ key }) => key === route)?.input ?? {};
    if (!body) throw new Error(`${route} of the kind ${kind} has no body`);
    const { properties = {} } = describeInput(body, comments.get(body));
    const { console: _, ...sent } = properties as Record<string, JsonSchema>;
    return {
      title: kind,
      type: "object",
      properties: { ...Object.fromEntries(Object.entries(sent).map(withOpenMembers)), ...addedToRequest },
      additionalProperties: unshown,
    };
  });
  return { anyOf: requests, description: "The request of the write, by the kind of the operation." };
}

/** The only form that stores drafts is the one for a new customer. */
const draftContent: JsonSchema = {
  type: "object",
  description: "The content of a form. The form for a new customer stores these members.",
  properties: {
    key: text("The Idempotency-Key of the creation."),
    values: object(
      {
        companyName: text("The name as typed."),
        plan: text("The plan as typed."),
        term: text("The term as typed."),
        usersCount: text("The number of users as typed."),
        email: text("The e-mail address of the administrator as typed."),
        further: text("JSON with further members, as typed."),
        withoutEmail: { type: "boolean", description: "True if the person confirmed that no address is needed." },
      },
      "The values as typed.",
    ),
    reference: object(
      { ticket: text("The ticket as typed."), reason: text("The reason as typed.") },
      "The ticket and the reason as typed.",
    ),
    knowingly: { type: "boolean", description: "True if the person confirmed that the customer may exist already." },
    despite: text("The ID of an earlier creation with the same values."),
    sent: {
      type: "object",
      description: "What was sent, while the outcome is unknown.",
      properties: {
        at: text("When it was sent; ISO 8601 in UTC."),
        body: {
          type: "object",
          description: "The body of the creation.",
          additionalProperties: { description: "A member of the body." },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: { description: "A member that another version of the form stores." },
};

const credentials = (description: string) =>
  list(
    object(
      {
        id: text("The ID of the passkey, in Base64url."),
        type: text("Always `public-key`."),
        transports: list({ type: "string" }, "How the device can be reached, such as `internal`."),
      },
      undefined,
      ["id", "type"],
    ),
    description,
  );

const challenge = text("The challenge, in Base64url.");
const timeout = { type: "number", description: "How long the browser waits, in milliseconds." };
const hints = list({ type: "string" }, "The kinds of devices that the browser should offer.");

/** The JSON form of the options of WebAuthn (Level 3, sections 5.4 and 5.5). */
const passkeyOptions: JsonSchema = {
  description: "The options for `navigator.credentials`, in the JSON form of WebAuthn.",
  anyOf: [
    {
      title: "PublicKeyCredentialCreationOptionsJSON",
      ...object(
        {
          challenge,
          rp: object({ id: text("The domain."), name: text("The name of the console.") }, "The console.", ["name"]),
          user: object(
            {
              id: text("The ID of the person, in Base64url."),
              name: text("The e-mail address."),
              displayName: text("The name of the person."),
            },
            "The person.",
            ["id", "name", "displayName"],
          ),
          pubKeyCredParams: list(
            object({
              alg: { type: "number", description: "The COSE number of the algorithm." },
              type: text("Always `public-key`."),
            }),
            "The accepted algorithms.",
          ),
          timeout,
          attestation: text("Which proof of the device the console wants."),
          excludeCredentials: credentials("The passkeys that the person has already."),
          authenticatorSelection: object(
            {
              residentKey: text("Whether the device must store the account."),
              requireResidentKey: { type: "boolean", description: "The older form of `residentKey`." },
              userVerification: text("Whether the device must be unlocked."),
              authenticatorAttachment: text("The kind of device."),
            },
            "What the device must be able to do.",
          ),
          extensions: object(
            { credProps: { type: "boolean", description: "True to report whether the account is stored." } },
            "Extensions of WebAuthn.",
          ),
          hints,
        },
        undefined,
        ["challenge", "rp", "user", "pubKeyCredParams"],
      ),
    },
    {
      title: "PublicKeyCredentialRequestOptionsJSON",
      ...object(
        {
          challenge,
          rpId: text("The domain of the console."),
          timeout,
          allowCredentials: credentials("The passkeys that may be used. Absent or empty: each of this domain."),
          userVerification: text("Whether the device must be unlocked."),
          extensions: object({}, "Extensions of WebAuthn."),
          hints,
        },
        undefined,
        ["challenge"],
      ),
    },
  ],
};

/** Describes the open members of the document's schemas. */
export function describeOpenMembers(
  schemas: ReadonlyMap<string, JsonSchema>,
  routes: readonly DescribedRoute[],
  contract: DescribedContract,
): void {
  const described = {
    Operation: { request: requestOfOperation(routes, contract) },
    Draft: { content: draftContent },
    PasskeyOptions: { options: passkeyOptions },
  };
  for (const [name, members] of Object.entries(described)) {
    const schema = schemas.get(name);
    // A document of only some routes does not have all schemas.
    if (schema) schema.properties = { ...(schema.properties as object), ...members };
  }
}
