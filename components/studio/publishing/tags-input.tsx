"use client";
/**
 * Tags as chips, followed by a field. Enter and comma add the typed text; Backspace in the empty
 * field removes the last tag; a pasted list is split. Invalid text stays in the field with the
 * reason; the form keeps unadded text as `draft` and adds it on saving.
 *
 *   <TagsField inputRef={field.ref} tags={tags} draft={draft} onChange={(tags, draft, problem) => …} />
 */
import { X } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Field } from "@/components/ui/forms/field";
import { Input } from "@/components/ui/forms/text-input";
import { isComposing } from "@/components/ui/utils/ime";
import { storyLimits } from "@/lib/stories/limits";
import { addTags, isTagList, tagSeparator } from "@/lib/stories/tags";
import { tagClasses, tagRemove } from "./tag-classes";

const boxClasses =
  "relative flex min-h-11 cursor-text flex-wrap items-center gap-1.5 rounded-control border-2 border-ink bg-sheet p-1.5 has-aria-invalid:border-red has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-blue";

interface TagsInputProps {
  /** Lets the form focus the field. */
  inputRef: Ref<Pick<HTMLInputElement, "focus">>;
  tags: string[];
  /** Typed text that is not a tag yet. */
  draft: string;
  onChange: (tags: string[], draft: string, problem: string | null) => void;
}

/** The tags input with label, hint and error. */
export const TagsField = ({ error, ...input }: TagsInputProps & { error: string | undefined }) => (
  <Field
    label="Tags"
    description="Enter or comma adds one. Readers find stories by them."
    error={error}
  >
    <TagsInput {...input} />
  </Field>
);

function TagsInput({ inputRef, tags, draft, onChange }: TagsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(inputRef, () => ({ focus: () => input.current?.focus() }), []);
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState("");

  function add(text: string) {
    const added = addTags(tags, text);
    onChange(added.tags, added.rest, added.problem);
    const count = added.tags.length - tags.length;
    if (count > 0) setAnnouncement(`Added ${added.tags.slice(-count).join(", ")}`);
  }

  function remove(index: number) {
    const next = tags.filter((_, at) => at !== index);
    onChange(next, draft, null);
    setAnnouncement(`Removed ${tags[index]}`);
    // Keeps the focus in the row: on the chip that took this place, or in the field.
    const button = list.current?.querySelectorAll("button")[index + 1];
    if (button instanceof HTMLElement) button.focus();
    else input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event)) return;
    if (event.key === "Enter") {
      // Enter adds a tag and must not submit the form, nor must closing a phone's keyboard.
      event.preventDefault();
      if (draft.trim() !== "") add(draft);
    } else if (event.key === "Backspace" && draft === "" && tags.length > 0) {
      event.preventDefault();
      onChange(tags.slice(0, -1), "", null);
      setAnnouncement(`Removed ${tags.at(-1)}`);
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData("text");
    if (!isTagList(text)) return;
    event.preventDefault();
    add(`${draft},${text}`);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips is one on the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field itself is reached with the keyboard
    <div
      className={boxClasses}
      onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
    >
      <ul ref={list} className="contents" aria-label="Tags of this story">
        {tags.map((tag, index) => (
          <li key={tag} className={tagClasses}>
            <span className="py-0.5 pl-2.5 truncate">{tag}</span>
            <button
              type="button"
              className={tagRemove}
              aria-label={`Remove tag ${tag}`}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" size={16} strokeWidth={3} />
            </button>
          </li>
        ))}
      </ul>
      <Input
        ref={input}
        className="min-h-7 w-auto min-w-0 flex-[1_1_4rem] border-0 bg-transparent px-1.5 py-0 outline-none"
        value={draft}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="done"
        placeholder={tags.length === 0 ? "noir, robots, slow burn" : ""}
        onChange={({ target: { value }, nativeEvent }) =>
          tagSeparator.test(value) && !(nativeEvent as InputEvent).isComposing
            ? add(value)
            : onChange(tags, value, null)
        }
        onCompositionEnd={({ currentTarget: { value } }) => tagSeparator.test(value) && add(value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {/* In the row of the label: inside the box it would take a row of its own. */}
      <span
        className="absolute right-0 bottom-[calc(100%+0.5rem)] text-sm text-ink-soft"
        aria-hidden="true"
      >
        {tags.length} / {storyLimits.tags}
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
