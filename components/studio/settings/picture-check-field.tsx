"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { storyCostsOptions } from "@/lib/spending/client";
import { addAmounts, formatEstimate } from "@/lib/spending/money";
import type { StoryCosts } from "@/lib/spending/schema";
import { pictureChecks, type StorySettings } from "@/lib/stories/schema";

type Check = StorySettings["pictureCheck"];

export const pictureCheckNames: Record<Check, string> = {
  off: "Off",
  tell: "Tell me",
  repair: "Repair once",
};

const hints: Record<Check, string> = {
  off: "Nothing looks at your finished panels.",
  tell: "A model looks whether each new panel shows what it must, and marks what is missing.",
  repair: "As well, and what is missing is mended once, by a change of the picture. Both stay.",
};

/** The extra cost of each new panel; null if it is free. */
function priceOf(check: Check, { picture, check: look }: StoryCosts): string | null {
  if (!look || check === "off") return null;
  const added = check === "tell" ? look : addAmounts(look, look, picture);
  const text = formatEstimate(added);
  return text && `${text} a panel${check === "repair" ? ", if something is missing" : ""}.`;
}

interface PictureCheckFieldProps {
  storyId: string;
  value: Check;
  onChange: (check: Check) => void;
}

/** Chooses whether finished panels are checked, and shows the cost. */
export function PictureCheckField({ storyId, value, onChange }: PictureCheckFieldProps) {
  const { data: costs } = useQuery(storyCostsOptions(storyId));
  const hint =
    costs?.check === null
      ? "No model here looks at pictures, so nothing is checked. The administrator can set one up."
      : [hints[value], costs && priceOf(value, costs)].filter(Boolean).join(" ");
  return (
    <Field label="Check pictures" control="button" description={hint}>
      <Select
        value={value}
        onValueChange={onChange}
        options={pictureChecks.map((check) => ({ value: check, label: pictureCheckNames[check] }))}
      />
    </Field>
  );
}
