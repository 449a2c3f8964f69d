/** The minimum time between two automatic reloads, in milliseconds. */
const onceInMs = 60_000;

/** The storage key for the time of the last reload. */
const markName = "switchboard.reloadedAt";

/** Written in short form, because every document contains it twice. */
const parts = [
  `const k="${markName}",`,
  // Does nothing without storage, because it could reload forever.
  `r=()=>{try{Date.now()-sessionStorage[k]<${onceInMs}||(sessionStorage[k]=Date.now(),location.reload())}catch{}},`,
  `f=({target:t})=>{const u=String(t.src||t.href);`,
  `u.includes("/_next/static/")&&fetch(u,{method:"HEAD",cache:"no-store"}).then(r,()=>{})};`,
  `addEventListener("error",f,!0);addEventListener("load",()=>removeEventListener("error",f,!0))`,
];

/**
 * Runs before every other script. If one of the page's own scripts or styles cannot be loaded (its build is gone, or
 * the replica failed during the transfer), it reloads the page once, instead of leaving it without function. Without a
 * network it does nothing, because the browser would show its own error page. It ignores parts that load later: the
 * person may have started to type, and components/ui/lazy/lazy-part.tsx offers a reload there.
 */
export const reloadScript = `(()=>{${parts.join("")}})()`;
