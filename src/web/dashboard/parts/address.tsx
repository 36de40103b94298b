import { visibleText } from '../../lib/visible-text.ts';

/** An e-mail address, which is broken before its `@` if it has no room. */
export function Address({ of: address }: { of: string }) {
  const shown = visibleText(address);
  const at = shown.lastIndexOf('@');
  return (
    <bdi class="said">
      {shown.slice(0, at)}
      <wbr />
      {shown.slice(at)}
    </bdi>
  );
}
