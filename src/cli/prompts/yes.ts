/** True for `y` and `yes`, the only answers that confirm a question. */
export const isYes = (answer: string) => /^\s*y(es)?\s*$/i.test(answer);
