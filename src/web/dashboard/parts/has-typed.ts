/** True if a user has changed a field in an element, or chosen something else there. */
export const hasTyped = (element: HTMLElement | null): boolean =>
  [...(element?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])].some(isChanged);

const isChanged = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  'checked' in field && (field.type === 'checkbox' || field.type === 'radio')
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
