/** The ID of the box that accepts text for the lookup. */
export const earlyBoxID = "lookup-box";

/** The script is minified by hand, because every document contains it. */
const parts = [
  `const a=new Map,w=window.early={actions:a},q=s=>document.querySelector(s),`,
  `on=(n,f)=>addEventListener(n,e=>w.isOver||f(e,e.target),!0),`,
  // A recorded event is hidden from React. If React hydrated the element at this moment, it would handle the event too.
  `once=(n,f)=>on(n,(e,t)=>w.isHydrated?.(t)||f(e,t)),`,
  `box=()=>q("#${earlyBoxID}"),`,
  `show=v=>{const d=box();if(d.open)return d.close();d.lastChild.value=v;d.showModal()},`,
  `isField=t=>t.matches("input:not([type=checkbox]),select,textarea"),`,
  // Dims the element by an animation. A changed attribute would cause a hydration mismatch in React.
  `keep=(e,t,v,d)=>{e.stopPropagation();a.delete(t);a.set(t,v);d?.animate({opacity:.6},{duration:100,fill:"forwards"})};`,
  `on("keydown",(e,t)=>{const s=q('[aria-keyshortcuts="/"]'),m=e.ctrlKey||e.metaKey;w.isEntered=e.key=="Enter";`,
  `if(e.altKey)return;`,
  `if(m&&/^k$/i.test(e.key)&&!e.shiftKey&&!w.isHydrated&&box())e.preventDefault(),show("");`,
  `else if(e.key=="/"&&s&&!m&&!isField(t))e.preventDefault(),s.select()});`,
  `on("paste",(e,t)=>{const v=e.clipboardData.getData("text").trim();v&&!w.isHydrated&&box()&&!isField(t)&&(e.preventDefault(),show(v))});`,
  `once("input",(e,t)=>{t.closest("dialog")||keep(e,t,[t.value,t.checked])});`,
  `once("click",(e,t)=>{t=t.closest("button[type=button]:not([popovertarget])");`,
  `t&&(t.matches('[aria-keyshortcuts~="Control+K"]')?show(""):keep(e,t,0,t))});`,
  `once("submit",(e,t)=>{e.preventDefault();keep(e,t,0,e.submitter)})`,
];

/**
 * Records a person's actions before the page's scripts run, in order: fields with their values, pressed buttons and
 * submitted forms. early-actions.ts repeats them later. Without this script, the browser would submit a form to the
 * page's own URL. Ctrl or ⌘ with K, the lookup's button and pasted text immediately open the box for the lookup's text.
 * `/` moves the focus to the search box.
 */
export const earlyScript = `(()=>{${parts.join("")}})()`;
