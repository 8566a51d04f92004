/**
 * A page that is complete without a script need not begin with one. On pages that carry `wakeScript`,
 * the page cache turns Next's scripts into inert ones (`lib/platform/page-cache/late-scripts.mjs`);
 * they begin with the first sign of a wish (a pointer, a finger, a key, a scroll), at once after the
 * first paint for somebody who may be signed in, and else 4 s after the page has loaded. What was
 * pressed meanwhile is pressed again when the page is awake. Where nothing was made inert, as on hosts
 * with a cache of their own, the script does nothing.
 */
export const wakeScript = `(()=>{
let d=document,later='script[type="later"]',held=[],begun=0,on=(t,f)=>addEventListener(t,f,{capture:true,passive:false});
if(!d.querySelector(later))return;
let go=()=>{if(d.readyState=="loading")return d.addEventListener("DOMContentLoaded",go,{once:true});if(begun++)return;d.querySelectorAll(later).forEach(o=>{let s=d.createElement("script");for(let a of o.attributes)a.name!="type"&&s.setAttribute(a.name,a.value);s.async=!0;o.replaceWith(s)})};
let hold=e=>{let t=e.target;if(held){if(e.type=="click"){let b=t.closest&&t.closest('button:not([type="submit"])');if(b){e.stopImmediatePropagation();held.push(()=>b.click())}}else if(!/^(Enter|Tab| |Shift|Control|Alt|Meta)$/.test(e.key)&&!e.isComposing)held.push(()=>t.dispatchEvent(new KeyboardEvent(e.type,e)));go()}};
on("click",hold);on("keydown",hold);
"pointermove pointerdown touchstart wheel scroll focusin".split(" ").forEach(t=>addEventListener(t,go,{capture:true,passive:true,once:true}));
d.addEventListener("awake",()=>setTimeout(()=>{let h=held;held=null;h.forEach(f=>f())}),{once:true});
addEventListener("load",()=>setTimeout(go,4000),{once:true});
try{new PerformanceObserver(()=>{if(d.documentElement.dataset.session!=null)requestAnimationFrame(()=>setTimeout(go))}).observe({type:"paint",buffered:!0})}catch{go()}
})()`;

/** Tells the script above that the page answers presses now. */
export function tellAwake(): void {
  document.dispatchEvent(new Event("awake"));
}
