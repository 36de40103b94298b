import { Said } from '../said.tsx';
import { isPlainName } from './words.ts';

/** Characters of a name that are shown where there is little room. */
export const MAX_SHOWN = 120;

/** The name of a customer, in quotation marks if it could be taken for words of the page. */
export function Customer({ name }: { name: string }) {
  if (isPlainName(name.slice(0, MAX_SHOWN))) return <Said text={name} max={MAX_SHOWN} />;
  return (
    <>
      “<Said text={name} max={MAX_SHOWN} />”
    </>
  );
}
