// Next asks for all of its scripts in the head of a page: before a letter is drawn the browser has
// begun ten requests, and a slow processor runs the framework before it shows a page that is
// complete without it. A page that says so (`components/shell/wake.ts`) begins them later: with the
// first sign of a wish (a pointer, a finger, a key, a scroll), once that has been answered with a
// frame; after the first paint for somebody who may be signed in; and else 4 s after it has loaded.
// What was pressed meanwhile is pressed again when the page is awake. Next's data for its scripts is
// as inert as they are until then. Nothing of this stands in that data. Until it wakes <html> says
// `data-asleep`.

const mark = 'data-wakes=""';
const script =
  /<script src="(\/_next\/[\w./~-]+\.js)" ((?:id="\w+" )?)async=""( id="\w+")?><\/script>/g;
const preload =
  /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/[\w./~-]+\.js"\/>/g;

/** Next's data, written for its scripts. */
const data = /<script>(?=(?:self|\(self)\.__next_f\b)/g;

const wake = `(()=>{
let d=document,r=d.documentElement.dataset,later='script[type="later"]',held=[],begun=0,paint=f=>requestAnimationFrame(()=>setTimeout(f)),on=(t,f)=>addEventListener(t,f,{capture:true,passive:false});
let go=()=>{delete r.asleep;if(d.readyState=="loading")return d.addEventListener("DOMContentLoaded",go,{once:true});begun++||paint(()=>d.querySelectorAll(later).forEach(o=>{let s=d.createElement("script");for(let a of o.attributes)a.name!="type"&&s.setAttribute(a.name,a.value);s.async=!0;s.text=o.text;o.replaceWith(s)}))};
r.asleep="";
let hold=e=>{let t=e.target;if(held){if(e.type=="click"){let b=t.closest&&t.closest('button:not([type="submit"])');if(b){e.stopImmediatePropagation();held.push(()=>b.click())}}else if(!/^(Enter|Tab| |Shift|Control|Alt|Meta)$/.test(e.key)&&!e.isComposing)held.push(()=>t.dispatchEvent(new KeyboardEvent(e.type,e)));go()}};
on("click",hold);on("keydown",hold);
"pointermove pointerdown touchstart wheel scroll focusin".split(" ").forEach(t=>addEventListener(t,go,{capture:true,passive:true,once:true}));
d.addEventListener("awake",()=>setTimeout(()=>{let h=held;held=null;h.forEach(f=>f())}),{once:true});
addEventListener("load",()=>setTimeout(go,4000),{once:true});
try{new PerformanceObserver(()=>{if(r.session!=null)go()}).observe({type:"paint",buffered:!0})}catch{go()}
})()`;

/**
 * Makes the scripts of a page inert where the page says that it is complete without them.
 * @param {string} html a page as Next made it
 */
export function lateScripts(html) {
  if (!html.includes(mark)) return html;
  let isFirst = true;
  const page = html.replace(preload, "").replace(data, '<script type="later">');
  return page.replace(script, (_, src, before, after = "") => {
    const begins = isFirst ? `<script>${wake}</script>` : "";
    isFirst = false;
    return `${begins}<script type="later" ${before}src="${src}"${after}></script>`;
  });
}
