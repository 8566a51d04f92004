/** What the page of this test may say on the console as an error; setup.ts forgets it. */
export const expectedErrors: RegExp[] = [];
export const allowErrors = (...errors: RegExp[]) => void expectedErrors.push(...errors);
