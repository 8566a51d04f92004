const opening = "Your previous answer could not be used:";

/** Appended to the prompt of a retry; explains the problem of the previous answer to the model. */
export function repairNote(problem: string): string {
  return `\n\n${opening} ${problem}\nAnswer again, with the complete JSON document and nothing else.`;
}

/** Whether a prompt has a repair note. */
export const hasRepairNote = (prompt: string): boolean => prompt.includes(opening);
