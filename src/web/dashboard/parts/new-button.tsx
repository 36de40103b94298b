import { useDesk } from './context.ts';

interface NewButtonProps {
  label: string;
  /** True while the form is open, which the button opens. */
  isOpen: boolean;
  onOpen(): void;
}

/** The button of a page that opens the form for something new. A server that changes nothing has none. */
export function NewButton({ label, isOpen, onOpen }: NewButtonProps) {
  const { session } = useDesk();
  if (isOpen || session.read_only) return null;
  return (
    <button type="button" class="primary" onClick={onOpen}>
      {label}
    </button>
  );
}
