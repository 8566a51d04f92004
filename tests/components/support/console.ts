/** Console errors that the test expects; setup.ts clears the list. */
export const expectedErrors: RegExp[] = [];
export const allowErrors = (...errors: RegExp[]) => void expectedErrors.push(...errors);
