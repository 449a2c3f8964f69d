/** A name with exactly 120 characters, the service's maximum length of a company name. */
const maxName =
  "Vereinigte Niedersächsische Gesellschaft für Fernmeldetechnik, Gebäudeautomation und Sicherheitsanlagen Nachf. mbH & Co.";

/**
 * Names that screens, files and searches often handle wrongly: apostrophes, ampersands, emoji, right-to-left text,
 * markup, spreadsheet formulas, percent signs and underscores (wildcards in searches), a name of one letter, and the
 * longest possible name. Each name has the domain of its email addresses.
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
