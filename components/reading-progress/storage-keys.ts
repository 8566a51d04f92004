import { tryStorage } from "@/lib/platform/try-storage";

/** Stories read on this device. */
export const readingsKey = "inkwright:places";
/** Set while 'Continue reading' has cards: `themeScript` tells the style sheet. */
export const continueHint = "inkwright:continue";

/** After sign-out the device shows nothing of what its reader has read; the account keeps it. */
export const forgetReadings = () =>
  void tryStorage(() => {
    localStorage.removeItem(readingsKey);
    localStorage.removeItem(continueHint);
  });
