import { expect, test } from "vitest";
import { bestFirst } from "#lib/lookup/rank-names.ts";

test("the same name comes first, then those that begin so, then a word that does, the rest as it came", () => {
  const names = ["Nordwind", "Die Wind AG", "Rückenwind", "WINDPARK", "Wind"];
  expect(bestFirst(names, "wind", (name) => [name])).toEqual([
    "Wind",
    "WINDPARK",
    "Die Wind AG",
    "Nordwind",
    "Rückenwind",
  ]);
});

test("case and accents make no difference, and any of several texts counts", () => {
  const rows = [
    { name: "Zahra", email: "z@test.example" },
    { name: "Müller Straße", email: "m@test.example" },
  ];
  expect(bestFirst(rows, "MULLER STRASSE", ({ name, email }) => [name, email])[0]?.name).toBe("Müller Straße");
  expect(bestFirst(rows, "m@test.example", ({ name, email }) => [name, email])[0]?.name).toBe("Müller Straße");
});
