/** How long a page that has loaded again does not do so again, in milliseconds. */
const onceInMs = 60_000;

/** Where the tab keeps when it has loaded again. */
const markName = "switchboard.reloadedAt";

/** Written short: it stands twice in every document. */
const parts = [
  `const k="${markName}",`,
  // Gives up where the tab keeps nothing: it could load again for ever.
  `r=()=>{try{Date.now()-sessionStorage[k]<${onceInMs}||(sessionStorage[k]=Date.now(),location.reload())}catch{}},`,
  `f=({target:t})=>{const u=String(t.src||t.href);`,
  `u.includes("/_next/static/")&&fetch(u,{method:"HEAD",cache:"no-store"}).then(r,()=>{})};`,
  `addEventListener("error",f,!0);addEventListener("load",()=>removeEventListener("error",f,!0))`,
];

/**
 * Runs before every other script: a page one of whose own scripts or styles cannot be had (its build is gone, or the
 * replica was lost in the middle of the file) loads again, once, instead of standing there without life. Without a
 * network it stays as it is: the browser would show its own error page. What a page loads later is no longer its
 * concern: somebody may have begun to type, and components/ui/lazy/lazy-part.tsx offers them to load the page again.
 */
export const reloadScript = `(()=>{${parts.join("")}})()`;
