import { inQuotes } from './in-quotes.ts';

/**
 * Writes the labels of a form in place of the names of arguments in an error of the server. A name that is also a word, such
 * as `to`, is replaced only where the sentence is about it.
 * @param labels by the names of arguments.
 */
export function inLabels(message: string, labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels).reduce((text, [name, label]) => {
    const subject = name.includes('_')
      ? `\\b${name}\\b`
      : `^${name}(?=:| \\(| must\\b)|(?<=\\b(?:before|after) )${name}\\b(?=:| \\()`;
    return text.replace(new RegExp(subject, 'g'), inQuotes(label));
  }, message);
}

/**
 * Returns the labels of the fields of a form by their names.
 * @param names the names of fields by those of arguments, where they differ.
 */
export function labelsOf(form: HTMLFormElement, names: Readonly<Record<string, string>> = {}): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const field of form.elements) {
    const [label] =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
        ? (field.labels ?? [])
        : [];
    const name = field.getAttribute('name');
    if (name && label?.textContent) labels[name] = label.textContent.trim();
  }
  for (const [argument, name] of Object.entries(names)) {
    const label = labels[name];
    if (label) labels[argument] = label;
  }
  return labels;
}
