/** The words for names of companies and people in one region. Some words have a separate form for e-mail domains. */
export interface Region {
  /** The share of customers in this region, in percent. */
  share: number;
  /** The pattern of company names. */
  pattern: "{stem} {trade} {form}" | "{form} {stem} {trade}" | "{trade} {stem} {form}" | "{stem}{trade}{form}";
  stems: readonly (readonly [native: string, domain: string])[];
  trades: readonly (readonly [native: string, domain: string])[];
  forms: readonly string[];
  cities: readonly string[];
  /** Given names and family names. They use only letters that e-mail addresses allow. */
  given: readonly string[];
  family: readonly string[];
}

function words(list: string): [string, string][] {
  return list.split(", ").map((entry) => {
    const [native = "", domain] = entry.split("|");
    return [native, domain ?? native.toLowerCase()];
  });
}

const names = (list: string): string[] => list.split(", ");

/** The regions of the demo data, largest first. If the two forms of a word differ, it is written as `native|domain`. */
export const regions: readonly Region[] = [
  {
    share: 26,
    pattern: "{stem} {trade} {form}",
    stems: words(
      "Müller|mueller, Schäfer|schaefer, Weiß|weiss, Krüger|krueger, Hoffmann, Bergmann, Lindner, Böhm|boehm, Nordlicht, Alpenblick, Rheinland, Hansa, Seidel, Brandt, Grünwald|gruenwald, Isar, Küstner|kuestner, Voß|voss",
    ),
    trades: words(
      "Elektrotechnik, Steuerberatung, Logistik, Zahnärzte|zahnaerzte, Immobilien, Maschinenbau, Rechtsanwälte|rechtsanwaelte, Gebäudetechnik|gebaeudetechnik, Hausverwaltung, Metallbau, Apotheke, Druckerei",
    ),
    forms: ["GmbH", "AG", "KG", "GmbH & Co. KG", "e.K.", "& Söhne"],
    cities: names("Köln, München, Hamburg, Leipzig, Stuttgart, Zürich, Wien, Düsseldorf"),
    given: names("anna, lukas, sabine, juergen, katharina, felix, monika, stefan, lena, matthias"),
    family: names("mueller, schmidt, weber, wagner, becker, schulz, koch, bauer, richter, klein"),
  },
  {
    share: 24,
    pattern: "{stem} {trade} {form}",
    stems: words(
      "Ashworth, Blackwood, Pemberton, Riverside, Highland, Summit, Fairview, MacGregor, Oakridge, Kingsley, Harbour, Redwood, Whitfield, Northgate, Silverline, Crestview, O'Brien|obrien, St. James|st-james",
    ),
    trades: words(
      "Dental, Logistics, Insurance Brokers|insurance, Legal, Property Management|property, Veterinary Clinic|vets, Engineering, Accountants, Travel, Interiors, Recruitment, Freight",
    ),
    forms: ["Ltd", "LLP", "Inc.", "plc", "Group", "& Co.", "Partners"],
    cities: names("Leeds, Bristol, Austin, Dublin, Glasgow, Portland, Toronto, Brisbane"),
    given: names("oliver, amelia, james, charlotte, william, isla, henry, grace, noah, emily"),
    family: names("smith, taylor, walker, hughes, patel, campbell, morgan, bennett, cooper, reed"),
  },
  {
    share: 10,
    pattern: "{trade} {stem} {form}",
    stems: words(
      "Lefèvre|lefevre, Benoît|benoit, Garçon|garcon, Desprès|despres, de l'Étoile|etoile, du Château|chateau, Moreau, Saint-Exupéry|saint-exupery, Bélanger|belanger, Côté|cote, Hérault|herault, Noël|noel",
    ),
    trades: words(
      "Cabinet, Pharmacie, Menuiserie, Boulangerie, Transports, Étude notariale|notaires, Électricité|electricite, Agence, Clinique, Garage",
    ),
    forms: ["SARL", "SA", "SAS", "& Fils", "et Associés"],
    cities: names("Lyon, Genève, Québec, Liège, Nîmes, Besançon"),
    given: names("camille, hugo, chloe, theo, manon, lucas, ines, mathis, lea, jules"),
    family: names("martin, bernard, dubois, petit, durand, leroy, roux, fontaine, girard, mercier"),
  },
  {
    share: 8,
    pattern: "{stem} {trade} {form}",
    stems: words(
      "Wiśniewski|wisniewski, Żółw|zolw, Kraków|krakow, Dąbrowa|dabrowa, Łukasz|lukasz, Górski|gorski, Świt|swit, Piękna|piekna, Jabłoński|jablonski, Źródło|zrodlo",
    ),
    trades: words(
      "Transport, Budownictwo, Meble, Księgowość|ksiegowosc, Elektronika, Usługi|uslugi, Stolarnia, Apteka",
    ),
    forms: ["Sp. z o.o.", "S.A.", "Sp. j.", "i Wspólnicy"],
    cities: names("Łódź, Gdańsk, Poznań, Wrocław, Rzeszów"),
    given: names("zofia, jakub, magdalena, piotr, agnieszka, tomasz, ewa, marcin"),
    family: names("nowak, kowalska, wojcik, kaminski, lewandowska, zielinski, mazur, krawczyk"),
  },
  {
    share: 7,
    pattern: "{trade} {stem} {form}",
    stems: words(
      "Ibáñez|ibanez, Núñez|nunez, El Niño|el-nino, García|garcia, Peñalver|penalver, La Montaña|la-montana, Muñoz|munoz, Ávila|avila, Corazón|corazon, Güell|guell",
    ),
    trades: words(
      "Talleres, Clínica|clinica, Bodegas, Construcciones, Asesoría|asesoria, Hostelería|hosteleria, Farmacia, Gestión|gestion",
    ),
    forms: ["S.L.", "S.A.", "e Hijos", "y Asociados", "S. de R.L."],
    cities: names("A Coruña, Málaga, Cádiz, Bogotá, León, Mérida"),
    given: names("lucia, mateo, sofia, diego, carmen, pablo, valentina, javier"),
    family: names("gonzalez, lopez, fernandez, torres, ramirez, castro, ortega, delgado"),
  },
  {
    share: 7,
    pattern: "{stem} {trade} {form}",
    stems: words(
      "Åström|astrom, Sjöberg|sjoberg, Kjær|kjaer, Ødegård|odegard, Bjørnson|bjornson, Nyström|nystrom, Þór|thor, Mäkinen|makinen, Fjällräven|fjallraven, Sørensen|sorensen",
    ),
    trades: words(
      "Bygg, El & Data|el-data, Fastigheter, Tandläkare|tandlakare, Rejser, Revision, Kylmälä|kylmala, Fisk",
    ),
    forms: ["AB", "AS", "A/S", "Oy", "ApS", "ehf."],
    cities: names("Malmö, Århus, Tromsø, Jyväskylä, Göteborg, Reykjavík"),
    given: names("astrid, erik, freja, lars, sanna, mikkel, ingrid, joonas"),
    family: names("andersson, hansen, nielsen, johansson, virtanen, larsen, lindqvist, jonsdottir"),
  },
  {
    share: 5,
    pattern: "{stem} {trade} {form}",
    stems: words(
      "Yıldız|yildiz, Güneş|gunes, Öztürk|ozturk, Çelik|celik, Şahin|sahin, Boğaziçi|bogazici, Işık|isik, Ağaoğlu|agaoglu",
    ),
    trades: words("Tekstil, İnşaat|insaat, Lojistik, Gıda|gida, Turizm, Mühendislik|muhendislik, Sigorta"),
    forms: ["A.Ş.", "Ltd. Şti.", "ve Ortakları"],
    cities: names("İstanbul, Eskişehir, Muğla, İzmir"),
    given: names("elif, mehmet, zeynep, mustafa, ayse, emre, fatma, burak"),
    family: names("yilmaz, kaya, demir, aydin, arslan, dogan, koc, polat"),
  },
  {
    share: 3,
    pattern: "{trade} {stem} {form}",
    stems: words(
      "Αθηνά|athina, Παπαδόπουλος|papadopoulos, Όλυμπος|olympos, Αιγαίο|aigaio, Ήλιος|ilios, Μακεδονία|makedonia",
    ),
    trades: words(
      "Φαρμακείο|farmakeio, Ξενοδοχείο|xenodocheio, Ναυτιλιακή|naftiliaki, Τεχνική|techniki, Εκδόσεις|ekdoseis",
    ),
    forms: ["Α.Ε.", "Ο.Ε.", "Ι.Κ.Ε."],
    cities: names("Αθήνα, Θεσσαλονίκη, Πάτρα"),
    given: names("eleni, giorgos, maria, nikos, katerina, dimitris"),
    family: names("papadopoulou, georgiou, nikolaidis, vlachos, makris, pappas"),
  },
  {
    share: 2,
    pattern: "{form} {stem} {trade}",
    stems: words("Світанок|svitanok, Київ|kyiv, Дніпро|dnipro, Карпати|karpaty, Мрія|mriya, Джерело|dzherelo"),
    trades: words("Телеком|telecom, Логістика|lohistyka, Торгівля|torhivlia, Сервіс|servis, Будівництво|budivnytstvo"),
    forms: ["ТОВ", "ПП", "АТ"],
    cities: names("Львів, Одеса, Харків"),
    given: names("olena, andriy, iryna, taras, oksana, dmytro"),
    family: names("shevchenko, bondarenko, kovalenko, melnyk, tkachenko, kravets"),
  },
  {
    share: 2,
    pattern: "{stem} {trade} {form}",
    stems: words("Слънце|slantse, Балкан|balkan, Родопи|rodopi, Витоша|vitosha, Черно море|cherno-more, Роза|roza"),
    trades: words("Инженеринг|inzhenering, Транспорт|transport, Имоти|imoti, Строй|stroy, Аптеки|apteki"),
    forms: ["ООД", "АД", "ЕООД"],
    cities: names("София, Пловдив, Варна"),
    given: names("georgi, desislava, nikola, maria, ivan, elena"),
    family: names("ivanov, petrova, dimitrov, georgieva, stoyanov, todorova"),
  },
  {
    share: 2,
    pattern: "{stem} {trade} {form}",
    stems: words("גליל|galil, כרמל|carmel, אלון|alon, שקד|shaked, רימון|rimon, תבור|tavor"),
    trades: words("תקשורת|tikshoret, נדל״ן|nadlan, הנדסה|handasa, ביטוח|bituach, מחשבים|machshevim"),
    forms: ["בע״מ", "ושות׳"],
    cities: names("חיפה, ירושלים, אשדוד"),
    given: names("noa, yossi, tamar, amit, michal, eitan"),
    family: names("cohen, levi, mizrahi, peretz, friedman, biton"),
  },
  {
    share: 2,
    pattern: "{form} {stem} {trade}",
    stems: words("النور|alnoor, الواحة|alwaha, الخليج|alkhaleej, الفجر|alfajr, النخيل|alnakheel, القدس|alquds"),
    trades: words("للتجارة|trading, للمقاولات|contracting, للاتصالات|telecom, للتأمين|insurance, للسفر|travel"),
    forms: ["شركة", "مؤسسة", "مجموعة"],
    cities: names("دبي, عمّان, الرياض"),
    given: names("fatima, omar, layla, khalid, nour, yousef"),
    family: names("alhassan, haddad, mansour, alsayed, khoury, nasser"),
  },
  {
    share: 3,
    pattern: "{stem}{trade}{form}",
    stems: words("東京|tokyo, さくら|sakura, 富士|fuji, 山田|yamada, ひかり|hikari, 北海|hokkai, ミライ|mirai"),
    trades: words("電機|denki, 商事|shoji, 建設|kensetsu, 通信|tsushin, 不動産|fudosan, サービス|service"),
    forms: ["株式会社", "有限会社", "合同会社"],
    cities: names("札幌, 横浜, 大阪"),
    given: names("haruto, yui, sota, aoi, ren, hina"),
    family: names("sato, suzuki, tanaka, watanabe, kobayashi, nakamura"),
  },
  {
    share: 3,
    pattern: "{stem}{trade}{form}",
    stems: words("上海|shanghai, 长城|changcheng, 龙腾|longteng, 明珠|mingzhu, 華泰|huatai, 東方|dongfang"),
    trades: words("科技|keji, 贸易|maoyi, 物流|wuliu, 電訊|dianxun, 餐飲|canyin"),
    forms: ["有限公司", "集团", "股份有限公司"],
    cities: names("深圳, 成都, 香港"),
    given: names("wei, fang, jing, lei, min, xin"),
    family: names("wang, li, zhang, chen, liu, huang"),
  },
];
