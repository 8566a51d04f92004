"use client";
import { useRef } from "react";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { getDirtyFields } from "@/components/ui/forms/merge-values";
import { Input, PasswordInput, Textarea } from "@/components/ui/forms/text-input";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { updateProfile } from "@/lib/accounts/client";
import { type ProfileInput, profileForm, type User } from "@/lib/accounts/schema";

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
/** Never drafted, because several people may share a device. */
const excludedFields = ["email", "currentPassword"];

export function ProfileDialog({ user, open, onOpenChange, onSaved }: ProfileDialogProps) {
  const saved = { ...toFormValues(user), currentPassword: "" };
  const { form, field, error, show } = useSchemaForm(profileForm, saved);
  const draft = useFormDraft(form, { key: `profile:${user._id}`, open, saved, excludedFields });
  /** Values of the form when it was sent. */
  const sent = useRef(saved);
  const newEmail = form.watch("email").trim() !== user.email;
  const save = useDedupedMutation({
    mutationFn: updateProfile,
    meta: { handlesError: true },
    onSuccess({ user: changed, message }) {
      // Text typed while the save was pending is not saved yet.
      const isLast = getDirtyFields(form.getValues(), sent.current).length === 0;
      draft.markSaved(sent.current);
      onSaved(changed);
      toast.success(message);
      if (isLast) onOpenChange(false);
    },
    onError(error) {
      const known = draft.isShown() ? [...fields, "links", "currentPassword"] : [];
      show(mapFormError(error, known, "Profile update failed"));
    },
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
        if (draft.hasConflicts()) {
          requestAnimationFrame(() => draft.noticeRef.current?.focus());
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
          draft.markSaved();
          return onOpenChange(false);
        }
        if (changed.email !== undefined) changed.currentPassword = values.currentPassword;
        sent.current = structuredClone(form.getValues());
        save.mutate(changed);
      })}
    >
      <DraftNotice draft={draft} labels={labels} />
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
        description="Changes the address of your profile"
        error={error("username")}
      >
        <Input
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
      </Field>
      <Field label="Bio" optional description="Add links in the field below" error={error("bio")}>
        <Textarea rows={3} maxLength={300} counter warnAt={270} {...field("bio")} />
      </Field>
      <Field
        label="Links"
        optional
        description="Up to five, one per line. Shown on your public profile"
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

const toFormValues = ({ firstName, lastName, username, email, bio, links }: User) => ({
  firstName,
  lastName,
  username,
  email,
  bio,
  links: links.join("\n"),
});
