/** A name with exactly 120 characters. This is the maximum length of a company name in this service. */
const maxName =
  "Vereinigte Niedersächsische Gesellschaft für Fernmeldetechnik, Gebäudeautomation und Sicherheitsanlagen Nachf. mbH & Co.";

/**
 * Names that programs often handle wrongly: with apostrophes, ampersands, emoji, right-to-left text, markup,
 * spreadsheet formulas, or the wildcards `%` and `_`. There is also a name with one letter and the longest possible
 * name. Each name comes with a domain for its e-mail addresses.
 */
export const awkwardNames: readonly (readonly [companyName: string, domain: string])[] = [
  ["O'Reilly & Sons (Dublin) Ltd", "oreilly-sons"],
  ["☎️ Hello Telecom 🎉", "hello-telecom"],
  ["שלום תקשורת בע״מ", "shalom-tikshoret"],
  ["<b>Bold</b> Communications", "bold-communications"],
  ["D'Angelo, L'Été & d'Œuvre SARL", "dangelo-lete"],
  [maxName, "vng-fernmeldetechnik"],
  ["=SUM(A1:A9) Accounting", "sum-accounting"],
  ["شركة الأمل للاتصالات", "alamal-telecom"],
  ["+49 Vorwahl Service", "vorwahl-service"],
  ['"Quoted" Names, Inc.', "quoted-names"],
  ["-40 °C Kühllogistik", "minus40-kuehllogistik"],
  ["👩‍🚀 Orbit Café 👨‍👩‍👧‍👦", "orbit-cafe"],
  ["@home Pflegedienst", "athome-pflege"],
  ["100% Bio_Markt", "biomarkt"],
  ["X", "x-company"],
  ["<script>alert(1)</script> & Partner", "script-partner"],
  ["İstanbul Iğdır Işık Ltd. Şti.", "istanbul-isik"],
  ["Łódź–Świętokrzyskie „Źródło” Sp. z o.o.", "zrodlo"],
  ["C:\\Users\\Büro\\Telefon", "c-users-buero"],
  ["null", "null-company"],
  ["Ελληνικά & עברית mixed عربي Ltd", "mixed-scripts"],
  ["Zoë’s Naïve Façade ‘Crêperie’", "zoes-creperie"],
];
