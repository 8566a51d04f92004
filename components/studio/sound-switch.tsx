"use client";
import { useSyncExternalStore } from "react";
import { playSound, soundChoice } from "@/components/ui/sound";
import { Switch } from "@/components/ui/switch";

/** Sounds on or off, for this device; turning them on plays one. */
export function SoundSwitch() {
  const on = useSyncExternalStore(soundChoice.subscribe, soundChoice.get, soundChoice.getOnServer);
  return (
    <Switch
      label="Sounds"
      description="Short tones for new scenes, new characters, saving and errors. For this device."
      checked={on}
      onCheckedChange={(next) => {
        soundChoice.set(next);
        if (next) playSound("saved");
      }}
    />
  );
}
