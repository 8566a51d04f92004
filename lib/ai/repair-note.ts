const opening = "Your previous answer could not be used:";

/** Appended to a prompt that is asked again, so that the model knows what was wrong the first time. */
export function repairNote(problem: string): string {
  return `\n\n${opening} ${problem}\nAnswer again, with the complete JSON document and nothing else.`;
}

/** Whether a prompt was asked before and is being asked again. */
export const hasRepairNote = (prompt: string): boolean => prompt.includes(opening);
