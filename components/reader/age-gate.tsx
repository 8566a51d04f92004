import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { matureNotice } from "@/lib/stories/ratings";
import { AgeGateEffect } from "./age-gate-effect";
import { ageGateKey } from "./age-gate-key";

/**
 * Stores the answer on this device, lays out the pages that were hidden, and goes to the panel in the
 * address. The gate also works without it. A constant.
 */
const ageGateScript = `try{var b=document.getElementById("adult");b.checked=localStorage.getItem("${ageGateKey}")==="yes";b.onchange=function(){if(!b.checked)return;try{localStorage.setItem("${ageGateKey}","yes")}catch(e){}var h=document.querySelector("#adult-story h1");if(h){h.tabIndex=-1;h.focus()}dispatchEvent(new Event("resize"));if(location.hash)location.replace(location.hash)};b.onkeydown=function(e){if(e.key==="Enter")b.click()}}catch(e){}`;

interface AgeGateProps {
  title: string;
  /** Runs no inline script: `AgeGateEffect` alone does what it does. */
  isPrivatePage?: boolean;
  /** The story. Before the answer it is hidden, and its pictures are not fetched. */
  children: ReactNode;
}

/**
 * Asks for confirmation before it shows a story for adults. The cached page is the same for all, so
 * a checkbox and its style do this. Not a <details>, which a hash in the address would open.
 */
export function AgeGate({ title, isPrivatePage = false, children }: AgeGateProps) {
  return (
    <div className="group/adult">
      <div className="mx-auto grid max-w-measure justify-items-center gap-4 px-4 py-16 text-center group-has-[#adult:checked]/adult:hidden">
        <h1 className="display text-3xl wrap-anywhere md:text-4xl">{title}</h1>
        <p className="text-lg">{matureNotice}</p>
        <label className="btn btn-primary btn-lg has-focus-visible:outline-3 has-focus-visible:outline-blue">
          <input id="adult" type="checkbox" autoComplete="off" className="size-5" />I am 18 or
          older: show it
        </label>
        {/* Prefetching the home page would fetch its first covers as well. */}
        <ButtonLink href="/" prefetch={false} variant="ghost">
          Back to Home
        </ButtonLink>
      </div>
      {!isPrivatePage && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input
        <script dangerouslySetInnerHTML={{ __html: ageGateScript }} />
      )}
      <AgeGateEffect />
      <div id="adult-story" className="hidden group-has-[#adult:checked]/adult:block">
        {children}
      </div>
    </div>
  );
}
