"use client";
import { Plus } from "lucide-react";
import { type ChangeEvent, type Ref, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Select } from "@/components/ui/forms/select";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { Notice } from "@/components/ui/notice";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import { presetOf } from "@/lib/scenes/bubbles/editing";
import { textFit } from "@/lib/scenes/bubbles/fit";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { bubblePresets, type PresetName, presetNames } from "@/lib/scenes/bubbles/presets";
import { bubbleTypes, maxBubbles, type TextBubble } from "@/lib/scenes/bubbles/schema";
import { missingLetters } from "@/lib/scenes/lettering/font-fallback";
import { bubbleName, typeNames } from "../bubble-labels";
import type { BubbleEditor } from "../use-bubble-editor";
import { focusBubble } from "../use-stage-keys";
import { AdvancedControls } from "./advanced-controls";
import { BubbleSample } from "./bubble-sample";
import { StyleControls } from "./style-controls";
import { TailControls } from "./tail-controls";

interface InspectorProps {
  editor: BubbleEditor;
  size: PanelLayout;
  /** Names of possible speakers. */
  names: readonly string[];
  /** Starts to aim the tail of a bubble by a press; null cancels. */
  onPoint: (id: string | null) => void;
  textRef: Ref<HTMLTextAreaElement>;
}

export const maxTextLength = 500;

const sampleTexts: Record<PresetName, string> = {
  "Speech Default": "Hello!",
  Shout: "HEY!",
  Whisper: "Psst…",
  Thought: "Hm…",
  Narration: "Later…",
  Subtitle: "La la",
};

/** The settings of the selected bubble; without a selection, the list of bubbles. */
export function Inspector({ editor, size, names, onPoint, textRef }: InspectorProps) {
  const bubble = editor.selected;
  if (!bubble) return <BubbleList editor={editor} />;
  return (
    <div className="grid gap-6">
      <TextFields bubble={bubble} editor={editor} size={size} names={names} textRef={textRef} />
      <Presets bubble={bubble} editor={editor} />
      <StyleControls bubble={bubble} edit={editor.edit} />
      <TailControls bubble={bubble} edit={editor.edit} size={size} onPoint={onPoint} />
      <AdvancedControls bubble={bubble} edit={editor.edit} />
      <div>
        <Button
          variant="danger"
          // The next bubble's button takes its place.
          loading={false}
          onClick={() => editor.edit({ kind: "delete", id: bubble.id })}
        >
          Delete Bubble
        </Button>
      </div>
    </div>
  );
}

function TextFields({
  bubble,
  editor,
  size,
  names,
  textRef,
}: Omit<InspectorProps, "onPoint"> & { bubble: TextBubble }) {
  const listId = useId();
  const { id, text } = bubble;
  const { edit } = editor;
  const fit = textFit(bubble, size);
  const isTooLong = text.length > maxTextLength;
  const missing = missingLetters(text);
  const compositions = useRef(0);
  const compositionOf = ({ nativeEvent }: ChangeEvent) =>
    (nativeEvent as InputEvent).isComposing ? { composition: compositions.current } : {};
  return (
    <section
      className="grid gap-4 min-w-0"
      aria-label="Words"
      onCompositionStart={() => {
        compositions.current += 1;
      }}
    >
      <Field
        label="Text"
        error={isTooLong ? `Bubble text must be at most ${maxTextLength} characters` : undefined}
      >
        <Textarea
          ref={textRef}
          value={text}
          rows={3}
          placeholder="Text"
          counter={text.length > maxTextLength - 100}
          maxLength={maxTextLength}
          warnAt={maxTextLength - 50}
          onChange={(event) =>
            edit({ kind: "text", id, text: event.currentTarget.value, ...compositionOf(event) })
          }
        />
      </Field>
      {missing.length > 0 && (
        <Notice tone="warning">
          {missing.length === 1
            ? `No font has the character ${missing[0]}, so a dot is drawn in its place. Choose another one.`
            : `No font has the characters ${missing.slice(0, 8).join(" ")}, so dots are drawn in their place. Choose other ones.`}
        </Notice>
      )}
      {fit !== "fits" && (
        <Notice
          tone="warning"
          action={
            <Button
              size="sm"
              onClick={() => {
                edit({ kind: "fit", id });
                // This button unmounts.
                focusBubble(id);
              }}
            >
              Make it fit
            </Button>
          }
        >
          {fit === "shrunk"
            ? "This text does not fit, so it is drawn smaller."
            : "This text does not fit: a word is split."}
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field label="Type" control="button">
          <Select
            value={bubble.type}
            onValueChange={(type) => edit({ kind: "type", id, type })}
            options={bubbleTypes.map((type) => ({ value: type, label: typeNames[type] }))}
          />
        </Field>
        <Field label="Speaker" optional>
          <Input
            value={bubble.speaker ?? ""}
            list={listId}
            autoComplete="off"
            onChange={(event) => {
              const speaker = event.currentTarget.value;
              edit({ kind: "speaker", id, speaker, ...compositionOf(event) });
            }}
          />
        </Field>
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {isTouchDevice() && (
        <p className="field-hint">
          To move a bubble without opening it, press and hold it in the story, then drag.
        </p>
      )}
    </section>
  );
}

function Presets({ bubble, editor }: { bubble: TextBubble; editor: BubbleEditor }) {
  return (
    // On the background of a picture: white bubbles would be invisible on a white sheet.
    <div className="[&_.choice]:content-start [&_.choice]:px-1 [&_.choice]:pt-1 [&_.choice]:pb-1.5 [&_.choice]:text-center [&_.choice-mark]:w-full [&_.choice-mark]:rounded-[4px] [&_.choice-mark]:bg-[#d9cfbb] [&_.choice-row]:grid [&_.choice-row]:grid-cols-3 [&_svg]:mx-auto [&_svg]:min-w-13">
      <RadioGroup<PresetName | "">
        label="Preset"
        value={presetOf(bubble) ?? ""}
        onChange={(name) => name && editor.edit({ kind: "preset", id: bubble.id, name })}
        options={presetNames.map((name) => ({
          value: name,
          name,
          icon: (
            <BubbleSample
              text={sampleTexts[name]}
              type={bubblePresets[name].type}
              style={bubblePresets[name].style}
            />
          ),
        }))}
      />
    </div>
  );
}

function BubbleList({ editor }: { editor: BubbleEditor }) {
  const { bubbles, select, add } = editor;
  const list = useRef<HTMLDivElement>(null);
  // After the last bubble is deleted by keyboard, Undo needs the focus in the editor.
  useEffect(() => {
    const within = list.current?.closest(".bubble-editor");
    if (within?.contains(document.activeElement)) return;
    within?.querySelector<HTMLElement>(".bubble-work-area")?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={list} className="grid gap-6">
      <p className="text-ink-soft">
        {bubbles.length === 0
          ? "No bubbles on this panel yet. Double-tap a spot on the picture to put one there."
          : "Choose a bubble on the panel or here, or double-tap a free spot to put a new one there."}
      </p>
      {bubbles.length > 0 && (
        <ul className="grid gap-2" aria-label="Bubbles in reading order">
          {bubbles.map((bubble) => (
            <li key={bubble.id}>
              <Button
                onClick={() => select(bubble.id)}
                className="w-full justify-start text-start wrap-anywhere"
              >
                {bubbleName(bubble)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => add()} disabled={bubbles.length >= maxBubbles}>
          <Plus aria-hidden="true" /> Add a bubble
        </Button>
      </div>
    </div>
  );
}
