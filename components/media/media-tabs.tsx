import { Clapperboard, ImageUp, Sparkles, Wand2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStoryCosts } from "@/components/spending/story-costs";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { MediaWork } from "@/lib/generation/error-texts";
import { formatEstimate, multiplyAmount } from "@/lib/spending/money";
import { CandidateCount } from "./candidates";
import type { MediaRef } from "./media-session";
import { PromptForm } from "./prompt-form";
import { promptTabs, validateMediaPrompt } from "./prompt-tabs";
import { type Spot, spotPlaceholder } from "./spot/use-spot";
import { UploadForm } from "./upload-form";

type MediaTab = MediaWork | "upload";

const icons = {
  edit: <Wand2 aria-hidden="true" />,
  animate: <Clapperboard aria-hidden="true" />,
  regenerate: <Sparkles aria-hidden="true" />,
};

/** Sticks to the foot of a phone, within reach of the thumb. */
const tabsClasses =
  "media-tabs border-t-2 border-ink bg-sheet px-4 pt-2 pb-3 [grid-area:tabs] [@media(width<56rem)_and_(height>=38rem)]:sticky [@media(width<56rem)_and_(height>=38rem)]:bottom-0 [@media(width<56rem)_and_(height>=38rem)]:z-2 [&_[role=tab]]:flex-1 [&_[role=tab]]:justify-center [&_[role=tab]]:px-1 max-[30rem]:[&_[role=tab]>svg]:hidden [&_[role=tablist]]:gap-0 [&_[role=tabpanel]]:pt-3";

interface MediaTabsProps {
  storyId: string;
  initialTab: MediaTab;
  prompts: Record<MediaWork, string>;
  onPrompt: (work: MediaWork, text: string) => void;
  /** Links beside the prompt of a new picture. */
  contract: ReactNode;
  /** The panel's own prompt. */
  imagePrompt: string;
  selected: MediaRef | null;
  spot: Spot;
  onAsk: (work: MediaWork, prompt: string, count: number) => void;
  onFiles: (files: File[]) => void;
}

/** The ways to change a panel: a prompt box for each kind of work, and an upload. */
export function MediaTabs(props: MediaTabsProps) {
  const { storyId, initialTab, prompts, onPrompt, imagePrompt, selected, onAsk, onFiles } = props;
  const costs = useStoryCosts(storyId);
  const [tab, setTab] = useState<MediaTab>(initialTab);
  const [count, setCount] = useState(1);
  const { isOn: isSpot, problem: spotProblem } = props.spot;
  useEffect(() => {
    if (isSpot) setTab("edit");
  }, [isSpot]);
  const isReworded = imagePrompt !== "" && prompts.regenerate.trim() !== imagePrompt.trim();

  const hintOf = (work: MediaWork) => {
    const canRestore = work === "regenerate" && isReworded;
    const picture = work === "regenerate" ? costs?.take : costs?.picture;
    const price = work === "animate" ? costs?.video : picture && multiplyAmount(count, picture);
    const cost = price && formatEstimate(price);
    const beside = work === "regenerate" && props.contract;
    if (!canRestore && !cost && !beside) return null;
    return (
      <span className="flex flex-wrap justify-between gap-x-4">
        {cost && <span className="tabular-nums">{cost}</span>}
        {beside}
        {canRestore && (
          <button
            type="button"
            className="link"
            onClick={() => onPrompt("regenerate", imagePrompt)}
          >
            Restore the panel's prompt
          </button>
        )}
      </span>
    );
  };

  return (
    <Tabs value={tab} onValueChange={setTab} className={tabsClasses}>
      <TabList label="Ways to change the panel">
        {promptTabs.map(({ work, word }) => (
          <Tab key={work} value={work} icon={icons[work]}>
            {word}
          </Tab>
        ))}
        <Tab value="upload" icon={<ImageUp aria-hidden="true" />}>
          Upload
        </Tab>
      </TabList>
      {promptTabs.map(({ work, ...words }) => (
        <TabPanel key={work} value={work}>
          <PromptForm
            {...words}
            placeholder={work === "edit" && isSpot ? spotPlaceholder : words.placeholder}
            value={prompts[work]}
            onChange={(text) => onPrompt(work, text)}
            check={(text) =>
              validateMediaPrompt(work, text, selected) ?? (work === "edit" ? spotProblem : null)
            }
            onSubmit={(text) => onAsk(work, text, work === "animate" ? 1 : count)}
            hint={hintOf(work)}
          >
            {work !== "animate" && <CandidateCount value={count} onChange={setCount} />}
          </PromptForm>
        </TabPanel>
      ))}
      <TabPanel value="upload">
        <UploadForm onFiles={onFiles} />
      </TabPanel>
    </Tabs>
  );
}
