type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** True if a user has changed a field in an element, or chosen something else there. */
export const hasTyped = (element: HTMLElement | null): boolean =>
  [...(element?.querySelectorAll<FormField>('input, textarea, select') ?? [])].some(isChanged);

function isChanged(field: FormField): boolean {
  if (field instanceof HTMLSelectElement) return field.value !== field.dataset.first;
  return 'checked' in field && (field.type === 'checkbox' || field.type === 'radio')
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}
