import { CopyButton } from './copy-button.tsx';

interface SecretProps {
  /** What it is, such as `API key`. */
  name: string;
  value: string;
  onDone(): void;
}

/** A secret that the server shows only once. */
export function Secret({ name, value, onDone }: SecretProps) {
  return (
    <section class="notice warn" aria-label={`The new ${name}`}>
      <p>
        <strong>Copy the {name} now.</strong> It is shown only this once.
      </p>
      <p class="secret">
        <code>{value}</code>
      </p>
      <div class="row">
        <CopyButton text={value} label={`Copy the ${name}`} />
        <button type="button" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </section>
  );
}
