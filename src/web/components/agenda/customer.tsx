import { Said } from '../said.tsx';
import { isPlainName } from './words.ts';

/** Characters of a name that are shown. */
const MAX_LENGTH = 120;

/** The name of a customer, in quotation marks if it could be taken for words of the page. */
export function Customer({ name }: { name: string }) {
  const shown = name.slice(0, MAX_LENGTH);
  if (isPlainName(shown)) return <Said text={shown} />;
  return (
    <>
      “<Said text={shown} />”
    </>
  );
}
