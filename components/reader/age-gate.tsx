import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { matureNotice } from "@/lib/stories/ratings";
import { AgeGateEffect } from "./age-gate-effect";
import { ageGateKey } from "./age-gate-key";

/**
 * Remembers the answer on this device, and has pages laid out that had no room before. Without it
 * the question works as well. A constant.
 */
const ageGateScript = `try{var b=document.getElementById("adult");b.checked=localStorage.getItem("${ageGateKey}")==="yes";b.onchange=function(){if(!b.checked)return;try{localStorage.setItem("${ageGateKey}","yes")}catch(e){}var h=document.querySelector("#adult-story h1");if(h){h.tabIndex=-1;h.focus()}dispatchEvent(new Event("resize"))};b.onkeydown=function(e){if(e.key==="Enter")b.click()}}catch(e){}`;

interface AgeGateProps {
  title: string;
  /** The story: nothing of it is shown, and no picture fetched, before the answer. */
  children: ReactNode;
}

/**
 * Asks before a story for adults is shown. The page is the same for everybody: style sheet and
 * checkbox do it alone. Not a <details>, which an address with a scene in it would open.
 */
export function AgeGate({ title, children }: AgeGateProps) {
  return (
    <div className="group/adult">
      <div className="mx-auto grid max-w-measure justify-items-center gap-4 px-4 py-16 text-center group-has-[#adult:checked]/adult:hidden">
        <h1 className="display text-3xl wrap-anywhere md:text-4xl">{title}</h1>
        <p className="text-lg">{matureNotice}</p>
        <label className="btn btn-primary btn-lg has-focus-visible:outline-3 has-focus-visible:outline-blue">
          <input id="adult" type="checkbox" autoComplete="off" className="size-5" />I am 18 or
          older: show it
        </label>
        {/* Fetched ahead, the home page would have its first covers fetched as well. */}
        <ButtonLink href="/" prefetch={false} variant="ghost">
          Back to Home
        </ButtonLink>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input */}
      <script dangerouslySetInnerHTML={{ __html: ageGateScript }} />
      <AgeGateEffect />
      <div id="adult-story" className="hidden group-has-[#adult:checked]/adult:block">
        {children}
      </div>
    </div>
  );
}
