import { tryStorage } from "@/lib/platform/try-storage";

/** Stories read on this device. */
export const readingsKey = "inkwright:places";
/** Set while 'Continue reading' has cards, so that `themeScript` can reserve its height. */
export const continueHint = "inkwright:continue";

/** Removes a reader's readings from this device at sign-out; the account keeps them. */
export const forgetReadings = () =>
  void tryStorage(() => {
    localStorage.removeItem(readingsKey);
    localStorage.removeItem(continueHint);
  });
