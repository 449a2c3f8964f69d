import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { regions } from "#server/provisioning/seed/regions.ts";
import { customer } from "#tests/service/provisioning/test-service.ts";
import { startLookup } from "./start-lookup.ts";

/** Names that look like those that are searched: the same trades, cities and legal forms. */
const crowd = regions
  .flatMap(({ stems, trades, forms, cities, given, family }, region) =>
    stems.slice(0, 10).flatMap(([stem, domain], s) =>
      trades.slice(0, 8).map(([trade], t) => {
        const pick = <Item>(list: readonly Item[]) => list[(s * 7 + t * 3 + region) % list.length];
        return {
          companyName: [stem, trade, pick(forms), pick(cities)].join(" "),
          adminEmail: `${pick(given)}.${pick(family)}@${domain}-${s}${t}.example`,
        };
      }),
    ),
  )
  .map((names, index) => customer(24 * (index + 1), names));

const wanted = {
  nordwind: ["Nordwind Kühllogistik GmbH", "petra.lang@nordwind-kuehl.example"],
  muehlen: ["Mühlenhof Bäckerei & Söhne", "info@muehlenhof.example"],
  mueller: ["Muellerstaedt Optik", "kontakt@muellerstaedt.example"],
  oreilly: ["O'Reilly & Sons (Dublin) Ltd", "sean@oreilly-sons.example"],
  lodz: ["Łódzkie Zakłady Telefoniczne", "biuro@lodzkie-zaklady.example"],
  creperie: ["Zoë’s Naïve Crêperie", "zoe@zoes-creperie.example"],
  grosse: ["Großkopf Straßenbau AG", "bau@grosskopf.example"],
  atlantic: ["Atlantic Dental Practice", "reception@atlantic-dental.example"],
  harbour: ["Harbour View Surveyors", "anthony.whitfield@harbourview.example"],
  bakery: ["The Copper Kettle Bakery", "orders@copperkettle.example"],
  sorensen: ["Sørensen Værksted ApS", "post@sorensen-vaerksted.example"],
  gone: ["Vanquist Printworks", "hello@vanquist.example"],
} as const;

type Name = keyof typeof wanted;

const records = Object.fromEntries(
  Object.entries(wanted).map(([name, [companyName, adminEmail]], index) => [
    name,
    customer(24 * (300 + index), {
      companyName,
      adminEmail,
      ...(name === "gone" && { deletedMs: Date.UTC(2026, 0, 5) }),
    }),
  ]),
) as Record<Name, ReturnType<typeof customer>>;

/** What was typed, and whose customer, record or word is to come first. */
type Query = readonly [typed: string, first: string];

const namesTyped: readonly Query[] = [
  // As it is written, in part, and in another case.
  ["Nordwind Kühllogistik GmbH", "nordwind"],
  ["nordwind", "nordwind"],
  ["COPPER KETTLE", "bakery"],
  ["harbour view", "harbour"],
  ["  Atlantic   Dental ", "atlantic"],
  ["“Harbour View Surveyors”", "harbour"],
  ["Vanquist", "gone"],
  // Words in another order, or only the beginnings of them.
  ["Kühllogistik Nordwind", "nordwind"],
  ["Bakery Copper Kettle", "bakery"],
  ["surveyors harbour", "harbour"],
  ["dental atlantic practice", "atlantic"],
  ["copp kett", "bakery"],
  ["GmbH Nordwind", "nordwind"],
  ["Söhne Bäckerei Mühlenhof", "muehlen"],
  // Accents left out, and ae for ä.
  ["Kuhllogistik", "nordwind"],
  ["Kuehllogistik", "nordwind"],
  ["Nordwind Kuehllogistik", "nordwind"],
  ["Muehlenhof", "muehlen"],
  ["Mühlenhof Baeckerei", "muehlen"],
  ["baeckerei muehlenhof", "muehlen"],
  ["Müllerstädt", "mueller"],
  ["Mullerstadt", "mueller"],
  ["Grosskopf", "grosse"],
  ["GROSSKOPF STRASSENBAU", "grosse"],
  ["Strassenbau Großkopf", "grosse"],
  ["Lodzkie Zaklady", "lodz"],
  ["zoes naive creperie", "creperie"],
  ["Creperie Zoe", "creperie"],
  ["Sorensen", "sorensen"],
  ["Soerensen Vaerksted", "sorensen"],
  // One letter wrong, missing, too many, or two exchanged.
  ["Nordwint", "nordwind"],
  ["Nordwnd", "nordwind"],
  ["Nordwwind", "nordwind"],
  ["Nrodwind", "nordwind"],
  ["Nordwidn Kühllogistik", "nordwind"],
  ["Harbor View Surveyors", "harbour"],
  ["Habrour View", "harbour"],
  ["Surveyers Harbour", "harbour"],
  ["Coper Kettle", "bakery"],
  ["Kopper Kettle Bakery", "bakery"],
  ["Atlantik Dental", "atlantic"],
  ["Atlanitc", "atlantic"],
  ["Vanqist Printworks", "gone"],
  ["Mühlehof", "muehlen"],
  // Blanks and signs where there are none, or none where there are.
  ["Nord wind", "nordwind"],
  ["copperkettle", "bakery"],
  ["OReilly", "oreilly"],
  ["O’Reilly and Sons", "oreilly"],
  ["oreilly sons dublin", "oreilly"],
  // E-mail addresses.
  ["petra.lang@nordwind-kuehl.example", "nordwind"],
  ["PETRA.LANG@NORDWIND-KUEHL.EXAMPLE", "nordwind"],
  ["Reception <reception@atlantic-dental.example>", "atlantic"],
  ["anthony.whitfeld@harbourview.example", "harbour"],
  ["whitfield harbourview", "harbour"],
];

test("sixty texts as agents type them lead to what was meant, first, in at least 95 of 100", async () => {
  const { lookUp, assign, console } = await startLookup({
    customers: { production: [...Object.values(records), ...crowd], sandbox: [] },
  });
  const [number = ""] = await assign("production", records.harbour, 1);
  await assign("production", records.atlantic, 250, 1_000);
  const editor = { cookie: await console.signIn("edith@test.example") };
  const made = await console.send("POST", "/api/production/customers", {
    ...editor,
    headers: { "idempotency-key": randomUUID() },
    body: {
      ...{ companyName: "Made Today", plan: "essential", term: "monthly", adminUser: { email: "m@made.example" } },
      console: { ticket: "INC-4711" },
    },
  });
  const { operation } = operationAnswerSchema.parse(await made.json());
  const tagsOf = records.bakery.customerID;
  const tagged = await console.send("PUT", `/api/production/customers/${tagsOf}/tags`, {
    ...editor,
    body: { tags: ["key account"] },
  });
  expect(tagged.status).toBe(200);
  const { customerID } = records.nordwind;
  const { operationID, jobID = "" } = operation;
  const all: readonly Query[] = [
    ...namesTyped,
    [number.slice(-4), number],
    [`…${number.slice(-6, -3)} ${number.slice(-3)}`, number],
    [`0${number.slice(3)}`, number],
    [shortenMiddle(customerID), "nordwind"],
    [customerID.slice(0, 8).toUpperCase(), "nordwind"],
    [shortenMiddle(operationID), operationID],
    [`#${operationID.slice(0, 8)}`, operationID],
    [shortenMiddle(jobID), jobID],
    ["INC-4711", "INC-4711"],
    ["inc 4711", "INC-4711"],
    ["ticket INC4711", "INC-4711"],
    ["key acc", "key account"],
    ["account key", "key account"],
    ["Key Acount", "key account"],
  ];
  expect(all.length).toBeGreaterThanOrEqual(60);

  const missed: { typed: string; first: string | undefined; wanted: string }[] = [];
  for (const [typed, first] of all) {
    const [hit] = (await lookUp(typed)).hits;
    const id = first in records ? records[first as Name].customerID : first;
    if (hit?.id !== id) missed.push({ typed, first: hit?.label, wanted: first });
  }
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(all.length * 0.05);
}, 60_000);

test("where one letter differs the answer says so, and two wrong letters find nothing", async () => {
  const { lookUp } = await startLookup({
    customers: { production: [...Object.values(records), ...crowd], sandbox: [] },
  });
  const similar = await lookUp("Atlanitc");
  expect(similar.hits).toMatchObject([{ kind: "customer", label: "Atlantic Dental Practice" }]);
  expect(similar.looked).toEqual([
    { what: "customers", by: "search", complete: true, term: "Atlanitc", total: 0, similar: true },
  ]);
  expect((await lookUp("Practice Atlantic")).looked[0]).not.toHaveProperty("similar");
  expect((await lookUp("Atlqnitc")).hits).toEqual([]);
});
