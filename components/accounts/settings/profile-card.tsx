"use client";
import { ImageUp, Pencil, X } from "lucide-react";
import { useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { passFocus } from "@/components/ui/pass-focus";
import { Avatar } from "@/components/ui/pictures/avatar";
import { toast } from "@/components/ui/toast";
import { formatLongDate } from "@/components/ui/utils/format-date";
import { updateProfile, uploadAvatar } from "@/lib/accounts/client";
import { displayName, initials } from "@/lib/accounts/display-name";
import type { User } from "@/lib/accounts/schema";

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

interface ProfileCardProps {
  user: User;
  onChanged: (user: User) => void;
  onEdit: () => void;
}

/** The person's profile: the avatar, changed in place, and the account's data. */
export function ProfileCard({ user, onChanged, onEdit }: ProfileCardProps) {
  const file = useRef<HTMLInputElement>(null);
  const picture = useDedupedMutation({
    mutationFn: (chosen: File | null) =>
      chosen ? uploadAvatar(chosen) : updateProfile({ avatar: null }),
    onSuccess({ user: saved }) {
      onChanged(saved);
      toast.success(saved.avatar ? "Your picture is saved." : "Your picture is removed.");
    },
  });

  return (
    <section
      aria-labelledby="profile-title"
      className="grid gap-6 rounded-card border-2 border-ink bg-sheet p-6 sm:grid-cols-[auto_1fr] sm:gap-8 sm:p-8"
    >
      <div className="grid content-start justify-items-center gap-3">
        <Avatar src={user.avatar} initials={initials(user)} seed={user.username} size="xl" />
        <input
          ref={file}
          type="file"
          accept="image/jpeg,image/png,image/gif,image/webp"
          aria-label="Profile picture"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            event.target.value = "";
            if (chosen) picture.mutate(chosen);
          }}
        />
        <div className="flex gap-2 sm:flex-col">
          <Button size="sm" loading={picture.isPending} onClick={() => file.current?.click()}>
            <ImageUp aria-hidden="true" />
            {user.avatar ? "Change Picture" : "Add Picture"}
          </Button>
          {user.avatar && (
            <Button
              ref={passFocus}
              size="sm"
              variant="ghost"
              disabled={picture.isPending}
              onClick={() => picture.mutate(null)}
            >
              <X aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id="profile-title" className="display text-2xl wrap-anywhere">
              {displayName(user)}
            </h2>
            {user.isAdministrator && <Badge tone="blue">Administrator</Badge>}
          </div>
          <Button size="sm" onClick={onEdit}>
            <Pencil aria-hidden="true" />
            Edit Profile
          </Button>
        </div>
        <dl className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <Fact name="Username">{user.username}</Fact>
          <Fact name="Email">{user.email}</Fact>
          {user.firstName && <Fact name="First name">{user.firstName}</Fact>}
          {user.lastName && <Fact name="Last name">{user.lastName}</Fact>}
          <Fact name="Member since">
            <time dateTime={user.createdAt}>{formatLongDate(user.createdAt)}</time>
          </Fact>
          {user.lastLogin && (
            <Fact name="Last login">
              <time dateTime={user.lastLogin}>{formatLongDate(user.lastLogin)}</time>
            </Fact>
          )}
        </dl>
      </div>
    </section>
  );
}
