/** The minimum time between two automatic reloads, in milliseconds. */
const onceInMs = 60_000;

/** The storage key for the time of the last reload. */
const markName = "switchboard.reloadedAt";

/** The script is minified by hand, because every document contains it twice. */
const parts = [
  `const k="${markName}",`,
  // Without storage the script does not reload, because it needs storage to prevent a loop of reloads.
  `r=()=>{try{Date.now()-sessionStorage[k]<${onceInMs}||(sessionStorage[k]=Date.now(),location.reload())}catch{}},`,
  `f=({target:t})=>{const u=String(t.src||t.href);`,
  `u.includes("/_next/static/")&&fetch(u,{method:"HEAD",cache:"no-store"}).then(r,()=>{})};`,
  `addEventListener("error",f,!0);addEventListener("load",()=>removeEventListener("error",f,!0))`,
];

/**
 * Runs before every other script. If a script or style of the page cannot be loaded, this script reloads the page once.
 * Loading fails if the build is gone, or if the replica failed while it was sending the file. Without a network the
 * script does nothing, because a reload would show the browser's own error page. The script ignores parts that load
 * later, because the person may have started to type. components/ui/lazy/lazy-part.tsx offers a reload for such parts.
 */
export const reloadScript = `(()=>{${parts.join("")}})()`;
