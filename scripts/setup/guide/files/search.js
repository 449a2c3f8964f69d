// The search of the guide. The index is a file beside this one, so nothing is requested while a person types.
const form = document.querySelector("#search");
const input = form.elements.q;
const results = document.querySelector("#results");
const article = document.querySelector("article");
const maxResults = 20;

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];

/** How well a section matches. 0: it does not contain every word. */
function score({ page, title, text }, words) {
  const [inPage, inTitle, inText] = [page, title, text].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const points = (inTitle.includes(word) ? 8 : 0) + (inPage.includes(word) ? 3 : 0) + (inText.includes(word) ? 1 : 0);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** The part of the text around the first word that was found. */
function excerpt(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const begin = Math.max(0, Math.min(...places, text.length) - 60);
  const start = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
  return `${start > 0 ? "… " : ""}${text.slice(start, start + 160)}${text.length > start + 160 ? " …" : ""}`;
}

/** Adds the text to the element, with the words that were found in bold. */
function addMarked(element, text, words) {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[-]/g, "\\-")).join("|")})`, "giu");
  for (const [index, part] of text.split(pattern).entries()) {
    if (index % 2 === 0) element.append(part);
    else element.append(Object.assign(document.createElement("mark"), { textContent: part }));
  }
}

function resultOf({ address, anchor, page, title, text }, words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = anchor === "" ? address : `${address}#${anchor}`;
  link.textContent = page === title ? title : `${page}: ${title}`;
  const small = document.createElement("small");
  addMarked(small, excerpt(text, words), words);
  item.append(link, small);
  return item;
}

function show() {
  const words = wordsOf(input.value);
  results.hidden = words.length === 0;
  article.hidden = words.length > 0;
  if (words.length === 0) return;
  const found = globalThis.searchIndex
    .map((section) => ({ section, points: score(section, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points);
  const heading = document.createElement("h1");
  const count = found.length === 1 ? "1 result" : `${found.length} results`;
  const first = found.length > maxResults ? `, the first ${maxResults} are shown` : "";
  heading.textContent = found.length === 0 ? `Nothing found for "${input.value.trim()}"` : `${count}${first}`;
  const list = document.createElement("ol");
  list.append(...found.slice(0, maxResults).map(({ section }) => resultOf(section, words)));
  results.replaceChildren(heading, list);
}

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.focus();
});
input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  input.value = "";
  show();
});
results.addEventListener("click", (event) => {
  // A result on this page changes only the part after the "#".
  if (event.target.closest("a")) {
    input.value = "";
    show();
  }
});
const query = new URLSearchParams(location.search).get("q");
if (query) {
  input.value = query;
  show();
}
// On a narrow screen the list of pages is closed at first.
if (matchMedia("(width < 56rem)").matches) document.querySelector(".menu").open = false;
