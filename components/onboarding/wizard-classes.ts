/** One question per screen, beside it the growing comic page of the story. */
export const onboardingClasses =
  "mx-auto grid max-w-328 gap-4 px-4 pt-5 pb-8 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] lg:items-start lg:gap-16 lg:px-8 lg:pt-10 lg:pb-14";

/** Shared parts are smaller inside `.wizard`. */
export const wizardClasses = "wizard flex min-w-0 flex-col gap-5 [&_.field-label]:text-lg";
