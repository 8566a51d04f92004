"use client";
import { useSyncExternalStore } from "react";
import { Switch } from "@/components/ui/forms/switch";
import { playSound, soundPreference } from "@/components/ui/sound";

/** Turns sounds on or off on this device; plays one when turned on. */
export function SoundSwitch() {
  const on = useSyncExternalStore(
    soundPreference.subscribe,
    soundPreference.get,
    soundPreference.getOnServer,
  );
  return (
    <Switch
      label="Sounds"
      description="Short tones for new scenes, new characters, saving and errors. For this device."
      checked={on}
      onCheckedChange={(next) => {
        soundPreference.set(next);
        if (next) playSound("saved");
      }}
    />
  );
}
