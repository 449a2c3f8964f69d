import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

/** Returns the notice as a form shows it in this state of the API. */
function shown(availability: string, act?: Parameters<typeof SendingHeld>[0]["act"]): string {
  const client = new QueryClient();
  client.setQueryData([...apiStatusQueryOptions("sandbox").queryKey], { availability });
  return shownText(
    <QueryClientProvider client={client}>
      <SendingHeld environment="sandbox" {...(act && { act })} />
    </QueryClientProvider>,
  );
}

test.each([
  [undefined, "nothing can be sent now"],
  ["plan", "nothing can be planned now, because the contract is read first"],
  ["approve", "nothing can be approved now, because the contract is read first. It can be rejected"],
  ["upload", "a file can be uploaded, but its rows cannot be compared with all customers"],
  ["check", "the rows cannot be compared with all customers, and nothing can be created now"],
] as const)("while requests are paused, a form for the action %s says what cannot be done, and why", (act, words) => {
  expect(shown("paused", act)).toContain(`Requests to the API are paused: ${words}`);
  expect(shown("down", act)).toContain(words);
  expect(shown("key_refused", act)).toMatch(new RegExp(`^The API does not accept .*key: ${words}`));
  expect(shown("available", act)).toBe("");
});
