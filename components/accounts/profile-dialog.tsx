"use client";
import { useRef } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { KeptNotice } from "@/components/ui/kept-notice";
import { changedNames } from "@/components/ui/kept-values";
import { Input, PasswordInput, Textarea } from "@/components/ui/text-input";
import { toast } from "@/components/ui/toast";
import { useKeptForm } from "@/components/ui/use-kept-form";
import { useSchemaForm } from "@/components/ui/use-schema-form";
import { updateProfile } from "@/lib/accounts/client";
import { type ProfileInput, profileForm, type User } from "@/lib/accounts/schema";
import { placeError } from "./form-errors";
import { useAccountChange } from "./use-account-change";

interface ProfileDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: (user: User) => void;
}

const fields = ["firstName", "lastName", "username", "email", "bio"] as const;
const labels = {
  firstName: "First name",
  lastName: "Last name",
  username: "Username",
  bio: "Bio",
  links: "Links",
  email: "Email",
};
/** A device may have more than one owner. */
const secret = ["email", "currentPassword"];

export function ProfileDialog({ user, open, onOpenChange, onSaved }: ProfileDialogProps) {
  const saved = { ...pick(user), currentPassword: "" };
  const { form, field, error, show } = useSchemaForm(profileForm, saved);
  const kept = useKeptForm(form, { key: `profile:${user._id}`, open, saved, secret });
  /** What the form showed when it was sent. */
  const sent = useRef(saved);
  const newEmail = form.watch("email").trim() !== user.email;
  const save = useAccountChange({
    change: updateProfile,
    onDone({ user: changed, message }) {
      // What was typed on while the answer was awaited is not saved yet.
      const isLast = changedNames(form.getValues(), sent.current).length === 0;
      kept.accept(sent.current);
      onSaved(changed);
      toast.success(message);
      if (isLast) onOpenChange(false);
    },
    onFailure: (error) =>
      show(placeError(error, [...fields, "links", "currentPassword"], "Profile update failed")),
  });

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      pending={save.isPending}
      title="Edit Profile"
      action="Save"
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => {
        if (kept.isContested()) {
          requestAnimationFrame(() => kept.notice.current?.focus());
          return;
        }
        if (newEmail && user.hasPassword && values.currentPassword === "") {
          const message = "Current password is required";
          show({ fields: [{ field: "currentPassword", message }], text: null });
          return;
        }
        const changed: ProfileInput = {};
        for (const name of fields) if (values[name] !== user[name]) changed[name] = values[name];
        if (values.links.join() !== user.links.join()) changed.links = values.links;
        if (Object.keys(changed).length === 0) {
          kept.accept();
          return onOpenChange(false);
        }
        if (changed.email !== undefined) changed.currentPassword = values.currentPassword;
        sent.current = structuredClone(form.getValues());
        save.mutate(changed);
      })}
    >
      <KeptNotice kept={kept} labels={labels} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First name" optional error={error("firstName")}>
          <Input autoComplete="given-name" {...field("firstName")} />
        </Field>
        <Field label="Last name" optional error={error("lastName")}>
          <Input autoComplete="family-name" {...field("lastName")} />
        </Field>
      </div>
      <Field
        label="Username"
        description="The address of your profile changes with it"
        error={error("username")}
      >
        <Input
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
      </Field>
      <Field
        label="Bio"
        optional
        description="Links have a field of their own below"
        error={error("bio")}
      >
        <Textarea rows={3} maxLength={300} counter warnAt={270} {...field("bio")} />
      </Field>
      <Field
        label="Links"
        optional
        description="Up to five, one per line. Everybody sees them on your profile"
        error={error("links")}
      >
        <Textarea rows={3} inputMode="url" spellCheck={false} {...field("links")} />
      </Field>
      <Field label="Email" description="Only you see it" error={error("email")}>
        <Input type="email" autoComplete="email" spellCheck={false} {...field("email")} />
      </Field>
      {newEmail && user.hasPassword && (
        <Field
          label="Current password"
          description="Needed for a new email"
          error={error("currentPassword")}
        >
          <PasswordInput autoComplete="current-password" {...field("currentPassword")} />
        </Field>
      )}
    </FormDialog>
  );
}

const pick = ({ firstName, lastName, username, email, bio, links }: User) => ({
  firstName,
  lastName,
  username,
  email,
  bio,
  links: links.join("\n"),
});
