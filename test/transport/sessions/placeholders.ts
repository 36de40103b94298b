import { VERSION } from '../../../src/config/version.ts';

/** What differs from run to run, by what stands for it in a recording. */
export interface Placeholders {
  /** A line of the server without it. */
  hide(line: string): string;
  /** A line of the client with it. */
  fill(line: string): string;
}

const KINDS: Record<string, string> = { bk: 'booking', ct: 'contact' };

export function placeholders(): Placeholders {
  const ids = new Map<string, string>();
  let token = '';
  const nameOf = (id: string, prefix: string) => {
    const known = ids.get(id);
    if (known) return known;
    const kind = KINDS[prefix] as string;
    const name = `<${kind} ${[...ids.values()].filter((other) => other.startsWith(`<${kind} `)).length + 1}>`;
    ids.set(id, name);
    return name;
  };
  return {
    hide(line) {
      const fence = /Between <(\w{5})> and <\/\1>/.exec(line)?.[1];
      return (
        (fence ? line.replaceAll(`<${fence}>`, '<fence>').replaceAll(`</${fence}>`, '</fence>') : line)
          .replace(/\b(bk|ct)_[a-z\d]{16}\b/g, nameOf)
          .replace(/\b[a-z\d]{8}\.[\w-]{8}(?:\.[a-z_+]+)?(?:\.[\w-]{22}){1,2}/g, (found) => {
            token = found;
            return '<token>';
          })
          // The booking is in 2194; everything else is of today.
          .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>')
          .replace(/\b\w+day <time>/g, '<now>')
          .replace(/\bNow: \w+ 20\d\d-\d\d-\d\d \d\d:\d\d\./g, 'Now: <now>.')
          .replaceAll(`"version":"${VERSION}"`, '"version":"<version>"')
      );
    },
    fill(line) {
      let filled = line.replaceAll('<token>', token);
      for (const [id, name] of ids) filled = filled.replaceAll(name, id);
      return filled;
    },
  };
}
