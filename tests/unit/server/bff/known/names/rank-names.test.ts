import { expect, test } from "vitest";
import { rankByMatch } from "#server/bff/known/names/rank-names.ts";

test("exact names are first, followed by names that begin with the text, names with such a word, and the rest", () => {
  const names = ["Nordwind", "Die Wind AG", "Rückenwind", "WINDPARK", "Wind"];
  expect(rankByMatch(names, "wind", (name) => [name]).map(({ item }) => item)).toEqual([
    "Wind",
    "WINDPARK",
    "Die Wind AG",
    "Nordwind",
    "Rückenwind",
  ]);
});

test("case and accents make no difference, and a match of any of several texts counts", () => {
  const rows = [
    { name: "Zahra", email: "z@test.example" },
    { name: "Müller Straße", email: "m@test.example" },
  ];
  expect(rankByMatch(rows, "MULLER STRASSE", ({ name, email }) => [name, email])[0]?.item.name).toBe("Müller Straße");
  expect(rankByMatch(rows, "m@test.example", ({ name, email }) => [name, email])[0]?.item.name).toBe("Müller Straße");
});

test.each([
  ["Logistik Nordwind", "Nordwind Logistik GmbH", "exactly"],
  ["nordw log", "Nordwind Logistik GmbH", "exactly"],
  ["Mueller", "Müller & Söhne", "exactly"],
  ["Soehne Mueller", "Müller & Söhne", "exactly"],
  ["Müller", "Mueller AG", "exactly"],
  ["Strasse", "An der Straße", "exactly"],
  ["Nord wind", "Nordwind Logistik GmbH", "exactly"],
  ["OReilly", "O'Reilly & Sons", "exactly"],
  ["Nordwnid", "Nordwind Logistik GmbH", "nearly"],
  ["Nordwin Logstik", "Nordwind Logistik GmbH", "nearly"],
  ["Nordwixd", "Nordwind Logistik GmbH", "nearly"],
  ["Nrodwnid", "Nordwind Logistik GmbH", "unknown"],
  ["Nordwind Spedition", "Nordwind Logistik GmbH", "unknown"],
  ["Axm", "Arm", "unknown"],
])("%j as typed matches %j with the result %s", (typed, name, fits) => {
  expect(rankByMatch([name], typed, (text) => [text])).toEqual([{ item: name, fits }]);
});
