/** True if a user has changed a field in an element. */
export const hasTyped = (element: HTMLElement | null): boolean =>
  [...(element?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])].some(isChanged);

const isChanged = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.type === 'checkbox'
    ? 'checked' in field && field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
